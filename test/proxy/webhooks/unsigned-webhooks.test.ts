import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { signWebhook } from '../../../src/contract/index.js';
import { createRateGate } from '../../../src/proxy/limits.js';
import { ProblemError } from '../../../src/proxy/problems.js';
import { createMemoryStore } from '../../../src/proxy/index.js';
import { createSignatureCheck } from '../../../src/proxy/webhook-signature.js';
import { rejection } from '../../support/assertions.js';
import { assertProblem, shop } from '../../support/test-proxy.js';
import {
  createTestWebhooks,
  purchased,
  secret,
  type TestWebhooks,
} from '../../support/test-proxy.js';
import { until } from '../../support/until.js';

const forged = { secret: 'another-secret-0123' };

/** A body whose bytes are counted when they are read. */
function createCountedBody() {
  const body = { reads: 0, stream: new ReadableStream() };
  body.stream = new ReadableStream(
    {
      pull(controller) {
        body.reads += 1;
        controller.enqueue(new Uint8Array(1024));
        if (body.reads === 60) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return body;
}

describe('A delivery with many signatures', () => {
  it('costs one MAC for each secret, wherever the right one is', async (t) => {
    const sign = t.mock.method(crypto.subtle, 'sign');
    const verify = t.mock.method(crypto.subtle, 'verify');
    const macs = () => sign.mock.callCount() + verify.mock.callCount();
    const bytes = new TextEncoder().encode(JSON.stringify(purchased));
    const secrets = [secret, 'another-secret-0123'];
    const check = createSignatureCheck({ secrets, header: 'svc-signature' });
    const [time, right] = (await signWebhook(bytes, secrets[1]!)).split(',') as [string, string];
    const wrong = Array.from({ length: 9 }, (_, digit) => `v1=${String(digit).repeat(64)}`);
    const many = Array<string>(10_000).fill(`v1=${'0'.repeat(64)}`);
    for (const [candidates, isSigned] of [
      [[...wrong, right], true],
      [[right, ...wrong], true],
      [wrong, false],
      [many, false],
    ] as const) {
      const before = macs();
      const headers = { 'svc-signature': [time, ...candidates].join() };
      assert.equal(await check(new Request(shop, { headers }), bytes), isSigned);
      assert.equal(macs() - before, 2);
    }
  });
});

describe('An address that sends unsigned deliveries', () => {
  it('is refused before its body is read once it is over its limit', async () => {
    const { deliver } = createTestWebhooks({ rateLimit: 2 });
    for (let count = 0; count < 3; count += 1) await deliver(purchased, forged);
    const body = createCountedBody();
    const answer = await deliver(purchased, { raw: body.stream });
    const problem = assertProblem(answer, 429, 'rate-limited');
    assert.equal(body.reads, 0);
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
    assert.equal(problem.detail, 'Too many requests from this address.');
  });

  it('is read while it is within its limit', async () => {
    const { deliver } = createTestWebhooks({ rateLimit: 2 });
    await deliver(purchased, forged);
    const body = createCountedBody();
    assertProblem(await deliver(purchased, { raw: body.stream }), 401, 'unauthorized');
    assert.equal(body.reads, 60);
  });

  it('takes nothing from other addresses', async () => {
    const clientAddress = ({ headers }: Request) => headers.get('from') ?? '203.0.113.9';
    const { deliver, events } = createTestWebhooks({ rateLimit: 1, clientAddress });
    for (let count = 0; count < 3; count += 1) await deliver(purchased, forged);
    assert.equal((await deliver(purchased, { headers: { from: '203.0.113.10' } })).status, 200);
    assert.equal(events.length, 1);
  });

  it('takes nothing from signed events where it is the address of the service, too', async () => {
    const { deliver, events } = createTestWebhooks({ rateLimit: 1 });
    await deliver({ ...purchased, payload: { turn: 0 } });
    for (let count = 0; count < 3; count += 1) await deliver(purchased, forged);
    await deliver({ ...purchased, payload: { turn: 1 } });
    assert.deepEqual(
      events.map(({ payload }) => payload['turn']),
      [0, 1],
    );
  });
});

describe('An address with 64 unfinished deliveries', () => {
  /** Begins so many deliveries, and resolves once the proxy reads all of them. */
  async function createUnfinished(
    t: TestContext,
    { deliver }: Pick<TestWebhooks, 'deliver'>,
    count: number,
  ) {
    let reads = 0;
    const endings: (() => void)[] = [];
    const answers = Array.from({ length: count }, () => {
      const raw = new ReadableStream(
        {
          pull(controller) {
            reads += 1;
            endings.push(() => controller.close());
            return new Promise<void>(() => undefined);
          },
        },
        { highWaterMark: 0 },
      );
      return deliver(purchased, { raw });
    });
    const endAll = async () => {
      for (const end of endings.splice(0)) end();
      return Promise.all(answers);
    };
    t.after(endAll);
    await until(() => reads === count);
    return { endAll };
  }

  it('is refused unread for a second, and is read again once they have ended', async (t) => {
    const proxy = createTestWebhooks();
    const { endAll } = await createUnfinished(t, proxy, 64);
    const body = createCountedBody();
    const answer = await proxy.deliver(purchased, { raw: body.stream });
    assertProblem(answer, 429, 'rate-limited');
    assert.deepEqual([body.reads, answer.headers.get('retry-after')], [0, '1']);
    for (const { status } of await endAll()) assert.equal(status, 401);
    assert.equal((await proxy.deliver(purchased)).status, 200);
  });

  it('takes nothing from other addresses', async (t) => {
    const clientAddress = ({ headers }: Request) => headers.get('from') ?? '203.0.113.9';
    const proxy = createTestWebhooks({ clientAddress });
    await createUnfinished(t, proxy, 64);
    const { status } = await proxy.deliver(purchased, { headers: { from: '203.0.113.10' } });
    assert.equal(status, 200);
  });

  it('is read where it has sent a signed event', async (t) => {
    const proxy = createTestWebhooks();
    await proxy.deliver({ ...purchased, payload: { turn: 0 } });
    await createUnfinished(t, proxy, 65);
    assert.equal((await proxy.deliver({ ...purchased, payload: { turn: 1 } })).status, 200);
  });

  it('is read once more for each that ends, and no further', async () => {
    const checkRate = createRateGate(createMemoryStore(), { rateLimit: 120, secret });
    const run = (work: () => Promise<void>) => checkRate.limitRunning('203.0.113.9', work);
    const endings: (() => void)[] = [];
    const unfinished = () => new Promise<void>((resolve) => void endings.push(resolve));
    const running = Array.from({ length: 64 }, () => run(unfinished));
    await until(() => endings.length === 64);
    endings[0]!();
    await Promise.race(running);
    running.push(run(unfinished));
    await until(() => endings.length === 65);
    await rejection(
      run(async () => undefined),
      ProblemError,
    );
    for (const end of endings) end();
    await Promise.all(running);
  });

  it('is forgotten once all of them have ended, so that addresses do not fill the memory', async (t) => {
    const set = t.mock.method(Map.prototype, 'set');
    const checkRate = createRateGate(createMemoryStore(), { rateLimit: 120, secret });
    await checkRate.limitRunning('203.0.113.9', async () => undefined);
    const remembered = set.mock.calls.filter(
      ({ arguments: [key] }) => typeof key === 'string' && key.startsWith('limit:address:'),
    );
    assert.deepEqual(
      remembered.map(({ this: map, arguments: [key] }) => (map as Map<unknown, unknown>).has(key)),
      [false],
    );
  });

  it('is ten times as many where the address is unknown', async () => {
    const checkRate = createRateGate(createMemoryStore(), { rateLimit: 120, secret });
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const run = () => checkRate.limitRunning(undefined, () => ended);
    const running = Array.from({ length: 640 }, run);
    await rejection(run(), ProblemError);
    end();
    await Promise.all(running);
  });
});

describe('An address that was refused', () => {
  it('is known until its minute ends, with its whole block', async () => {
    const clock = { now: 1 };
    const now = () => clock.now;
    const checkRate = createRateGate(createMemoryStore({ now }), { rateLimit: 1, secret, now });
    const isRefused = async (address: string) =>
      checkRate.checkRefused(address).then(
        () => false,
        () => true,
      );
    await checkRate('2001:db8::1');
    assert.equal(await isRefused('2001:db8::1'), false);
    clock.now = 20_000;
    await rejection(checkRate('2001:db8::2'), ProblemError);
    assert.equal(await isRefused('2001:db8::3'), true);
    assert.equal(await isRefused('2001:db9::1'), false);
    clock.now = 60_001;
    const refusal = await rejection(checkRate.checkRefused('2001:db8::1'), ProblemError);
    assert.equal(refusal.extras.retryAfterSeconds, 1);
    clock.now = 60_002;
    assert.equal(await isRefused('2001:db8::1'), false);
  });

  it('is not refused unread for a day after it was exempted, and counts as before', async () => {
    const clock = { now: 1 };
    const now = () => clock.now;
    const checkRate = createRateGate(createMemoryStore({ now }), { rateLimit: 1, secret, now });
    const refuse = async () => {
      await checkRate('203.0.113.9');
      await rejection(checkRate('203.0.113.9'), ProblemError);
    };
    await checkRate.exempt('203.0.113.9');
    clock.now += 24 * 60 * 60_000 - 60_001;
    await refuse();
    await checkRate.checkRefused('203.0.113.9');
    clock.now += 60_002;
    await refuse();
    await rejection(checkRate.checkRefused('203.0.113.9'), ProblemError);
  });
});
