import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { notRun } from '../../runner/not-run.js';
import { credentials } from '../../support/samples.js';
import { closedPort } from '../../support/servers.js';
import { eventually } from '../../support/until.js';
import { hasTerminal, isRunning, startInTerminal } from '../command.js';

if (!hasTerminal) notRun('a terminal that closes', 'script of util-linux is not installed');
else {
  describe('financing-elements serve in a terminal', { timeout: 60_000 }, () => {
    it('keeps running on SIGHUP, and stops when the terminal closes', async (t) => {
      const { terminal, pid, shows } = await startInTerminal(t, 'serve --port 0', {
        FINANCING_BASE_URL: await closedPort(),
        FINANCING_SVC_KEY: credentials.svcKey,
      });
      process.kill(pid, 'SIGHUP');
      await shows(/"event":"settings-unchanged"/);
      assert.ok(isRunning(pid));
      terminal.kill('SIGKILL');
      await once(terminal, 'exit');
      await eventually(async () => !isRunning(pid), { what: 'serve to stop' });
    });
  });
}
