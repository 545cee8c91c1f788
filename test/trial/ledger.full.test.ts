/**
 * The ledger of texts: whatever fails, at any place, nobody is texted twice. Two replicas of the proxy share a Redis;
 * shoppers double-click and ask again with the same key after every answer that leaves them in doubt, while the
 * network resets, stalls, drips and truncates, replicas are killed, and Redis is frozen and killed.
 *
 * 200 sends in `npm test`; 10,000 in `npm run trial`, or as many as `npm run trial -- --sends 50000` says.
 * Redis writes each claim to its disk here: one that forgets what it has acknowledged forgets who was texted.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startRedis, withRedis } from '../support/redis.js';
import { createRandom } from './random.js';
import { startReplicas } from './replicas.js';
import { createSend, persist, type Outcome, type Send } from './shopper.js';
import { startTextingService } from './texting-service.js';
import { startUnreliableLink } from './unreliable-link.js';

const sends = Number(process.env['TRIAL_SENDS'] ?? 200);
const seed = Number(process.env['TRIAL_SEED'] ?? 20_261_120);
const isShort = sends <= 1_000;

/** Milliseconds between troubles, and the shoppers at a time. */
const { calm, shoppers } = isShort ? { calm: 200, shoppers: 24 } : { calm: 1_500, shoppers: 48 };

async function startRedisWithDisk(t: TestContext) {
  const dir = await mkdtemp(join(tmpdir(), 'financing-trial-'));
  const redis = await startRedis(t, '--appendonly', 'yes', '--appendfsync', 'always', '--dir', dir);
  t.after(() => rm(dir, { recursive: true, force: true }));
  return redis;
}

/** Works at as many things at a time as there are shoppers. */
async function forEachOf<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const queue = all.values();
  const worker = async () => {
    for (const each of queue) await work(each);
  };
  await Promise.all(Array.from({ length: shoppers }, worker));
}

/** Makes one trouble after the other: in a short run each once, else until it is over. Resolves with how many. */
async function makeTrouble(
  troubles: readonly (() => Promise<void>)[],
  isOver: { readonly value: boolean },
): Promise<number> {
  let happened = 0;
  for (; happened < troubles.length || (!isShort && !isOver.value); happened += 1) {
    await pause(calm);
    await troubles[happened % troubles.length]!();
  }
  return happened;
}

withRedis(() => {
  describe(`${sends} texts through two replicas, a bad network and a Redis that comes and goes`, () => {
    it('are sent at most once each', { timeout: 1_800_000 }, async (t) => {
      const random = createRandom(seed);
      const redis = await startRedisWithDisk(t);
      const service = await startTextingService(t, random);
      const link = await startUnreliableLink(t, service.url, random);
      const replicas = await startReplicas(t, 2, [link.url, redis.url]);

      const troubles = [
        () => replicas.restart(),
        async () => {
          redis.freeze();
          await pause(400);
          redis.thaw();
        },
        async () => {
          await link.close();
          await pause(100);
          await link.open();
        },
        async () => {
          await redis.kill();
          await pause(100);
          await redis.start();
        },
      ];
      const all = Array.from({ length: sends }, (_, index) => createSend(index));
      const told = new Set<string>();
      const counts: Record<string, number> = {};
      const noting =
        ({ purchase }: Send) =>
        (outcome: Outcome) => {
          counts[outcome] = (counts[outcome] ?? 0) + 1;
          if (outcome === 200) told.add(purchase);
        };

      const isOver = { value: false };
      const troubled = makeTrouble(troubles, isOver);
      await forEachOf(all, (send) => persist(send, replicas.pick, random, noting(send)));
      isOver.value = true;
      const happened = await troubled;
      // All is well again, and everybody asks once more.
      await forEachOf(all, async (send) => noting(send)(await send.ask(replicas.pick())));

      const twice = [...service.texts].filter(([, count]) => count > 1);
      const texts = service.texts.size;
      t.diagnostic(
        `seed ${seed}: ${sends} sends, ${texts} texted, ${told.size} known to be, ${happened} troubles; answers: ` +
          JSON.stringify(counts),
      );
      assert.deepEqual(twice, [], 'texted twice');
      assert.deepEqual(
        [...told].filter((purchase) => !service.texts.has(purchase)),
        [],
        'told so, and not texted',
      );
      assert.ok(texts > sends / 2, `only ${texts} were texted at all`);
      const doubts = ['409', '503', '504', 'no answer'].map((outcome) => counts[outcome] ?? 0);
      assert.ok(doubts.reduce((a, b) => a + b) > sends / 10, 'there was hardly any trouble');
    });
  });
});
