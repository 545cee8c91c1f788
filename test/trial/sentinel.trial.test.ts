/**
 * A Redis behind Sentinels fails over while texts are sent: no purchase is texted twice, texts are sent again without
 * help, and no claim is lost that a replica has.
 */
import assert from 'node:assert/strict';
import { connect as connectSocket, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import {
  connectStore,
  minuteMs,
  withLongTimeout,
  type RedisServer,
  type SentinelGroup,
  startSentinels,
  withRedis,
  acceptsWrites,
} from '../support/redis.js';
import { startTcp } from '../support/servers.js';
import { createProgress, createRandom, trialSeconds } from '../support/trial.js';
import { eventually } from '../support/until.js';
import { startReplicas } from './replicas.js';
import {
  createTextRequest,
  createTally,
  forEachOf,
  sendUntilKnown,
  startTextingService,
} from './texts.js';

const options = { timeout: 600_000 };
const failovers = trialSeconds > 0 ? 3 : 1;

/** Ways to make a replica the primary. */
const ways: Record<string, (group: SentinelGroup, primary: RedisServer) => Promise<void>> = {
  'after its primary was killed': (_group, primary) => primary.kill(),
  async 'on an operator’s request'({ sentinels }) {
    // Sentinel refuses while it still handles the previous failover.
    await eventually(async () => sentinels[0]!.command('SENTINEL', 'FAILOVER', 'mymaster'));
  },
};

/** Fails over, and returns the milliseconds until `isBack` returns true. */
async function failOver(
  group: SentinelGroup,
  way: (typeof ways)[string],
  isBack: () => Promise<boolean>,
): Promise<number> {
  const primary = await group.primary();
  const begin = performance.now();
  await way(group, primary);
  await eventually(async () => (await group.primary()) !== primary);
  await eventually(isBack);
  return Math.round(performance.now() - begin);
}

/** Delays the replication by this many milliseconds. */
async function delayReplicas(t: TestContext, group: SentinelGroup, ms: number): Promise<void> {
  const primary = await group.primary();
  const sockets = new Set<Socket>();
  const url = await startTcp(t, (replica) => {
    const server = connectSocket(primary.port, '127.0.0.1');
    for (const socket of [replica, server]) sockets.add(socket.on('error', () => undefined));
    replica.pipe(server);
    server.on('data', (bytes) => void setTimeout(() => replica.write(bytes), ms));
    // Data in transit is lost with the primary.
    server.on('close', () => replica.destroy());
    replica.on('close', () => server.destroy());
  });
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  const replicas = group.servers.filter((server) => server !== primary);
  for (const replica of replicas) {
    await replica.command('REPLICAOF', '127.0.0.1', new URL(url).port);
  }
  for (const replica of replicas) {
    await eventually(async () =>
      String(await replica.command('INFO', 'replication')).includes('master_link_status:up'),
    );
  }
}

withRedis(() => {
  for (const [name, way] of Object.entries(ways)) {
    it(`${failovers} failovers ${name} cause no second text`, options, async (t) => {
      const random = createRandom(20_261_122);
      const group = await startSentinels(t);
      await delayReplicas(t, group, 20);
      const service = await startTextingService(t, random);
      const replicas = await startReplicas(t, 2, [service.url, `${group.url}?replicas=1`]);
      const { counts, reportedAsSent, recordOutcomeOf } = createTally();
      const all: ReturnType<typeof createTextRequest>[] = [];
      let isOver = false;
      t.after(() => (isOver = true));
      function* sends() {
        while (!isOver) {
          all.push(createTextRequest(all.length));
          yield all.at(-1)!;
        }
      }
      const sending = forEachOf(sends(), 24, (request) =>
        sendUntilKnown(request, replicas.pick, random, recordOutcomeOf(request)),
      );
      const times: number[] = [];
      const countProgress = createProgress(`Failover ${name}`);
      for (let count = 0; count < failovers; count += 1) {
        const before = reportedAsSent.size;
        await eventually(async () => reportedAsSent.size > before + 50, { ms: 120_000 });
        const old = await group.primary();
        let moved = Infinity;
        times.push(
          await failOver(
            group,
            async (...args) => {
              await way(...args);
              moved = reportedAsSent.size;
            },
            async () => reportedAsSent.size > moved + 5,
          ),
        );
        if (name === 'after its primary was killed') await old.start();
        // It stays a primary for some seconds. In the meantime, a Sentinel could choose it for another failover, which
        // would lose everything since.
        await eventually(
          async () => String(await old.command('INFO', 'replication')).includes('link_status:up'),
          { ms: 120_000 },
        );
        countProgress();
      }
      isOver = true;
      await sending;
      await forEachOf(all, 24, async (request) =>
        recordOutcomeOf(request)(await request.send(replicas.pick())),
      );
      t.diagnostic(
        `${all.length} sends, ${service.texts.size} texted; texts again after ${times.join(', ')} ms; ` +
          `responses: ${JSON.stringify(counts)}`,
      );
      assert.deepEqual(
        [...service.texts].filter(([, count]) => count > 1),
        [],
        'texted twice',
      );
      assert.ok((counts['503'] ?? 0) + (counts['no response'] ?? 0) > 0, 'no send met a failover');
    });
  }

  describe('A failover loses no claim that a replica has acknowledged', () => {
    for (const [name, way] of Object.entries(ways)) {
      it(name, options, async (t) => {
        const group = await startSentinels(t);
        const store = connectStore(t, group.url, { replicas: 1 });
        await eventually(() => acceptsWrites(store));
        await delayReplicas(t, group, 20);
        const claimed = new Set<string>();
        let refused = 0;
        let next = 0;
        let isOver = false;
        t.after(() => (isOver = true));
        const writing = Array.from({ length: 16 }, async () => {
          while (!isOver) {
            const key = `claim-${next++}`;
            try {
              if (await store.claim(key, 'value', 10 * minuteMs)) claimed.add(key);
            } catch {
              refused += 1;
              // Without this wait, it would try a million times while there is no primary.
              await new Promise((resolve) => setTimeout(resolve, 5));
            }
          }
        });
        await eventually(async () => claimed.size > 2_000);
        const away = await failOver(group, way, () => acceptsWrites(store));
        isOver = true;
        await Promise.all(writing);
        // A busy machine can exceed the default timeout of a store.
        const patientStore = connectStore(t, withLongTimeout(group.url));
        await eventually(() => acceptsWrites(patientStore));
        const lost: string[] = [];
        for (const key of claimed) {
          const found = await eventually(async () => ({ value: await patientStore.get(key) }));
          if (found.value === undefined) lost.push(key);
        }
        t.diagnostic(
          `${claimed.size} claims acknowledged, ${refused} refused, away for ${away} ms`,
        );
        assert.deepEqual(lost, []);
      });
    }
  });
});
