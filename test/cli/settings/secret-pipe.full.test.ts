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
  describe('A file that holds a secret', () => {
    it('is not a pipe, at which the command would wait without a word', async (t) => {
      const env = { FINANCING_SVC_KEY_FILE: pipe };
      const command = startCommand(t, ['serve', '--port', '0'], { env });
      // Where the command waits, the test ends it.
      const tooLong = setTimeout(() => command.child.kill('SIGKILL'), 15_000);
      t.after(() => clearTimeout(tooLong));
      const { code, stderr } = await command.closed;
      const reason = 'FINANCING_SVC_KEY_FILE names something that is not a regular file';
      assert.deepEqual([code, stderr], [2, `financing-elements: ${reason}\n`]);
    });
  });
} else {
  notRun('a pipe as the file of a secret', 'there is no mkfifo here');
}
