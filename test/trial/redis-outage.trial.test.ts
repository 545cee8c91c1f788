import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { ProblemDetails } from '../../src/proxy/index.js';
import { createRedisStore } from '../../src/node/index.js';
import { type RedisServer, startRedis, withRedis } from '../support/redis.js';
import { createTestProxy, unlimited } from '../support/test-proxy.js';
import { createProgress, trialSeconds } from '../support/trial.js';
import { eventually } from '../support/until.js';

const isTrial = trialSeconds > 0;

/** The number of failures of Redis, and their duration in milliseconds. */
const { outages, downtimeMs } = isTrial
  ? { outages: 10, downtimeMs: 1_000 }
  : { outages: 2, downtimeMs: 300 };

/** The maximum time until texts are sent again: 2 s, or longer on a machine that runs other tests. */
const maxRecoveryMs = isTrial ? 2_000 : 10_000;

interface Failure {
  fail(redis: RedisServer): unknown;
  recover(redis: RedisServer): unknown;
}

const failures: Record<string, Failure> = {
  'is killed': { fail: (redis) => redis.kill(), recover: (redis) => redis.start() },
  'is frozen': { fail: (redis) => redis.freeze(), recover: (redis) => redis.thaw() },
  'is full': {
    fail: (redis) => redis.command('CONFIG', 'SET', 'maxmemory', '1'),
    recover: (redis) => redis.command('CONFIG', 'SET', 'maxmemory', '0'),
  },
};

withRedis(() => {
  for (const [what, { fail, recover }] of Object.entries(failures)) {
    describe(`A Redis that ${what} while shoppers use the proxy`, { timeout: 300_000 }, () => {
      it('fails no estimate, and sends get store-unavailable until it is back', async (t) => {
        const redis = await startRedis(t);
        const store = unlimited(createRedisStore(redis.url));
        t.after(() => store.close());
        const { send: sendRequest, service } = createTestProxy({
          store,
          sms: true,
          rateLimit: 1_000_000,
        });
        const counts: Record<string, number> = {};
        const note = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
        let isOver = false;
        t.after(() => (isOver = true));
        let sent = 0;

        async function keepEstimating() {
          while (!isOver) {
            const body = [{ id: 'sofa', totalAmount: ++sent }];
            note(`estimate ${(await sendRequest('estimatePayments', { body })).status}`);
            // While Redis is down, nothing else here waits.
            await turn();
          }
        }

        async function send(): Promise<number> {
          const response = await sendRequest('createPrequalLink', {
            body: [
              {
                location: 'main-street',
                referral: `cart-${++sent}`,
                customerPhoneNumber: '+14155552671',
                sendSMS: true,
              },
            ],
            headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': crypto.randomUUID() },
          });
          const { code } = response.body as Partial<ProblemDetails>;
          note(`send ${response.status}${code ? ` ${code}` : ''}`);
          await turn();
          return response.status;
        }
        const isSent = async () => (await send()) === 200;
        async function keepSending() {
          while (!isOver) await send();
        }

        const shoppers = [
          ...Array.from({ length: 10 }, keepEstimating),
          ...Array.from({ length: 5 }, keepSending),
        ];
        let slowest = 0;
        const countProgress = createProgress(`A Redis that ${what}, of ${outages} times`);
        for (let outage = 0; outage < outages; outage += 1) {
          await eventually(isSent, { what: 'a text before the outage' });
          await sleep(downtimeMs);
          await fail(redis);
          await sleep(downtimeMs);
          assert.equal(await send(), 503);
          await recover(redis);
          const begin = performance.now();
          await eventually(isSent, { what: 'a text after the outage' });
          slowest = Math.max(slowest, performance.now() - begin);
          countProgress();
        }
        isOver = true;
        await Promise.all(shoppers);

        t.diagnostic(`${JSON.stringify(counts)}; back after at most ${Math.round(slowest)} ms`);
        assert.deepEqual(Object.keys(counts).sort(), [
          'estimate 200',
          'send 200',
          'send 503 store-unavailable',
        ]);
        assert.ok(slowest < maxRecoveryMs, `back after ${slowest} ms`);
        assert.ok(service.texts() > 0);
      });
    });
  }
});
