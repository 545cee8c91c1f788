/**
 * Ten replicas share a Redis: the limit of texts applies to all of them together, and no purchase is texted twice. Also
 * measures the number of Redis commands per request.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  withLongTimeout,
  type RedisServer,
  startRedisWithDisk,
  withRedis,
} from '../support/redis.js';
import { startReplicas } from './replicas.js';
import { createTextRequest, forEachOf, startTextingService } from './texts.js';

const replicaCount = 10;
const options = { timeout: 600_000 };

/** Returns how often clients have called the commands of the store. A script counts as one command. */
async function commandsOf(redis: RedisServer): Promise<number> {
  const info = String(await redis.command('INFO', 'commandstats'));
  const counts = [...info.matchAll(/cmdstat_(?:eval|set):calls=(\d+)/g)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

const tally = (statuses: readonly (number | string)[]) =>
  statuses.reduce<Record<string, number>>(
    (counts, status) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {},
  );

withRedis(() => {
  describe(`${replicaCount} replicas on one Redis`, () => {
    it('send as many texts as a single replica would, and each only once', options, async (t) => {
      const redis = await startRedisWithDisk(t);
      const service = await startTextingService(t, () => 0.1);
      const replicas = await startReplicas(t, replicaCount, [
        service.url,
        withLongTimeout(redis.url),
        'limited',
        '1000000',
      ]);
      // These numbers differ in more than their last four digits.
      const sends = Array.from({ length: 260 }, (_, index) => createTextRequest(index * 800));
      const before = await commandsOf(redis);
      const statuses: (number | string)[] = [];
      for (let round = 0; round < 2; round += 1) {
        await forEachOf(sends, 16, async (request) => {
          const clicks = [request.send(replicas.pick()), request.send(replicas.pick())];
          statuses.push(...(await Promise.all(clicks)));
        });
      }
      const commands = (await commandsOf(redis)) - before;
      t.diagnostic(
        `${sends.length} purchases, ${statuses.length} requests, ${service.texts.size} texts; ` +
          `${(commands / statuses.length).toFixed(1)} commands a request; ${JSON.stringify(tally(statuses))}`,
      );
      assert.equal(service.texts.size, 200);
      assert.deepEqual(
        [...service.texts].filter(([, count]) => count > 1),
        [],
        'texted twice',
      );
    });
  });
});
