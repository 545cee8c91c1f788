/**
 * Restarts two replicas, one after the other, under 200 requests per second for estimates, links, and texts. The load
 * balancer follows docs/operating.md: it polls `/ready` each second, removes a replica at the first response other than
 * 200, and retries nothing. So each response other than 200 is a failed request.
 */
import assert from 'node:assert/strict';
import { Agent, request as send } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EstimateItem } from '../../src/contract/index.js';
import { pagePaths } from '../../src/contract/page-paths.js';
import { startCommand } from '../cli/command.js';
import { startRedis, withRedis } from '../support/redis.js';
import { startHttp } from '../support/servers.js';
import { estimateOf } from '../support/service-stub.js';
import { createProgress, quantile, trialSeconds } from '../support/trial.js';
import { until } from '../support/until.js';

const restarts = trialSeconds > 0 ? 20 : 2;
const requestsPerSecond = 200;

/**
 * Every 200th request asks for a text message: one per second, which stays below the default limit of 200 per hour if
 * the trial takes less than 200 seconds.
 */
const textEvery = 200;

/** Each second, as in docs/operating.md. */
const pollIntervalMs = 1_000;

const json = { 'content-type': 'application/json' };

/** Starts a service that takes 5 to 300 ms and counts the links of each purchase. */
async function startService(t: TestContext) {
  const made = new Map<string, number>();
  const baseUrl = await startHttp(t, async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    await sleep(Math.random() < 0.05 ? 300 : 5);
    if (Array.isArray(body)) {
      const items = body as EstimateItem[];
      const results = items.map(({ id, totalAmount }) => estimateOf(id, totalAmount));
      return res.writeHead(200, json).end(JSON.stringify(results));
    }
    const { transactionId } = body as { transactionId: string };
    made.set(transactionId, (made.get(transactionId) ?? 0) + 1);
    const url = `https://apply.example/${transactionId}`;
    return res.writeHead(200, json).end(JSON.stringify({ shortToken: 's', longToken: 'l', url }));
  });
  return { baseUrl, made };
}

/** A replica as the load balancer sees it. */
interface Target {
  readonly url: string;
  readonly agent: Agent;
  isReady: boolean;
}

let exchanges = 0;

/**
 * Returns the status or the error code. Each request comes from a new address, because of the limit of ten texts per
 * address.
 */
function exchange({ url, agent }: Target, path: string, body?: unknown, key?: string) {
  return new Promise<string>((resolve) => {
    const number = (exchanges += 1);
    const headers = {
      ...json,
      'x-forwarded-for': `198.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
      'sec-fetch-site': 'same-origin',
      ...(key && { 'idempotency-key': key }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const req = send(url + path, { method, agent, headers }, (res) => {
      res.resume().on('end', () => resolve(String(res.statusCode)));
      res.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    req.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    req.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Creates a load balancer that uses only `/ready` to choose replicas. */
function createBalancer(t: TestContext) {
  const targets = new Set<Target>();
  const poll = setInterval(() => {
    for (const target of targets) {
      const late = setTimeout(() => (target.isReady = false), pollIntervalMs);
      void exchange(target, '/ready').then((status) => {
        clearTimeout(late);
        target.isReady = status === '200';
      });
    }
  }, pollIntervalMs);
  t.after(() => {
    clearInterval(poll);
    for (const { agent } of targets) agent.destroy();
  });
  let turn = 0;
  return {
    add(url: string): Target {
      const target = { url, agent: new Agent({ keepAlive: true }), isReady: false };
      targets.add(target);
      return target;
    },
    remove(target: Target) {
      targets.delete(target);
      target.agent.destroy();
    },
    pick(): Target {
      const ready = [...targets].filter(({ isReady }) => isReady);
      // If none is ready, load balancers try all.
      const among = ready.length > 0 ? ready : [...targets];
      const picked = among[turn++ % among.length];
      assert.ok(picked, 'there is no replica');
      return picked;
    },
  };
}

withRedis(() => {
  const options = { timeout: 60_000 + restarts * 60_000 };
  describe(
    `${restarts} rolling restarts of two replicas under ${requestsPerSecond} requests per second`,
    options,
    () => {
      it('fail no request, and create no link twice', async (t) => {
        const { baseUrl, made } = await startService(t);
        const redis = await startRedis(t);
        const env = {
          FINANCING_BASE_URL: baseUrl,
          FINANCING_SVC_KEY: 'key',
          FINANCING_REDIS_URL: redis.url,
          FINANCING_TRUST_PAGE_AMOUNT: 'on',
          FINANCING_SMS: 'on',
          FINANCING_RATE_LIMIT: '1000000',
          FINANCING_TRUSTED_HOPS: '1',
        };
        const balancer = createBalancer(t);
        async function startReplica() {
          const command = startCommand(t, ['serve', '--port', '0'], { env });
          const target = balancer.add(await command.listening());
          await until(() => target.isReady);
          return { command, target };
        }
        const running = [await startReplica(), await startReplica()];

        const counts: Record<string, number> = {};
        const times: number[] = [];
        const inFlight = new Set<Promise<void>>();
        let sent = 0;
        async function send() {
          const index = (sent += 1);
          const isText = index % textEvery === 0;
          const isLink = isText || index % 4 === 0;
          const link = {
            location: 'main-street',
            transactionId: `order-${index}`,
            amount: 1299,
            sendSMS: isText,
            // A new number block each time, because of the limit of 20 texts per block and hour.
            ...(isText && { phoneNumber: `+1415${2_000_000 + (index / textEvery) * 10_000}` }),
          };
          const begin = performance.now();
          const outcome = isLink
            ? await exchange(
                balancer.pick(),
                pagePaths.createPayOverTimeLink,
                link,
                crypto.randomUUID(),
              )
            : await exchange(balancer.pick(), pagePaths.estimatePayments, [
                { id: 'sofa', totalAmount: (10_000 + index) / 100 },
              ]);
          times.push(performance.now() - begin);
          counts[outcome] = (counts[outcome] ?? 0) + 1;
        }
        const begin = performance.now();
        const sending = setInterval(() => {
          // Timers are late on a busy machine, so catch up.
          while (sent < ((performance.now() - begin) / 1_000) * requestsPerSecond) {
            const pending = send().finally(() => inFlight.delete(pending));
            inFlight.add(pending);
          }
        }, 5);
        t.after(() => clearInterval(sending));

        const countProgress = createProgress(`Rolling restarts, of ${restarts}`);
        for (let count = 0; count < restarts; count += 1) {
          const { command, target } = running.shift()!;
          command.child.kill('SIGTERM');
          assert.equal((await command.closed).code, 0);
          balancer.remove(target);
          running.push(await startReplica());
          countProgress();
        }
        clearInterval(sending);
        const seconds = (performance.now() - begin) / 1_000;
        await Promise.all(inFlight);

        const links = [...made.values()];
        t.diagnostic(
          `${sent} requests in ${Math.round(seconds)} s (${Math.round(sent / seconds)} a second), ${links.length} links; ` +
            `99 in 100 within ${Math.round(quantile(times, 0.99))} ms; responses: ${JSON.stringify(counts)}`,
        );
        assert.deepEqual(counts, { 200: sent });
        assert.deepEqual(
          links.filter((count) => count !== 1),
          [],
          'links made twice',
        );
        assert.equal(links.length, Math.floor(sent / 4));
      });
    },
  );
});
