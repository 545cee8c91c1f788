/**
 * Two replicas share a Redis, and their clocks are two minutes apart. They must act as if their clocks agreed: each
 * text is sent once, limits apply to both together, an event is handled once, and tokens of purchases and links are
 * valid at both.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { signWebhook } from '../../src/contract/index.js';
import { pagePaths } from '../../src/contract/page-paths.js';
import { signPurchase } from '../../src/proxy/index.js';
import { startCommand } from '../cli/command.js';
import { startRedis, withRedis } from '../support/redis.js';
import { startHttp } from '../support/servers.js';
import { createProgress, trialSeconds } from '../support/trial.js';
import { eventually } from '../support/until.js';

/** The number of purchases. One in ten has a text message, which stays below the limit of 200 per hour. */
const purchases = trialSeconds > 0 ? 1_500 : 50;

const minute = 60_000;
const purchaseSecret = 'purchase-secret-1f7a';
const webhookSecret = 'webhook-secret-77c0';
const json = { 'content-type': 'application/json' };

/** Moves the wall clock before the command starts. The monotonic clock (`performance.now`) doesn't move. */
const movedClock = (ms: number) =>
  encodeURIComponent(`
  const now = Date.now;
  globalThis.Date = class extends Date {
    constructor(...args) { super(...(args.length === 0 ? [now() + ${ms}] : args)); }
    static now() { return now() + ${ms}; }
  };`);

async function readBody(req: AsyncIterable<unknown>): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** Starts a service, a back end that receives events, and two replicas. */
async function start(t: TestContext, changes: Record<string, string> = {}) {
  const made = new Map<string, number>();
  const forwarded: string[] = [];
  const baseUrl = await startHttp(t, async (req, res) => {
    const { transactionId } = (await readBody(req)) as { transactionId: string };
    made.set(transactionId, (made.get(transactionId) ?? 0) + 1);
    const url = `https://apply.example/${transactionId}`;
    return res.writeHead(200, json).end(JSON.stringify({ shortToken: 's', longToken: 'l', url }));
  });
  const backEnd = await startHttp(t, async (req, res) => {
    const { payload } = (await readBody(req)) as { payload: { transactionId: string } };
    forwarded.push(payload.transactionId);
    res.end();
  });
  const redis = await startRedis(t);
  const env = {
    FINANCING_BASE_URL: baseUrl,
    FINANCING_SVC_KEY: 'key',
    FINANCING_REDIS_URL: redis.url,
    FINANCING_PURCHASE_SECRET: purchaseSecret,
    FINANCING_WEBHOOK_SECRET: webhookSecret,
    FINANCING_WEBHOOK_FORWARD: backEnd,
    FINANCING_SMS: 'on',
    FINANCING_RATE_LIMIT: '1000000',
    ...changes,
  };
  const mounts = await Promise.all(
    [-minute, minute].map((ms) =>
      startCommand(t, ['serve', '--port', '0'], { env, preload: movedClock(ms) }).listening(),
    ),
  );
  return { mounts, made, forwarded };
}

function post(url: string, body: string, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: 'POST',
    headers: { ...json, 'sec-fetch-site': 'same-origin', ...headers },
    body,
  });
}

/** Repeats a request until the response is 200, because Redis may exceed its timeout on a busy machine. */
function untilTaken(send: () => Promise<Response>): Promise<Response> {
  return eventually(async () => {
    const response = await send();
    return response.status === 200 && response;
  });
}

/** Sends a purchase to both replicas at once, and then repeats it at each. */
async function buy(mounts: readonly string[], index: number) {
  const transactionId = `order-${index}`;
  const exp = Math.floor(Date.now() / 1000) + 600;
  const isText = index % 10 === 0;
  const headers = {
    'idempotency-key': crypto.randomUUID(),
    'financing-purchase': await signPurchase({ amount: 1299, transactionId, exp }, purchaseSecret),
  };
  const body = JSON.stringify({
    location: 'main-street',
    transactionId,
    amount: 1299,
    sendSMS: isText,
    ...(isText && { phoneNumber: `+1415${2_000_000 + index * 1_000}` }),
  });
  const send = (mount: string) => post(mount + pagePaths.createPayOverTimeLink, body, headers);
  const responses = await Promise.all(mounts.map(send));
  // The second of the two may have gotten a 409. The repeated request gets the link at either replica.
  const repeated = await Promise.all(mounts.map((mount) => untilTaken(() => send(mount))));
  const [token] = [...responses, ...repeated].flatMap(
    (response) => response.headers.get('financing-link-token') ?? [],
  );
  const urls = await Promise.all(
    repeated.map(async (response) => ((await response.json()) as { url?: string }).url),
  );
  return { transactionId, token, urls, statuses: responses.map(({ status }) => status) };
}

withRedis(() => {
  describe('Two replicas whose clocks are two minutes apart', { timeout: 600_000 }, () => {
    it(`create each of ${purchases} links once, handle each event once, and both report the outcome`, async (t) => {
      const { mounts, made, forwarded } = await start(t);
      const statuses: Record<string, number> = {};
      const countProgress = createProgress(`Clocks, of ${purchases} purchases`);
      for (let index = 0; index < purchases; index += 1) {
        const { transactionId, token, urls, ...bought } = await buy(mounts, index);
        for (const status of bought.statuses) statuses[status] = (statuses[status] ?? 0) + 1;
        assert.deepEqual(urls, Array(2).fill(`https://apply.example/${transactionId}`));

        const event = JSON.stringify({
          eventType: 'TEXT_TO_PAY_COMPLETED',
          payload: { transactionId, location: 'main-street' },
        });
        const signature = { 'svc-signature': await signWebhook(event, webhookSecret) };
        // The service redelivers until it gets a 2xx. Deliver to both at once, then to each.
        const deliver = (mount: string) => post(`${mount}/webhooks`, event, signature);
        await Promise.all(mounts.map(deliver));
        for (const mount of mounts) {
          await untilTaken(() => deliver(mount));
          const headers = { authorization: `Bearer ${token}` };
          const status = await untilTaken(() => fetch(`${mount}/link-status`, { headers }));
          assert.deepEqual(await status.json(), { status: 'completed' });
        }
        countProgress();
      }
      t.diagnostic(`${purchases} purchases, first responses: ${JSON.stringify(statuses)}`);
      // A click that arrives while the first one runs at the other replica gets a 409. It gets a 504 if the other clock
      // is so far behind that the call appears to be over. Neither creates a link.
      assert.equal(
        statuses['200'],
        2 * purchases - (statuses['409'] ?? 0) - (statuses['504'] ?? 0),
      );
      assert.ok(statuses['200'] >= purchases);
      assert.deepEqual(
        [...made.values()].filter((count) => count !== 1),
        [],
      );
      assert.equal(made.size, purchases);
      assert.deepEqual(forwarded.toSorted(), [...made.keys()].sort());
    });

    it('count the links of an address together, and ask for a wait of at most a minute', async (t) => {
      const { mounts } = await start(t, {
        FINANCING_RATE_LIMIT: '120',
        FINANCING_TRUST_PAGE_AMOUNT: 'on',
      });
      const counts: Record<string, number> = {};
      const waits: number[] = [];
      for (let index = 0; index < 200; index += 1) {
        const purchase = { location: 'main-street', amount: 1299, transactionId: `order-${index}` };
        const body = JSON.stringify({ ...purchase, sendSMS: false });
        const response = await post(mounts[index % 2]! + pagePaths.createPayOverTimeLink, body);
        counts[response.status] = (counts[response.status] ?? 0) + 1;
        if (response.status === 429) waits.push(Number(response.headers.get('retry-after')));
      }
      t.diagnostic(
        `${JSON.stringify(counts)}, waits from ${Math.min(...waits)} to ${Math.max(...waits)} s`,
      );
      assert.deepEqual(counts, { 200: 120, 429: 80 });
      assert.ok(waits.every((wait) => wait >= 1 && wait <= 60));
    });
  });
});
