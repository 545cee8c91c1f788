import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { built } from '../../runner/fresh-build.js';
import { notRun } from '../../runner/not-run.js';
import { credentials } from '../../support/samples.js';
import { closedPort } from '../../support/servers.js';
import { eventually } from '../../support/until.js';

/** Only util-linux has a `script` with these options. */
const hasScript = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout,
);

if (!hasScript) notRun('a terminal that closes', 'script of util-linux is not installed');
else {
  describe('financing-elements serve in a terminal', { timeout: 60_000 }, () => {
    it('goes on at SIGHUP, and stops when the terminal closes', async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
      const log = join(folder, 'log');
      // `exec`, since not every shell gives its own process to its last command.
      const command = `exec ${process.execPath} ${built('cli/main.js')} serve --port 0`;
      const terminal = spawn('script', ['--quiet', '--flush', '--command', command, log], {
        env: {
          ...process.env,
          FINANCING_BASE_URL: await closedPort(),
          FINANCING_SVC_KEY: credentials.svcKey,
        },
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      t.after(() => rmSync(folder, { recursive: true }));
      const logged = (text: string) =>
        eventually(async () => readFileSync(log, 'utf8').includes(text), { what: text });
      await logged('listening on');
      const child = Number(
        readFileSync(`/proc/${terminal.pid}/task/${terminal.pid}/children`, 'utf8'),
      );
      t.after(() => isRunning(child) && process.kill(child, 'SIGKILL'));

      process.kill(child, 'SIGHUP');
      await logged('"event":"secrets-unchanged"');
      assert.ok(isRunning(child));
      terminal.kill('SIGKILL');
      await once(terminal, 'exit');
      await eventually(async () => !isRunning(child), { what: 'serve to stop' });
    });
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
