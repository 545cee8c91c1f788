import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { FinancingProxyOptions } from '../../../src/proxy/index.js';
import { assertProblem, mockClock } from '../../support/test-proxy.js';
import { createTestWebhooks, purchased, type TestWebhooks } from '../../support/test-proxy.js';
import { until } from '../../support/until.js';

const forged = { secret: 'another-secret-0123' };

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

describe('An address that sends unsigned deliveries', () => {
  it('is read within its limit, and rejected above it before its body is read', async () => {
    const { deliver } = createTestWebhooks({ rateLimit: 2 });
    await deliver(purchased, forged);
    const within = createCountedBody();
    assertProblem(await deliver(purchased, { raw: within.stream }), 401, 'unauthorized');
    assert.equal(within.reads, 60);
    const body = createCountedBody();
    const response = await deliver(purchased, { raw: body.stream });
    const problem = assertProblem(response, 429, 'rate-limited');
    assert.equal(body.reads, 0);
    assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
    assert.equal(problem.detail, 'Too many requests from this address.');
  });

  it("doesn't affect other addresses", async () => {
    const clientAddress = ({ headers }: Request) => headers.get('from') ?? '203.0.113.9';
    const { deliver, events } = createTestWebhooks({ rateLimit: 1, clientAddress });
    for (let count = 0; count < 3; count += 1) await deliver(purchased, forged);
    assert.equal((await deliver(purchased, { headers: { from: '203.0.113.10' } })).status, 200);
    assert.equal(events.length, 1);
  });

  it("doesn't affect signed events from the same address", async () => {
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

describe('An address at its limit of unfinished deliveries', () => {
  /** Starts this many deliveries, and resolves when the proxy reads all of them. */
  async function createUnfinished(
    t: TestContext,
    { deliver }: Pick<TestWebhooks, 'deliver'>,
    count: number,
    headers: Record<string, string> = {},
  ) {
    let reads = 0;
    const endings: (() => void)[] = [];
    const responses = Array.from({ length: count }, () => {
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
      return deliver(purchased, { raw, headers });
    });
    const endAll = async () => {
      for (const end of endings.splice(0)) end();
      return Promise.all(responses);
    };
    t.after(endAll);
    await until(() => reads === count);
    return { endAll };
  }

  it('is rejected before its body is read', async (t) => {
    const proxy = createTestWebhooks({ rateLimit: 8 });
    const { endAll } = await createUnfinished(t, proxy, 8);
    const body = createCountedBody();
    const response = await proxy.deliver(purchased, { raw: body.stream });
    assertProblem(response, 429, 'rate-limited');
    assert.equal(body.reads, 0);
    for (const { status } of await endAll()) assert.equal(status, 401);
  });

  it('is still read if it has sent a signed event', async (t) => {
    const proxy = createTestWebhooks({ rateLimit: 8 });
    await proxy.deliver({ ...purchased, payload: { turn: 0 } });
    await createUnfinished(t, proxy, 9);
    assert.equal((await proxy.deliver({ ...purchased, payload: { turn: 1 } })).status, 200);
  });
});

describe('The limit of unsigned deliveries', () => {
  /** Creates a proxy with a mocked clock. Deliveries are forged by default. */
  function createClocked(t: TestContext, webhooks: FinancingProxyOptions['webhooks'] = {}) {
    const clock = mockClock(t);
    const clientAddress = ({ headers }: Request) => headers.get('from') ?? undefined;
    const { deliver } = createTestWebhooks({ rateLimit: 1, clientAddress, webhooks });
    let turn = 0;
    const statusFrom = async (from: string, difference: object = forged) =>
      (
        await deliver(
          { ...purchased, payload: { turn: (turn += 1) } },
          { headers: { from }, ...difference },
        )
      ).status;
    return { clock, statusFrom };
  }

  it('is per minute and block of addresses', async (t) => {
    const { clock, statusFrom } = createClocked(t);
    assert.equal(await statusFrom('2001:db8::1'), 401);
    assert.equal(await statusFrom('2001:db8::2'), 429);
    assert.equal(await statusFrom('2001:db9::1'), 401);
    clock.now += 60_000;
    assert.equal(await statusFrom('2001:db8::3'), 429);
    clock.now += 1;
    assert.equal(await statusFrom('2001:db8::3'), 401);
  });

  it("doesn't apply for a day after a signed event", async (t) => {
    const { clock, statusFrom } = createClocked(t);
    assert.equal(await statusFrom('203.0.113.9', {}), 200);
    clock.now += 24 * 60 * 60_000;
    for (let count = 0; count < 3; count += 1) assert.equal(await statusFrom('203.0.113.9'), 401);
    clock.now += 1;
    assert.equal(await statusFrom('203.0.113.9'), 401);
    assert.equal(await statusFrom('203.0.113.9'), 429);
  });

  it("doesn't count events whose verifier times out", async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const begun: (() => void)[] = [];
    const verify = () => new Promise<boolean>(() => begun.shift()?.());
    const { statusFrom } = createClocked(t, { verify });
    for (let count = 0; count < 3; count += 1) {
      const isBegun = new Promise<void>((resolve) => void begun.push(resolve));
      const status = statusFrom('203.0.113.9');
      await isBegun;
      t.mock.timers.tick(5_000);
      assert.equal(await status, 502);
    }
  });
});
