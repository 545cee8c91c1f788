import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { notRun } from '../../runner/not-run.js';
import { startCommand } from '../command.js';

const folder = mkdtempSync(join(tmpdir(), 'secret-pipe-'));
after(() => rmSync(folder, { recursive: true }));
const pipe = join(folder, 'pipe');

if (spawnSync('mkfifo', [pipe]).status === 0) {
  const cases: [what: string, setting: string, args: string[], env: Record<string, string>][] = [
    ['that holds a secret', 'FINANCING_SVC_KEY_FILE', ['serve'], { FINANCING_SVC_KEY_FILE: pipe }],
    ['with seeds', '--seeds', ['sandbox', '--seeds', pipe], {}],
  ];
  for (const [what, setting, args, env] of cases) {
    describe(`A file ${what}`, () => {
      it('can’t be a pipe, on which the command would block', async (t) => {
        const command = startCommand(t, [...args, '--port', '0'], { env });
        // If the command hangs, the test kills it.
        const tooLong = setTimeout(() => command.child.kill('SIGKILL'), 15_000);
        t.after(() => clearTimeout(tooLong));
        const { code, stderr } = await command.closed;
        const reason = `${setting} names a file that is not a regular file`;
        assert.deepEqual([code, stderr], [2, `financing-elements: ${reason}\n`]);
      });
    });
  }
} else {
  notRun('a pipe as the file of a secret, or of seeds', 'there is no mkfifo here');
}
