import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { quietPort } from '../../support/servers.js';
import { startCommand } from '../command.js';

const tests = { concurrency: 2, timeout: 120_000 };

describe('financing-elements serve --metrics-port', tests, () => {
  it('serves nothing else on that port, and no metrics under the mount', async (t) => {
    const command = startCommand(t, ['serve', '--sandbox', '--port', '0', '--metrics-port', '0']);
    const [, metrics = ''] = await command.printed('stdout', /^metrics on (\S+)$/m);
    const url = await command.listening();
    assert.equal((await fetch(`${url}/metrics`)).status, 404);
    assert.equal((await fetch(new URL('/financing/health', metrics))).status, 404);
    assert.equal((await fetch(metrics, { method: 'POST' })).status, 405);
  });

  it('responds 421 under another host name, as the port of the proxy does', async (t) => {
    const port = await quietPort();
    const args = ['serve', '--sandbox', '--port', '0', '--metrics-port', `${port}`];
    await startCommand(t, args).listening();
    const statusUnder = async (host: string) => {
      const [response] = (await once(
        request({ port, path: '/metrics', headers: { host } }).end(),
        'response',
      )) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    assert.deepEqual(
      await Promise.all([`evil.example:${port}`, `localhost:${port}`].map(statusUnder)),
      [421, 200],
    );
  });

  it('exits with one line if the port is in use', async (t) => {
    const url = await startCommand(t, ['serve', '--sandbox', '--port', '0']).listening();
    const { port } = new URL(url);
    const args = ['serve', '--sandbox', '--port', '0', '--metrics-port', port];
    const { code, stderr } = await startCommand(t, args).closed;
    assert.match(
      stderr,
      /^\{.*"not-started","message":"cannot listen on 127\.0\.0\.1, port \d+ \(--metrics-port\): another program uses it, perhaps a previous run that is still stopping; choose another port".*\}$/m,
    );
    assert.equal(code, 1);
  });
});
