/**
 * The ledger of texts: whatever fails, at any place, no text is sent twice. Two replicas of the proxy share a Redis;
 * shoppers double-click and ask again with the same key after every answer that leaves them in doubt, while the
 * network resets, stalls, drips and truncates, replicas are killed, and Redis is frozen and killed.
 *
 * 200 sends in `npm test`; 10,000 in `npm run trial`, or as many as `npm run trial -- --sends 50000` says.
 * Redis writes each claim to its disk here: one that forgets what it has acknowledged forgets who was texted.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { connect, createServer, type Socket } from 'node:net';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { pagePaths } from '../../src/contract/routes.js';
import { quietPort, startHttp } from '../support/servers.js';
import { createDraw, createRandom } from '../support/trial.js';
import { startRedis, withRedis } from '../support/redis.js';

/** The status of an answer, or that there was none. */
type Outcome = number | 'no answer';

/** One text that a shopper wants once, and goes on asking for. */
interface Send {
  /** The name of the purchase in the ledger. */
  readonly purchase: string;
  /** Asks a proxy, always with the same key. */
  ask(mount: string): Promise<Outcome>;
}

const mostAttempts = 8;

/** The send with this number. Every other is a pre-qualification link. */
function createSend(index: number): Send {
  const phone = `+1415${2_000_000 + index * 13}`;
  const payOverTime = {
    location: 'main-street',
    transactionId: `order-${index}`,
    amount: 1299,
    phoneNumber: phone,
    sendSMS: true,
  };
  const prequal = {
    location: 'main-street',
    referral: `cart-${index}`,
    customerPhoneNumber: phone,
    sendSMS: true,
  };
  const isPrequal = index % 2 === 1;
  const path = isPrequal ? pagePaths.createPrequalLink : pagePaths.createPayOverTimeLink;
  const key = crypto.randomUUID();
  return {
    purchase: purchaseOf(isPrequal ? prequal : payOverTime),
    async ask(mount) {
      try {
        const response = await fetch(`${mount}/financing${path}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'sec-fetch-site': 'same-origin',
            'idempotency-key': key,
          },
          body: JSON.stringify(isPrequal ? [prequal] : payOverTime),
          // Some leave before the answer is there.
          signal: AbortSignal.timeout(150 + (index % 7) * 100),
        });
        await response.arrayBuffer();
        return response.status;
      } catch {
        return 'no answer';
      }
    },
  };
}

/** Asks until it knows, and now and then once more; every fifth time with a double click. */
async function persist(
  send: Send,
  pickReplica: () => string,
  random: () => number,
  note: (outcome: Outcome) => void,
): Promise<void> {
  const enough = random() < 0.2 ? 2 : 1;
  let known = 0;
  for (let attempt = 0; attempt < mostAttempts && known < enough; attempt += 1) {
    const clicks = random() < 0.2 ? 2 : 1;
    const asked = Array.from({ length: clicks }, () => send.ask(pickReplica()));
    const outcomes = await Promise.all(asked);
    outcomes.forEach(note);
    // 200, and the failures that stay: a refusal of the service, an outcome that stays unknown.
    if (outcomes.some((outcome) => outcome === 200 || outcome === 502 || outcome === 504))
      known += 1;
    await pause(50 + random() * 250);
  }
}

/** Replicas of the proxy, each a process. */
interface Replicas {
  /** The address of one that runs; they take turns. */
  pick(): string;
  /** Ends one at once, as `kill -9` does, and starts another in its place. */
  restart(): Promise<void>;
}

const script = fileURLToPath(new URL('./replica.js', import.meta.url));

/** Starts replicas with these arguments for one test. */
async function startReplicas(
  t: TestContext,
  count: number,
  args: readonly string[],
): Promise<Replicas> {
  const children = new Set<ChildProcess>();
  t.after(() => children.forEach((child) => child.kill('SIGKILL')));

  async function start() {
    const child = fork(script, args, { execArgv: ['--import', 'tsx'] });
    children.add(child);
    child.on('exit', () => children.delete(child));
    const [url] = (await once(child, 'message')) as [string];
    return { child, url };
  }

  const running = await Promise.all(Array.from({ length: count }, start));
  let turn = 0;
  return {
    pick: () => running[turn++ % running.length]!.url,
    async restart() {
      const oldest = running.shift()!;
      oldest.child.kill('SIGKILL');
      running.push(await start());
    },
  };
}

/** A Financing Service that texts people, in a ledger. */
interface TextingService {
  readonly url: string;
  /** How often each purchase was texted: `order-1 +14155552671`. */
  readonly texts: ReadonlyMap<string, number>;
}

interface LinkBody {
  readonly transactionId?: string;
  readonly referral?: string;
  readonly phoneNumber?: string;
  readonly customerPhoneNumber?: string;
  readonly sendSMS?: boolean;
}

const answer = JSON.stringify({
  shortToken: 'short',
  longToken: 'long-token'.repeat(20),
  url: 'https://apply.example/checkout/1',
});

/**
 * Starts a service for one test. Once a request is whole, its text is sent, whatever becomes of the answer: some
 * are errors, some come late, some never.
 */
async function startTextingService(t: TestContext, random: () => number): Promise<TextingService> {
  const texts = new Map<string, number>();
  const draw = createDraw(random, { answer: 88, fail: 4, late: 5, hang: 3 });
  const url = await startHttp(t, async (req, res) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of req) chunks.push(chunk as Buffer);
    } catch {
      // It broke off: a service does not act on half a request.
      return;
    }
    const [asked] = [JSON.parse(Buffer.concat(chunks).toString())].flat() as LinkBody[];
    const purchase = purchaseOf(asked ?? {});
    if (asked?.sendSMS !== false) texts.set(purchase, (texts.get(purchase) ?? 0) + 1);

    const fate = draw();
    if (fate === 'hang') return;
    if (fate === 'late') await pause(100);
    res.writeHead(fate === 'fail' ? 500 : 200, { 'content-type': 'application/json' }).end(answer);
  });
  return { url, texts };
}

/** The name of a purchase in the ledger. */
function purchaseOf(body: LinkBody): string {
  const reference = body.transactionId ?? body.referral;
  return `${reference} ${body.phoneNumber ?? body.customerPhoneNumber}`;
}

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

const sends = Number(process.env['TRIAL_SENDS'] ?? 200);
const seed = Number(process.env['TRIAL_SEED'] ?? 20_261_120);
const isShort = sends <= 1_000;

/** Milliseconds between troubles, and the shoppers at a time. */
const { calm, shoppers } = isShort ? { calm: 200, shoppers: 24 } : { calm: 1_500, shoppers: 48 };

async function startRedisWithDisk(t: TestContext) {
  const dir = await mkdtemp(path.join(tmpdir(), 'financing-trial-'));
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
