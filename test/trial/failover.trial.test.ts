/**
 * A Redis that fails over to its replica while shoppers ask for texts: as planned (`FAILOVER`, which waits for the replica
 * to have all writes), and after the primary was killed. Two replicas of the proxy reach Redis under one address, which
 * leads to the new primary after each failover, as with a managed Redis.
 */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type RedisServer, replicate, startRedis, withRedis } from '../support/redis.js';
import { startTcp } from '../support/servers.js';
import { createProgress, createRandom, trialSeed, trialSeconds } from '../support/trial.js';
import { eventually } from '../support/until.js';
import { startReplicas } from './replicas.js';
import { createSend, createTally, forEachOf, persist, startTextingService } from './texts.js';

const seed = Number(trialSeed ?? 20_261_122);
const failovers = trialSeconds > 0 ? 10 : 2;
const shoppers = 24;

/** Milliseconds until texts go out again. */
const mostTime = trialSeconds > 0 ? 2_000 : 10_000;

/** A busy machine takes its time. */
const patient = { ms: 120_000 };

/** A primary and its replica. */
interface Pair {
  primary: RedisServer;
  replica: RedisServer;
}

/** An address that leads to one server after another. */
async function startAddress(t: TestContext, first: RedisServer) {
  let target = first;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const url = await startTcp(t, (client) => {
    const server = connect(target.port, '127.0.0.1');
    [client, server].forEach(keep);
    client.pipe(server).pipe(client);
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  });
  return {
    url: url.replace('http:', 'redis:'),
    leadTo(server: RedisServer) {
      target = server;
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function roleOf(server: RedisServer): Promise<unknown> {
  const [role] = (await server.command('ROLE')) as [string];
  return role;
}

const ways: Record<string, (pair: Pair) => Promise<void>> = {
  async 'as planned'({ primary, replica }) {
    await primary.command('FAILOVER', 'TO', '127.0.0.1', String(replica.port), 'TIMEOUT', '5000');
    await eventually(async () => (await roleOf(replica)) === 'master');
  },
  async 'after its primary was killed'({ primary, replica }) {
    await primary.kill();
    await replica.command('REPLICAOF', 'NO', 'ONE');
  },
};

withRedis(() => {
  for (const [way, failOver] of Object.entries(ways)) {
    describe(`A Redis that fails over ${failovers} times, ${way}`, { timeout: 600_000 }, () => {
      it(`costs no second text, and texts go out again within ${mostTime} ms`, async (t) => {
        const random = createRandom(seed);
        const pair = { primary: await startRedis(t), replica: await startRedis(t) };
        await replicate(pair.primary, pair.replica);
        const address = await startAddress(t, pair.primary);
        const service = await startTextingService(t, random);
        const replicas = await startReplicas(t, 2, [service.url, address.url]);

        const { counts, told, noting } = createTally();
        const all: ReturnType<typeof createSend>[] = [];
        let isOver = false;
        t.after(() => (isOver = true));
        function* sends() {
          while (!isOver) {
            const send = createSend(all.length);
            all.push(send);
            yield send;
          }
        }
        const asking = forEachOf(sends(), shoppers, (send) =>
          persist(send, replicas.pick, random, noting(send)),
        );

        const sayProgress = createProgress(`Failover ${way}, of ${failovers}`);
        let slowest = 0;
        for (let count = 0; count < failovers; count += 1) {
          const before = told.size;
          await eventually(async () => told.size > before + 50, patient);
          const begin = performance.now();
          await failOver(pair);
          const moved = told.size;
          address.leadTo(pair.replica);
          await eventually(async () => told.size > moved, patient);
          slowest = Math.max(slowest, performance.now() - begin);
          // The old primary comes back as the replica of the new one.
          const { primary, replica } = pair;
          if (way !== 'as planned') await primary.start();
          await replicate(replica, primary);
          Object.assign(pair, { primary: replica, replica: primary });
          sayProgress();
        }
        await pause(500);
        isOver = true;
        await asking;
        await forEachOf(all, shoppers, async (send) =>
          noting(send)(await send.ask(replicas.pick())),
        );

        t.diagnostic(
          `seed ${seed}: ${all.length} sends, ${service.texts.size} texted, ${told.size} known to be; back after at ` +
            `most ${Math.round(slowest)} ms; answers: ${JSON.stringify(counts)}`,
        );
        const twice = [...service.texts].filter(([, count]) => count > 1);
        assert.deepEqual(twice, [], 'texted twice');
        assert.ok((counts['503'] ?? 0) + (counts['no answer'] ?? 0) > 0, 'no send met a failover');
        assert.ok(slowest < mostTime, `back after ${slowest} ms`);
      });
    });
  }
});
