import { Agent, type ClientRequest, createServer, request as httpRequest } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import assert from 'node:assert/strict';
import { eventually } from '../../support/until.js';
import { putEstimate, startCommand } from '../command.js';

const pollingTime = 100;

/**
 * Starts a load balancer for one test. It keeps connections open, alternates between the backends whose last `/health`
 * was 200, retries nothing, and responds 502 if a backend fails. Backends are URLs with their mount.
 */
async function startBalancer(t: TestContext, backends: readonly string[]) {
  const healthy = new Set(backends);
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  const server = createServer((req, res) => {
    const all = [...healthy];
    const backend = all[turn++ % all.length];
    if (!backend) return void res.writeHead(502).end();
    const { method, headers, url } = req;
    const target = new URL(url ?? '', backend);
    const forwarded: ClientRequest = httpRequest(target, { agent, method, headers }, (response) => {
      res.writeHead(response.statusCode ?? 502, { 'content-type': 'application/json' });
      response.pipe(res);
    });
    forwarded.on('error', () => (res.headersSent ? res.destroy() : res.writeHead(502).end()));
    req.pipe(forwarded);
  });

  const ended = new AbortController();
  const watching = backends.map(async (backend) => {
    while (!ended.signal.aborted) {
      const health = await fetch(`${backend}/health`).catch(() => undefined);
      if (health?.status === 200) healthy.add(backend);
      else healthy.delete(backend);
      await sleep(pollingTime, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  });

  t.after(async () => {
    ended.abort();
    agent.destroy();
    server.closeAllConnections();
    server.close();
    await Promise.all(watching);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function startReplica(t: TestContext) {
  const args = ['serve', '--sandbox', '--port', '0', '--rate-limit', '1000000'];
  const command = startCommand(t, args);
  return { ...command, url: await command.listening() };
}

/** Sends requests until it's stopped, and counts the statuses. */
async function keepAsking(
  url: string,
  isOver: () => boolean,
  statuses = new Map<number, number>(),
) {
  while (!isOver()) {
    const response = await putEstimate(url);
    await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  }
  return statuses;
}

describe('financing-elements serve behind a load balancer', { timeout: 120_000 }, () => {
  it('stops under load without a failed request', async (t) => {
    const [one, other] = await Promise.all([startReplica(t), startReplica(t)]);
    const balancer = await startBalancer(t, [one.url, other.url]);
    let isOver = false;
    t.after(() => (isOver = true));
    const statuses = new Map<number, number>();
    const mount = `${balancer.url}/financing`;
    const shoppers = Array.from({ length: 20 }, () => keepAsking(mount, () => isOver, statuses));
    await eventually(async () => (statuses.get(200) ?? 0) >= 200, { what: '200 responses' });
    one.child.kill('SIGTERM');
    const { code } = await one.closed;
    isOver = true;
    await Promise.all(shoppers);
    assert.equal(code, 0);
    assert.deepEqual([...statuses.keys()], [200], JSON.stringify([...statuses]));
  });
});
