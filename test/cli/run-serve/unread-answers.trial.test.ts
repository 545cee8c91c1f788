/** Measures the running command while clients pipeline requests and don't read the responses. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { mebibyte, residentBytes } from '../../support/trial.js';
import { startCommand } from '../command.js';

const floods = [
  { sockets: 10, requests: 1_100, path: '/elements.js' },
  { sockets: 100, requests: 1_000, path: '/openapi.json' },
];

describe('financing-elements serve', { timeout: 120_000 }, () => {
  for (const { sockets, requests, path } of floods) {
    it(`grows by at most 60 MB under ${sockets} times ${requests} GET ${path}, and still responds`, async (t) => {
      const env = { FINANCING_BASE_URL: 'http://127.0.0.1:9', FINANCING_SVC_KEY: 'key' };
      const { listening, child } = startCommand(t, ['serve', '--port', '0'], { env });
      const url = await listening();
      const send = async (route: string) => (await fetch(url + route)).arrayBuffer();
      for (let count = 0; count < 50; count += 1) {
        await Promise.all(['/health', '/elements.js', '/openapi.json'].map(send));
      }
      const before = residentBytes(child.pid!);
      const head = `GET /financing${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      for (let count = 0; count < sockets; count += 1) {
        const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
        socket.on('error', () => undefined).write(head.repeat(requests));
        t.after(() => socket.destroy());
      }
      let growth = 0;
      let slowest = 0;
      const end = performance.now() + 5_000;
      while (performance.now() < end) {
        const start = performance.now();
        await send('/health');
        slowest = Math.max(slowest, performance.now() - start);
        growth = Math.max(growth, residentBytes(child.pid!) - before);
      }
      const figures = `${Math.round(growth / mebibyte)} MB, /health ${Math.round(slowest)} ms`;
      t.diagnostic(figures);
      assert.ok(growth <= 60 * mebibyte && slowest <= 1_000, figures);
    });
  }
});
