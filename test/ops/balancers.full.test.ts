/** Tests the shipped configurations of nginx and HAProxy in front of two real replicas, restarted one after the other. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { toNodeListener } from '../../src/node/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { startCommand } from '../cli/command.js';
import { withProgram } from '../runner/requirements.js';
import { startNginx, startServer } from '../recipes/recipe.js';
import { writeTemporaryFile } from '../support/files.js';
import { withLongTimeout, startRedis, withRedis } from '../support/redis.js';
import { samples } from '../support/samples.js';
import { closedPort, quietPort, startHttp, postJson } from '../support/servers.js';
import { eventually } from '../support/until.js';

const ops = join(import.meta.dirname, '../../ops');

/** The time between two requests, in ms. */
const interval = 20;

/** Returns the text of a shipped file with its addresses replaced. The file must contain each address. */
function withAddresses(file: string, addresses: Readonly<Record<string, string>>): string {
  return Object.entries(addresses).reduce(
    (text, [shipped, own]) => {
      assert.ok(text.includes(shipped), `${file} has no ${shipped}`);
      return text.replaceAll(shipped, own);
    },
    readFileSync(join(ops, file), 'utf8'),
  );
}

interface Addressed {
  readonly address: string;
}

/** Starts a replica that keeps its port when it restarts. It has its own sandbox unless `settings` names a service. */
async function createReplica(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const port = await quietPort();
  const sandbox = settings['FINANCING_BASE_URL'] === undefined ? ['--sandbox'] : [];
  const args = ['serve', ...sandbox, '--trust-page-amount', 'on', '--port', String(port)];
  const env = { FINANCING_TRUSTED_HOPS: '1', FINANCING_RATE_LIMIT: '1000000', ...settings };
  let command = startCommand(t, args, { env });
  await command.listening();
  return {
    address: `127.0.0.1:${port}`,
    async restart() {
      command.child.kill('SIGTERM');
      const { code } = await command.closed;
      command = startCommand(t, args, { env });
      await command.listening();
      return code;
    },
  };
}

/** Starts two replicas that are ready, and that close the connection when they get any other request. */
async function createDyingReplicas(t: TestContext) {
  let arrivals = 0;
  const start = () =>
    startHttp(t, (request, response) => {
      if (request.url === '/financing/ready') return void response.end();
      arrivals += 1;
      request.socket.destroy();
    });
  const urls = await Promise.all([start(), start()]);
  return {
    replicas: urls.map((url) => ({ address: new URL(url).host })),
    /** Sends a request through the web server, by default for a link. Resolves with the number of times it arrived. */
    async send(
      url: string,
      method: string,
      {
        path,
        headers = {},
      }: { path: string; headers?: Record<string, string> } = samples.createPrequalLink,
    ): Promise<number> {
      const { status } = await fetch(url + path, { method, headers, body: '{}' });
      assert.equal(status, 502);
      return arrivals;
    },
  };
}

/**
 * Sends requests for estimates and links at a steady pace. Each link has a key, as the elements send. Returns a function that
 * stops, and resolves with the statuses.
 */
function startLoad(url: string) {
  const statuses = new Map<string, number>();
  const isOver = new AbortController();
  const running: Promise<void>[] = [];
  async function send(turn: number): Promise<void> {
    const { path, body } =
      turn % 10 === 0
        ? {
            path: samples.createPayOverTimeLink.path,
            body: { location: 'main-street', amount: 1299, transactionId: `order-${turn}` },
          }
        : { path: samples.estimatePayments.path, body: [{ id: 'a', totalAmount: 500 + turn }] };
    const headers = { 'idempotency-key': randomUUID() };
    const outcome = await postJson(url + path, body, headers).then(
      async (response) => `${response.status}${response.ok ? '' : await response.text()}`,
      (error: Error) => `${error.message} ${String(error.cause)}`,
    );
    statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
  }
  const pacing = (async () => {
    for (let turn = 0; !isOver.signal.aborted; turn += 1) {
      running.push(send(turn));
      await pause(interval);
    }
  })();
  return async () => {
    isOver.abort();
    await pacing;
    await Promise.all(running);
    return Object.fromEntries(statuses);
  };
}

/** Restarts both replicas under load, and asserts that no request failed. */
async function restartBoth(
  replicas: readonly Awaited<ReturnType<typeof createReplica>>[],
  url: string,
) {
  const stop = startLoad(url);
  const codes = [];
  for (const replica of replicas) codes.push(await replica.restart());
  const outcomes = await stop();
  assert.deepEqual(codes, [0, 0]);
  assert.deepEqual(Object.keys(outcomes), ['200'], JSON.stringify(outcomes));
  assert.ok(outcomes['200']! > 150, JSON.stringify(outcomes));
}

/** A link that was requested while replicas restarted. */
interface CreatedLink {
  readonly key: string;
  readonly transactionId: string;
  readonly url: string;
  readonly token: string;
}

/** Creates a link, or requests it again with the same key. */
async function createLink(url: string, key: string, transactionId: string): Promise<CreatedLink> {
  const body = { location: 'main-street', amount: 1299, transactionId };
  const headers = { 'idempotency-key': key };
  const response = await postJson(url + samples.createPayOverTimeLink.path, body, headers);
  assert.equal(response.status, 200, await response.clone().text());
  const token = response.headers.get('financing-link-token') ?? '';
  return { key, transactionId, url: ((await response.json()) as { url: string }).url, token };
}

/** Restarts both replicas of a shop with a Redis while links are created, and asserts that each link survives. */
async function restartWithLinks(
  t: TestContext,
  start: (t: TestContext, replicas: readonly Addressed[]) => Promise<string>,
) {
  const redis = await startRedis(t);
  const secret = 'secret-of-the-events';
  let receiver = '';
  const sandbox = createSandbox({
    webhook: {
      url: 'http://127.0.0.1/financing/webhooks',
      secret,
      fetch: (request) => fetch(`${receiver}/webhooks`, request),
    },
  });
  const serviceUrl = await startHttp(t, toNodeListener(sandbox));
  const settings = {
    FINANCING_BASE_URL: serviceUrl,
    FINANCING_SVC_KEY: 'sandbox-key',
    FINANCING_STORE_SECRET: 'secret-of-the-store',
    FINANCING_WEBHOOK_SECRET: secret,
    FINANCING_REDIS_URL: withLongTimeout(redis.url),
  };
  const replicas = await Promise.all([createReplica(t, settings), createReplica(t, settings)]);
  const url = await start(t, replicas);
  receiver = url;

  const running: Promise<CreatedLink>[] = [];
  const isOver = new AbortController();
  const pacing = (async () => {
    for (let turn = 0; !isOver.signal.aborted; turn += 1) {
      running.push(createLink(url, randomUUID(), `order-${turn}`));
      await pause(5 * interval);
    }
  })();
  for (const replica of replicas) assert.equal(await replica.restart(), 0);
  isOver.abort();
  await pacing;
  const links = await Promise.all(running);
  assert.ok(links.length > 20, `${links.length} links`);

  for (const { key, transactionId, url: link } of links) {
    assert.equal((await createLink(url, key, transactionId)).url, link, 'the stored link');
  }
  const [first, last] = [links[0]!, links.at(-1)!];
  for (const { url: link, token } of [first, last]) {
    await fetch(link, { method: 'POST', body: new URLSearchParams({ action: 'finish' }) });
    const headers = { authorization: `Bearer ${token}` };
    await eventually(async () => {
      const { status } = (await (await fetch(`${url}/link-status`, { headers })).json()) as {
        status: string;
      };
      return status === 'completed';
    });
  }
}

/** Starts a replica that is ready, has one file of the script, and responds 404 to everything else. */
async function createReplicaWith(t: TestContext, file: string) {
  const requests: string[] = [];
  const url = await startHttp(t, ({ url: path = '' }, response) => {
    requests.push(path);
    response.writeHead([file, '/financing/ready'].includes(path) ? 200 : 404).end();
  });
  return { address: new URL(url).host, requests };
}

/** Declares the tests that each web server passes. `start` starts it in front of two replicas. */
function describeRestarts(
  start: (t: TestContext, replicas: readonly Addressed[]) => Promise<string>,
): void {
  it('loses no request while both replicas are restarted', async (t) => {
    const replicas = await Promise.all([createReplica(t), createReplica(t)]);
    await restartBoth(replicas, await start(t, replicas));
  });

  it('finds a file of the script that only one replica has, and repeats no other 404', async (t) => {
    const files = ['/financing/elements-links.old.js', '/financing/elements-links.new.js'];
    const replicas = await Promise.all(files.map((file) => createReplicaWith(t, file)));
    const { origin } = new URL(await start(t, replicas));
    for (const file of [...files, ...files]) {
      assert.equal((await fetch(origin + file)).status, 200, file);
    }
    assert.equal((await postJson(`${origin}/financing/link`, {})).status, 404);
    const requests = replicas.flatMap((replica) => replica.requests);
    assert.equal(requests.filter((path) => path === '/financing/link').length, 1);
  });

  withRedis(() => {
    it('keeps links, their keys, and their status while both replicas are restarted', (t) =>
      restartWithLinks(t, start));
  });
}

withProgram('nginx', 'the configuration of nginx', () => {
  /** Starts nginx with the shipped file in front of two replicas. */
  async function start(t: TestContext, [one, two]: readonly Addressed[]): Promise<string> {
    const { host, origin } = new URL(await closedPort());
    const shipped = withAddresses('nginx.conf', {
      '10.0.0.11:8787': one!.address,
      '10.0.0.12:8787': two!.address,
      'listen 80;': `listen ${host};`,
    });
    const url = `${origin}/financing`;
    await startNginx(t, shipped, `${url}/ready`);
    return url;
  }

  describe('ops/nginx.conf', { timeout: 120_000 }, () => {
    describeRestarts(start);

    it('repeats no link without a key that a replica has received', async (t) => {
      const { replicas, send } = await createDyingReplicas(t);
      assert.equal(await send(await start(t, replicas), 'POST'), 1);
    });

    it('repeats a link with a key, which the replicas recognize', async (t) => {
      const { replicas, send } = await createDyingReplicas(t);
      const headers = { 'idempotency-key': randomUUID() };
      const { path } = samples.createPrequalLink;
      assert.equal(await send(await start(t, replicas), 'POST', { path, headers }), 2);
    });

    it('repeats an estimate, which changes nothing', async (t) => {
      const { replicas, send } = await createDyingReplicas(t);
      assert.equal(await send(await start(t, replicas), 'POST', samples.estimatePayments), 2);
    });

    it('repeats a PUT, of which the guide warns', async (t) => {
      const { replicas, send } = await createDyingReplicas(t);
      assert.equal(await send(await start(t, replicas), 'PUT'), 2);
      assert.match(readFileSync(join(ops, '../docs/deploying.md'), 'utf8'), /nginx repeats a PUT/);
    });
  });
});

withProgram('haproxy', 'the configuration of HAProxy', (haproxy) => {
  /** Starts HAProxy with the shipped file in front of two replicas. */
  async function start(t: TestContext, [one, two]: readonly Addressed[]): Promise<string> {
    const { host, origin } = new URL(await closedPort());
    const shipped = withAddresses('haproxy.cfg', {
      '10.0.0.11:8787': one!.address,
      '10.0.0.12:8787': two!.address,
      'bind :80': `bind ${host}`,
    });
    const file = writeTemporaryFile(t, shipped, 'haproxy.cfg');
    const url = `${origin}/financing`;
    await startServer(t, haproxy, ['-db', '-f', file], { url: `${url}/ready` });
    return url;
  }

  describe('ops/haproxy.cfg', { timeout: 120_000 }, () => {
    describeRestarts(start);

    for (const method of ['POST', 'PUT']) {
      it(`repeats no ${method} that a replica has received`, async (t) => {
        const { replicas, send } = await createDyingReplicas(t);
        assert.equal(await send(await start(t, replicas), method), 1);
      });
    }
  });
});
