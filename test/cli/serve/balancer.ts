import { Agent, createServer, request as httpRequest, type ClientRequest } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two looks at a backend's health. */
const pollingTime = 100;

/**
 * Starts a load balancer for one test: it keeps connections, sends in turn to the backends whose `/health` was last
 * answered 200, repeats nothing, and answers 502 where a backend fails. Backends are URLs with their mount.
 */
export async function startBalancer(t: TestContext, backends: readonly string[]) {
  const healthy = new Set(backends);
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  const server = createServer((req, res) => {
    const all = [...healthy];
    const backend = all[turn++ % all.length];
    if (!backend) return void res.writeHead(502).end();
    const { method, headers, url } = req;
    const target = new URL(url ?? '', backend);
    const forwarded: ClientRequest = httpRequest(target, { agent, method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' });
      answer.pipe(res);
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
      await pause(pollingTime, undefined, { signal: ended.signal }).catch(() => undefined);
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
