/** A run of the ledger: texts through a bad network, with troubles of the store, and what must hold afterwards. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { quietPort } from '../support/servers.js';
import { createDraw, createProgress, createRandom } from '../support/trial.js';
import { createSend, createTally, forEachOf, persist, startTextingService } from './texts.js';

/** A connection to a server, which does what networks do. */
interface UnreliableLink {
  readonly url: string;
  /** Refuses connections, and resets those there are. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** What becomes of a request. Up to `broken`, the server never sees it whole; from `cut` on, it does. */
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

/** Starts a TCP proxy before a server for one test. It takes each chunk of a client for a request, as they are small. */
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

  upstream.on('data', (answer: Buffer) => {
    if (fate === 'stalled' || client.destroyed) return;
    if (fate === 'truncated') return void client.end(answer.subarray(0, -30));
    if (fate === 'dripped') return drip(client, answer);
    client.write(answer);
  });
}

/** Resets a connection. On one that it is just ending, Node 20 fails to, and the process would never end. */
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

/** How many texts a run asks for. */
export const sends = Number(process.env['TRIAL_SENDS'] ?? 200);

const seed = Number(process.env['TRIAL_SEED'] ?? 20_261_120);
const isShort = sends <= 1_000;

/** Milliseconds between troubles, and the shoppers at a time. */
const { calm, ...crowd } = isShort ? { calm: 200, shoppers: 24 } : { calm: 1_500, shoppers: 48 };

type Trouble = () => Promise<void>;

/** Makes one trouble after the other: in a short run each once, else until it is over. Resolves with how many. */
async function makeTrouble(
  troubles: readonly Trouble[],
  isOver: { readonly value: boolean },
): Promise<number> {
  let happened = 0;
  for (; happened < troubles.length || (!isShort && !isOver.value); happened += 1) {
    await pause(calm);
    await troubles[happened % troubles.length]!();
  }
  return happened;
}

/** The proxies of a run. */
export interface Proxies {
  /** The address of one that runs; they take turns. */
  pick(): string;
  readonly troubles: readonly Trouble[];
}

/**
 * Starts a service behind a bad network, and proxies by its URL; asks for all texts while there is trouble. Asserts that
 * none was sent twice, and that each was sent that a shopper was told of.
 */
export async function holdLedger(
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
      await pause(100);
      await link.open();
    },
  ];
  const all = Array.from({ length: sends }, (_, index) => createSend(index));
  const { told, counts, noting } = createTally();
  const sayProgress = createProgress(`Ledger, of ${sends} sends`);

  const isOver = { value: false };
  const troubled = makeTrouble(troubles, isOver);
  await forEachOf(all, shoppers, async (send) => {
    await persist(send, proxies.pick, random, noting(send));
    sayProgress();
  });
  isOver.value = true;
  const happened = await troubled;
  // All is well again, and each shopper asks once more.
  await forEachOf(all, shoppers, async (send) => noting(send)(await send.ask(proxies.pick())));

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
  assert.ok(
    texts > sends / 2,
    `only ${texts} were texted at all; answers: ${JSON.stringify(counts)}`,
  );
  const doubts = ['409', '503', '504', 'no answer'].map((outcome) => counts[outcome] ?? 0);
  assert.ok(doubts.reduce((a, b) => a + b) > sends / 10, 'there was hardly any trouble');
}
