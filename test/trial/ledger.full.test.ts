/**
 * The ledger of texts: no text is sent twice, whatever fails. Two replicas of the proxy share a Redis, or two isolates
 * of a Worker share Durable Objects. Shoppers double-click, and retry with the same key after each response that leaves
 * the outcome open. In the meantime, the network resets, stalls, slows, and truncates connections, replicas are killed,
 * and the store is frozen and killed.
 *
 * Runs 200 sends in `npm test`, 10,000 in `npm run trial`, or as many as `npm run trial -- --sends 50000` says. Redis
 * syncs each claim to disk here. Without that, a restart would lose acknowledged claims.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startObjects, withInstalled } from '../runtimes/start-runtime.js';
import { startRedisWithDisk, withRedis } from '../support/redis.js';
import { quietPort } from '../support/servers.js';
import { createDraw, createProgress, createRandom } from '../support/trial.js';
import { startReplicas } from './replicas.js';
import {
  createTextRequest,
  createTally,
  forEachOf,
  sendUntilKnown,
  startTextingService,
} from './texts.js';

/** A connection to a server over an unreliable network. */
interface UnreliableLink {
  readonly url: string;
  /** Rejects new connections and resets existing ones. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/**
 * The fates of a request, by weight. With `lost` and `broken`, the server never receives all of it. From `cut` on,
 * it does.
 */
const fates = {
  pass: 78,
  delayed: 4,
  lost: 3,
  broken: 3,
  cut: 4,
  stalled: 2,
  truncated: 3,
  dripped: 3,
};

/** Starts a TCP proxy for one test. Requests are small, so each chunk from a client is one request. */
async function startUnreliableLink(
  t: TestContext,
  target: string,
  random: () => number,
): Promise<UnreliableLink> {
  const draw = createDraw(random, fates);
  const targetPort = Number(new URL(target).port);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    [client, upstream].forEach(keep);
    join(client, upstream, draw);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const close = async () => {
    server.close();
    for (const socket of sockets) resetConnection(socket);
    if (server.listening) await once(server, 'close');
  };
  const port = await quietPort();
  await listen(port);
  t.after(close);
  return { url: `http://127.0.0.1:${port}`, close, open: () => listen(port) };
}

function join(client: Socket, upstream: Socket, draw: () => keyof typeof fates): void {
  let fate: keyof typeof fates = 'pass';
  const reset = () => {
    resetConnection(client);
    upstream.destroy();
  };
  client.on('close', () => upstream.end());
  upstream.on('close', () => client.end());

  client.on('data', (request: Buffer) => {
    fate = draw();
    if (fate === 'lost') return reset();
    if (fate === 'broken') return void upstream.write(request.subarray(0, -20), reset);
    if (fate === 'delayed') return void setTimeout(() => upstream.write(request), 50);
    upstream.write(request, () => {
      if (fate === 'cut') resetConnection(client);
    });
  });

  upstream.on('data', (response: Buffer) => {
    if (fate === 'stalled' || client.destroyed) return;
    if (fate === 'truncated') return void client.end(response.subarray(0, -30));
    if (fate === 'dripped') return drip(client, response);
    client.write(response);
  });
}

/** Resets a connection. Node 20 can't reset a socket that is ending, and the process would never exit. */
function resetConnection(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** Sends 20 bytes every 2 ms. */
function drip(client: Socket, bytes: Buffer): void {
  if (client.destroyed || bytes.length === 0) return;
  client.write(bytes.subarray(0, 20));
  setTimeout(() => drip(client, bytes.subarray(20)), 2);
}

/** The number of texts in a run. */
const sends = Number(process.env['TRIAL_SENDS'] ?? 200);

const seed = Number(process.env['TRIAL_SEED'] ?? 20_261_120);
const isShort = sends <= 1_000;

/** The milliseconds between two troubles, and the number of shoppers at a time. */
const { calm, ...crowd } = isShort ? { calm: 200, shoppers: 24 } : { calm: 1_500, shoppers: 48 };

type Trouble = () => Promise<void>;

/**
 * Causes one trouble after another: each one once in a short run, otherwise until the run is over. Returns their
 * number.
 */
async function makeTrouble(
  troubles: readonly Trouble[],
  isOver: { readonly value: boolean },
): Promise<number> {
  let happened = 0;
  for (; happened < troubles.length || (!isShort && !isOver.value); happened += 1) {
    await sleep(calm);
    await troubles[happened % troubles.length]!();
  }
  return happened;
}

interface Proxies {
  /** Returns the URL of a running proxy, in turns. */
  pick(): string;
  readonly troubles: readonly Trouble[];
}

/**
 * Starts a service behind an unreliable network, starts proxies, and requests all texts while there is trouble. Asserts
 * that none was sent twice, and that each text that was reported as sent was sent.
 */
async function holdLedger(
  t: TestContext,
  startProxies: (serviceUrl: string) => Promise<Proxies>,
  { shoppers = crowd.shoppers } = {},
): Promise<void> {
  const random = createRandom(seed);
  const service = await startTextingService(t, random);
  const link = await startUnreliableLink(t, service.url, random);
  const proxies = await startProxies(link.url);
  const troubles = [
    ...proxies.troubles,
    async () => {
      await link.close();
      await sleep(100);
      await link.open();
    },
  ];
  const all = Array.from({ length: sends }, (_, index) => createTextRequest(index));
  const { reportedAsSent, counts, recordOutcomeOf } = createTally();
  const countProgress = createProgress(`Ledger, of ${sends} sends`);

  const isOver = { value: false };
  const troubled = makeTrouble(troubles, isOver);
  await forEachOf(all, shoppers, async (request) => {
    await sendUntilKnown(request, proxies.pick, random, recordOutcomeOf(request));
    countProgress();
  });
  isOver.value = true;
  const happened = await troubled;
  // Everything works again, and each shopper sends the request once more.
  await forEachOf(all, shoppers, async (request) =>
    recordOutcomeOf(request)(await request.send(proxies.pick())),
  );

  const twice = [...service.texts].filter(([, count]) => count > 1);
  const texts = service.texts.size;
  t.diagnostic(
    `seed ${seed}: ${sends} sends, ${texts} texted, ${reportedAsSent.size} reported as sent, ${happened} troubles; responses: ` +
      JSON.stringify(counts),
  );
  assert.deepEqual(twice, [], 'texted twice');
  assert.deepEqual(
    [...reportedAsSent].filter((purchase) => !service.texts.has(purchase)),
    [],
    'reported as sent, but not texted',
  );
  assert.ok(
    texts > sends / 2,
    `only ${texts} were texted at all; responses: ${JSON.stringify(counts)}`,
  );
  const doubts = ['409', '503', '504', 'no response'].map((outcome) => counts[outcome] ?? 0);
  assert.ok(doubts.reduce((a, b) => a + b) > sends / 10, 'there was hardly any trouble');
}

interface Store {
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  start(): Promise<void>;
}

const troublesOf = (store: Store) => [
  async () => {
    store.freeze();
    await sleep(400);
    store.thaw();
  },
  async () => {
    await store.kill();
    await sleep(100);
    await store.start();
  },
];

const options = { timeout: 1_800_000 };

withRedis(() => {
  describe(`${sends} texts through two replicas, an unreliable network, and an unreliable Redis`, () => {
    it('are each sent at most once', options, (t) =>
      holdLedger(t, async (serviceUrl) => {
        const redis = await startRedisWithDisk(t);
        const { pick, restart } = await startReplicas(t, 2, [serviceUrl, redis.url]);
        return { pick, troubles: [restart, ...troublesOf(redis)] };
      }),
    );
  });
});

withInstalled('workerd', () => {
  describe(`${sends} texts through two isolates, an unreliable network, and unreliable objects`, () => {
    it('are each sent at most once', options, (t) =>
      holdLedger(
        t,
        async (serviceUrl) => {
          const objects = await startObjects(t, { serviceUrl, timeout: 500 });
          let turn = 0;
          const pick = () => objects.urls[turn++ % 2]!;
          return { pick, troubles: troublesOf(objects) };
        },
        // Here, isolates and objects share one process, which uses one core.
        { shoppers: 6 },
      ),
    );
  });
});
