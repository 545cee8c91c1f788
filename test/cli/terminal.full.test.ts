import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { notRun } from '../runner/not-run.js';
import { hasTerminal, startInTerminal, isRunning } from './command.js';
import { credentials } from '../support/samples.js';
import { closedPort } from '../support/servers.js';
import { eventually } from '../support/until.js';

const both = [
  /^ +<script type="module" src="http:\S+\/financing\/elements\.js"><\/script>\r?$/m,
  /^ +<financing-estimate [^>]*location="main-street" endpoint="http:\S+\/financing">/m,
  /^Locations: main-street, smile-dental, sunset-motors\./m,
];

if (!hasTerminal) notRun('the command in a terminal', 'script of util-linux is not installed');
else {
  for (const [command, lines] of [
    ['sandbox', [...both, /FINANCING_BASE_URL=http:\S+ FINANCING_SVC_KEY=sandbox-key /]],
    ['serve --sandbox', both],
  ] as const) {
    describe(`financing-elements ${command} in a terminal`, { timeout: 60_000 }, () => {
      it('prints the next steps, and serves a page at its root', async (t) => {
        const { url, shows } = await startInTerminal(t, `${command} --port 0`);
        for (const line of lines) await shows(line);
        const home = await fetch(new URL('/', url), { headers: { accept: 'text/html' } });
        assert.equal(home.status, 200);
        assert.match(home.headers.get('content-type') ?? '', /^text\/html/);
        assert.match(await home.text(), /<h1>The Financing Service, simulated<\/h1>/);
      });
    });
  }

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
