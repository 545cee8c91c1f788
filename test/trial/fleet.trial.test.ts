/**
 * Ten replicas of the proxy on one Redis: limits hold for all of them together, to the request, and no purchase is texted
 * twice. And what of their work Redis carries: its commands for a page view and for a text, and its share of the cores.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { pagePaths } from '../../src/contract/routes.js';
import { financed } from '../support/samples.js';
import { patient, type RedisServer, startRedisWithDisk, withRedis } from '../support/redis.js';
import { startHttp } from '../support/servers.js';
import { createProgress, createRandom } from '../support/trial.js';
import { startReplicas } from './replicas.js';
import { createSend, forEachOf, startTextingService } from './texts.js';

const replicaCount = 10;
const options = { timeout: 600_000 };

/** Page views that are measured, twice. */
const views = 2_000;

/** Different pages of the shop, each with nine amounts. */
const pages = 500;

/** How often clients have called these commands, and the time that Redis has spent on a core, in ms. */
async function usageOf(redis: RedisServer) {
  const info = String(await redis.command('INFO', 'everything'));
  const read = (pattern: RegExp) => Number(pattern.exec(info)?.[1] ?? 0);
  return {
    // The commands within a script count for the script; no script of the store calls one of these for itself.
    scripts: read(/cmdstat_eval:calls=(\d+)/),
    sets: read(/cmdstat_set:calls=(\d+)/),
    cpuTime: 1_000 * (read(/used_cpu_user:([\d.]+)/) + read(/used_cpu_sys:([\d.]+)/)),
  };
}

/** A service with an estimate for each amount. */
const startEstimator = (t: TestContext) =>
  startHttp(t, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const items = JSON.parse(Buffer.concat(chunks).toString()) as { id: string }[];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(items.map(({ id }) => financed(id))));
  });

/** Views a page, from an address. */
async function viewPage(mount: string, page: number, address: string): Promise<number> {
  const path = `${pagePaths.estimatePayments}?location=main-street`;
  const items = Array.from({ length: 9 }, (_, index) => ({
    id: `item-${index}`,
    totalAmount: 100 + page * 9 + index,
  }));
  const response = await fetch(`${mount}/financing${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(items),
  });
  await response.arrayBuffer();
  return response.status;
}

const tally = (statuses: readonly (number | string)[]) =>
  statuses.reduce<Record<string, number>>(
    (counts, status) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {},
  );

withRedis(() => {
  describe(`${replicaCount} replicas on one Redis`, () => {
    it('let an address make as many requests as one replica would', options, async (t) => {
      const redis = await startRedisWithDisk(t);
      const service = await startEstimator(t);
      const replicas = await startReplicas(t, replicaCount, [
        service,
        patient(redis.url),
        'limited',
      ]);
      for (let index = 0; index < replicaCount; index += 1) {
        assert.equal(await viewPage(replicas.pick(), 0, `198.51.100.${index}`), 200);
      }
      const statuses: number[] = [];
      const asked = performance.now();
      await forEachOf(Array(400).keys(), 40, async () => {
        statuses.push(await viewPage(replicas.pick(), 0, '203.0.113.7'));
      });
      assert.ok(performance.now() - asked < 60_000, 'more than one window passed');
      assert.deepEqual(tally(statuses), { 200: 120, 429: 280 });
    });

    it('send as many texts as one would, and each once', options, async (t) => {
      const redis = await startRedisWithDisk(t);
      const service = await startTextingService(t, () => 0.1);
      const replicas = await startReplicas(t, replicaCount, [
        service.url,
        patient(redis.url),
        'limited',
        '1000000',
      ]);
      // Numbers that differ in more than their last four digits.
      const sends = Array.from({ length: 260 }, (_, index) => createSend(index * 800));
      const before = await usageOf(redis);
      const statuses: (number | string)[] = [];
      for (let round = 0; round < 2; round += 1) {
        await forEachOf(sends, 16, async (send) => {
          const clicks = [send.ask(replicas.pick()), send.ask(replicas.pick())];
          statuses.push(...(await Promise.all(clicks)));
        });
      }
      const after = await usageOf(redis);
      const commands = after.scripts - before.scripts + after.sets - before.sets;
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

    it('leave little of the work to Redis', options, async (t) => {
      const random = createRandom(17);
      const redis = await startRedisWithDisk(t);
      const replicas = await startReplicas(t, replicaCount, [
        await startEstimator(t),
        patient(redis.url),
      ]);
      const sayProgress = createProgress('Fleet: page views');
      const visit = async () => {
        // A few pages are seen most of the time.
        const page = Math.floor(random() ** 3 * pages);
        const address = `198.51.${Math.floor(random() * 100)}.${Math.floor(random() * 250)}`;
        assert.equal(await viewPage(replicas.pick(), page, address), 200);
        sayProgress();
      };
      const measure = async (count: number) => {
        const [before, cpuBefore] = [await usageOf(redis), await replicas.cpuTime()];
        await forEachOf(Array(count).keys(), 16, visit);
        const [after, cpuAfter] = [await usageOf(redis), await replicas.cpuTime()];
        return {
          scripts: (after.scripts - before.scripts) / count,
          redisMs: (after.cpuTime - before.cpuTime) / count,
          replicaMs: (cpuAfter - cpuBefore) / count,
        };
      };
      const first = await measure(views);
      const later = await measure(views);
      for (const [when, { scripts, redisMs, replicaMs }] of Object.entries({ first, later })) {
        t.diagnostic(
          `${when} ${views} views: ${scripts.toFixed(2)} commands a view; Redis ${redisMs.toFixed(3)} ms of a core, ` +
            `replicas ${replicaMs.toFixed(3)} ms: ${((100 * redisMs) / (redisMs + replicaMs)).toFixed(0)}% of the work`,
        );
      }
      // One to count the address, one to look up and one to store what no replica knew.
      assert.ok(first.scripts < 3);
      assert.ok(later.scripts >= 1 && later.scripts < 1.5, `${later.scripts} commands a view`);
      assert.ok(later.redisMs < later.replicaMs / 2);
    });
  });
});
