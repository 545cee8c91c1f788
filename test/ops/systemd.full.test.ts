import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { built } from '../runner/fresh-build.js';
import { withProgram } from '../runner/requirements.js';
import { writeTemporaryFile } from '../support/files.js';

const shipped = readFileSync(
  join(import.meta.dirname, '../../ops/financing-elements.service'),
  'utf8',
);

/** Writes the unit with the paths of this machine for one test. */
function writeUnit(t: TestContext): string {
  const main = '/opt/financing-elements/node_modules/financing-elements/dist/cli/main.js';
  const unit = shipped
    .replace('/usr/bin/node', process.execPath)
    .replace(main, built('cli/main.js'));
  return writeTemporaryFile(t, unit, 'financing-elements.service');
}

withProgram('systemd', 'the systemd unit', (analyze) => {
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(analyze, args, { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };

  describe('ops/financing-elements.service', () => {
    it('passes systemd-analyze verify', (t) => {
      const { status, output } = run('verify', '--man=no', writeUnit(t));
      assert.deepEqual([status, output], [0, '']);
    });

    it('has an exposure of at most 1.5 of 10 in systemd-analyze security', (t) => {
      const { status, output } = run('security', '--offline=true', '--threshold=15', writeUnit(t));
      assert.equal(status, 0, output);
      assert.match(output, /Overall exposure level for financing-elements.service: [01]\.\d OK/);
    });
  });
});
