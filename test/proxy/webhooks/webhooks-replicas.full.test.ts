import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { openRedis } from '../../../src/cli/serve/open-store.js';
import type { FinancingProxyOptions } from '../../../src/proxy/index.js';
import { patient, startRedis, withRedis } from '../../support/redis.js';
import { assertNoSentinel } from '../../support/secrets.js';
import {
  askStatus,
  assertProblem,
  linkToken,
  createTestWebhooks,
  purchased,
} from '../../support/test-proxy.js';
import { eventually } from '../../support/until.js';

/** A replica of the proxy on the Redis at a URL. */
function replica(t: TestContext, url: string, webhooks?: FinancingProxyOptions['webhooks']) {
  const store = openRedis(url);
  t.after(() => store.close());
  return createTestWebhooks({ store, ...(webhooks && { webhooks }) });
}

withRedis(() => {
  describe('Two replicas on one Redis', { timeout: 120_000 }, () => {
    it('handle an event once of five times at each', async (t) => {
      const url = patient((await startRedis(t)).url);
      const [one, other] = [replica(t, url), replica(t, url)];
      for (let i = 0; i < 5; i++) {
        assert.equal((await one.deliver(purchased)).status, 200);
        assert.equal((await other.deliver(purchased)).status, 200);
      }
      assert.equal(one.events.length + other.events.length, 1);
    });

    it('handle an event once that comes to both at the same moment', async (t) => {
      const url = patient((await startRedis(t)).url);
      const replicas = [replica(t, url), replica(t, url)];
      const answers = await Promise.all(
        [...replicas, ...replicas].map(({ deliver }) => deliver(purchased)),
      );
      assert.ok(answers.every(({ status }) => status === 200 || status === 503));
      assert.equal(replicas.flatMap(({ events }) => events).length, 1);
    });

    it('handle at one what failed at the other', async (t) => {
      const url = patient((await startRedis(t)).url);
      const onEvent = () => {
        throw new Error('down');
      };
      assertProblem(await replica(t, url, { onEvent }).deliver(purchased), 502, 'service-error');
      const other = replica(t, url);
      assert.equal((await other.deliver(purchased)).status, 200);
      assert.equal(other.events.length, 1);
    });

    it('tell the page at one what the service told the other', async (t) => {
      const url = patient((await startRedis(t)).url);
      const [one, other] = [replica(t, url), replica(t, url)];
      const token = await linkToken(one);
      assert.deepEqual((await askStatus(other, token)).body, { status: 'pending' });
      await other.deliver(purchased);
      assert.deepEqual((await askStatus(one, token)).body, { status: 'completed' });
      assert.deepEqual((await askStatus(other, token)).body, { status: 'completed' });
    });

    it('tell it when the event came to the other before the link', async (t) => {
      const url = patient((await startRedis(t)).url);
      const [one, other] = [replica(t, url), replica(t, url)];
      await other.deliver(purchased);
      assert.deepEqual((await askStatus(one, await linkToken(one))).body, { status: 'completed' });
    });

    it('replay an answer with the same token', async (t) => {
      const url = patient((await startRedis(t)).url);
      const key = { 'idempotency-key': 'key-0123456789abcdef' };
      const token = await linkToken(replica(t, url), {}, key);
      assert.equal(await linkToken(replica(t, url), {}, key), token);
    });

    it('keep no event, reference or token in Redis', async (t) => {
      const redis = await startRedis(t);
      const proxy = replica(t, patient(redis.url));
      const token = await linkToken(proxy, {}, { 'idempotency-key': 'key-0123456789abcdef' });
      await proxy.deliver(purchased);
      await proxy.deliver({ eventType: 'TRANSACTION_VOIDED', payload: { phone: '2125550123' } });
      const keys = (await redis.command('KEYS', '*')) as [string, ...string[]];
      const values = (await redis.command('MGET', ...keys)) as (string | null)[];
      const dump = JSON.stringify([keys, values]);
      assert.match(dump, /financing:link:token:/);
      assert.match(dump, /financing:webhook:/);
      assertNoSentinel(dump, { token: token!, reference: 'order-1', phone: '2125550123' });
    });

    it('answer 503 while Redis is gone, and handle what comes again when it is back', async (t) => {
      const redis = await startRedis(t);
      const token = await linkToken(replica(t, patient(redis.url)));
      const proxy = replica(t, redis.url);
      // Its first connection may take a busy machine longer than a store waits.
      await eventually(async () => (await askStatus(proxy, token)).status === 200);
      await redis.kill();
      assertProblem(await proxy.deliver(purchased), 503, 'store-unavailable');
      assertProblem(await askStatus(proxy, token), 503, 'store-unavailable');
      const { status, headers } = await proxy.ask('createPayOverTimeLink');
      assert.deepEqual([status, headers.get('financing-link-token')], [200, null]);
      assert.deepEqual(proxy.events, []);
      await redis.start();
      await eventually(async () => (await proxy.deliver(purchased)).status === 200);
      // Perhaps more than once: where Redis is too late to note it, the service is to send it again.
      assert.deepEqual(proxy.events[0], purchased);
    });
  });
});
