import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  createMemoryStore,
  type FinancingProxyOptions,
  type Store,
  StoreUnavailableError,
} from '../../../src/proxy/index.js';
import {
  assertProblem,
  createTestProxy,
  createTestWebhooks,
  type Difference,
  purchased,
  read,
  shop,
  toDelivery,
  signedAt,
} from '../../support/test-proxy.js';
import { until } from '../../support/until.js';
import { pluck } from '../../support/assertions.js';

const text = JSON.stringify(purchased);
const blog = 'https://blog.example';

function createOpenHandler() {
  const ends: ((failure?: Error) => void)[] = [];
  const signals: AbortSignal[] = [];
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const onEvent = (_: unknown, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    begin();
    return new Promise<void>((resolve, reject) =>
      ends.push((failure) => (failure ? reject(failure) : resolve())),
    );
  };
  return { onEvent, begun, ends, signals };
}

describe('Without a verifier, POST /webhooks', () => {
  const onEvent = () => assert.fail('called');
  const none: Record<string, Partial<FinancingProxyOptions>> = {
    'webhooks is missing': {},
    'only a handler is given': { webhooks: { onEvent } },
  };
  for (const [when, options] of Object.entries(none)) {
    it(`returns 404 if ${when}`, async () => {
      const { fetch } = createTestProxy(options);
      assertProblem(await read(await fetch(await toDelivery(purchased))), 404, 'not-found');
      const status = await fetch(new Request(`${shop}/financing/link-status`));
      assertProblem(await read(status), 404, 'not-found');
    });
  }
});

describe('POST /webhooks', () => {
  it('passes the event and its bytes to the handler', async () => {
    const { deliver, events, deliveries } = createTestWebhooks();
    const { status, text: body } = await deliver(purchased);
    assert.deepEqual([status, body], [200, '']);
    assert.deepEqual(events, [purchased]);
    assert.equal(new TextDecoder().decode(deliveries[0]!.bytes), text);
    assert.equal(deliveries[0]!.request.headers.get('content-type'), 'application/json');
  });

  it('works without a handler', async () => {
    const { deliver } = createTestWebhooks({ webhooks: { onEvent: undefined } });
    assert.equal((await deliver(purchased)).status, 200);
  });

  it('passes an unknown kind only to onUnknown, if there is one', async () => {
    const unknown: unknown[] = [];
    const { deliver, events } = createTestWebhooks({
      webhooks: { onUnknown: (event) => void unknown.push(event) },
    });
    const event = { eventType: 'SOMETHING_NEW', payload: {} };
    assert.equal((await deliver(event)).status, 200);
    assert.equal((await deliver(purchased)).status, 200);
    assert.deepEqual([unknown, events], [[event], [purchased]]);
    const plain = createTestWebhooks();
    await plain.deliver(event);
    assert.deepEqual(plain.events, [event]);
  });

  it('allows any origin with a signature, without CORS headers or a preflight', async () => {
    const { deliver, events } = createTestWebhooks({ allowedOrigins: [blog] });
    const send = async (origin: string, changes: Difference, status: number) => {
      const headers = { origin, 'sec-fetch-site': 'cross-site', ...changes.headers };
      const response = await deliver(
        { ...purchased, payload: { origin } },
        { ...changes, headers },
      );
      assert.equal(response.status, status);
      assert.doesNotMatch([...response.headers.keys()].join(), /access-control/);
    };
    for (const origin of ['https://evil.example', 'null', blog]) await send(origin, {}, 200);
    assert.equal(events.length, 3);
    await send(blog, { headers: { 'svc-signature': null } }, 401);
    const preflight = { 'access-control-request-method': 'POST' };
    await send(blog, { method: 'OPTIONS', headers: preflight }, 405);
  });

  it('accepts 64 KiB, and returns 413 for more before it verifies the signature', async (t) => {
    const { deliver, events } = createTestWebhooks();
    assert.equal((await deliver(text.padEnd(64 * 1024))).status, 200);
    assert.equal(events.length, 1);
    const { mock } = t.mock.method(crypto.subtle, 'verify');
    const raw = new Blob(['x'.repeat(64 * 1024), 'x']).stream();
    assertProblem(await deliver(purchased, { raw }), 413, 'body-too-large');
    assert.equal(mock.callCount(), 0);
  });

  // oxfmt-ignore
  const noEvents = [
    '<html>', '', 'null', '[]', '1', '"text"', '{', '{}', '{"eventType":"X"}',
    '{"eventType":1,"payload":{}}', '{"eventType":"","payload":{}}',
    '{"eventType":"X","payload":null}', '{"eventType":"X","payload":[]}', `[${text}]`,
  ];
  for (const body of noEvents) {
    it(`returns 400 for ${JSON.stringify(body)} with a valid signature`, async () => {
      const { deliver, events, log } = createTestWebhooks();
      assertProblem(await deliver(body), 400, 'invalid-request');
      assert.deepEqual(events, []);
      assert.deepEqual(
        log.filter(({ level }) => level !== 'debug'),
        [],
      );
    });
  }
});

describe('webhooks.parse', () => {
  it('parses another envelope', async () => {
    const { deliver, events } = createTestWebhooks({
      webhooks: {
        parse: (bytes) => {
          const { kind, ...payload } = JSON.parse(new TextDecoder().decode(bytes)) as {
            kind: string;
          };
          return { eventType: kind, payload };
        },
      },
    });
    assert.equal((await deliver({ kind: 'TRANSACTION_VOIDED', id: 7 })).status, 200);
    assert.deepEqual(events, [{ eventType: 'TRANSACTION_VOIDED', payload: { id: 7 } }]);
  });

  it('rejects the event if it throws or returns none, and logs an error that it throws', async () => {
    const fail = () => {
      throw new TypeError('not readable');
    };
    const throwing = createTestWebhooks({ webhooks: { parse: fail } });
    assertProblem(await throwing.deliver(purchased), 400, 'invalid-request');
    assert.equal(throwing.log.find(({ level }) => level === 'error')?.errorName, 'TypeError');
    const empty = createTestWebhooks({ webhooks: { parse: () => undefined } });
    assertProblem(await empty.deliver(purchased), 400, 'invalid-request');
  });
});

it('A parser that times out is a failure, not a rejection', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const parse = () => (begin(), new Promise<undefined>(() => undefined));
  const { deliver } = createTestWebhooks({ webhooks: { parse } });
  const response = deliver(purchased);
  await begun;
  t.mock.timers.tick(5_000);
  assertProblem(await response, 502, 'service-error');
});

describe('A repeated event', () => {
  it('is handled once, and always gets 200', async () => {
    const { deliver, events } = createTestWebhooks();
    for (let i = 0; i < 5; i++) assert.equal((await deliver(purchased)).status, 200);
    assert.equal(events.length, 1);
  });

  it('is handled again after 24 h', async () => {
    const clock = { time: 1 };
    const store = createMemoryStore({ now: () => clock.time });
    const { deliver, events } = createTestWebhooks({ store });
    await deliver(purchased);
    clock.time += 24 * 60 * 60_000;
    await deliver(purchased);
    assert.equal(events.length, 1);
    clock.time += 1;
    await deliver(purchased);
    assert.equal(events.length, 2);
  });

  it('is handled again if the handler threw, and the error is logged without its message', async () => {
    let calls = 0;
    const onEvent = () => {
      calls += 1;
      if (calls === 1) throw new RangeError(`order of ${text}`);
    };
    const { deliver, log } = createTestWebhooks({ webhooks: { onEvent } });
    const { detail } = assertProblem(await deliver(purchased), 502, 'service-error');
    assert.equal(detail, 'The event could not be handled.');
    const failures = log.filter(({ level }) => level === 'error');
    assert.deepEqual(pluck(failures, 'event', 'errorName'), [['webhook-failure', 'RangeError']]);
    assert.doesNotMatch(JSON.stringify(failures), /order/);
    assert.equal((await deliver(purchased)).status, 200);
    assert.equal((await deliver(purchased)).status, 200);
    assert.equal(calls, 2);
  });

  const explicit: [returned: number, answered: number, calls: number][] = [
    [204, 204, 1],
    [299, 299, 1],
    [302, 502, 2],
    [400, 400, 2],
    [500, 500, 2],
    [599, 599, 2],
  ];
  for (const [returned, answered, expected] of explicit) {
    it(`responds ${answered} if its handler returns { status: ${returned} }`, async () => {
      let calls = 0;
      const onEvent = () => {
        calls += 1;
        return { status: returned };
      };
      const { deliver, log } = createTestWebhooks({ webhooks: { onEvent } });
      assert.equal((await deliver(purchased)).status, answered);
      const failure = log.find(({ event }) => event === 'webhook-failure');
      assert.equal(failure?.status, answered < 300 ? undefined : answered);
      await deliver(purchased);
      assert.equal(calls, expected);
    });
  }

  class Order {
    status = 500;
  }
  const unintended: Record<string, unknown> = {
    'a Response of 500': new Response(null, { status: 500 }),
    'the response of another HTTP client': { status: 500, headers: {}, data: {} },
    'a row whose status is a small number': { status: 1 },
    'a status as a string': { status: '500' },
    'an instance of a class': new Order(),
    'an inherited status': Object.create({ status: 500 }) as unknown,
    null: null,
  };
  for (const [name, returned] of Object.entries(unintended)) {
    it(`responds 200 if its handler returns ${name}`, async () => {
      const { deliver, log } = createTestWebhooks({ webhooks: { onEvent: () => returned } });
      assert.equal((await deliver(purchased)).status, 200);
      assert.ok(!log.some(({ event }) => event === 'webhook-failure'));
    });
  }
});

describe('A handler that times out', { timeout: 120_000 }, () => {
  /** Delivers an event, and lets ten seconds pass. */
  async function timeOut(t: TestContext) {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const handler = createOpenHandler();
    const proxy = createTestWebhooks({ webhooks: { onEvent: handler.onEvent } });
    let answered = false;
    const response = proxy.deliver(purchased).finally(() => (answered = true));
    await handler.begun;
    t.mock.timers.tick(9_999);
    await new Promise(setImmediate);
    assert.equal(answered, false);
    t.mock.timers.tick(1);
    return { ...proxy, ...handler, response: await response };
  }

  it('gets 503 after 10 s, aborts its signal, and is logged', async (t) => {
    const { response, signals, log } = await timeOut(t);
    assertProblem(response, 503, 'service-busy');
    assert.equal(response.headers.get('retry-after'), '10');
    assert.equal(signals[0]?.aborted, true);
    const [failure] = log.filter(({ level }) => level === 'error');
    assert.deepEqual([failure?.event, failure?.reason], ['webhook-failure', 'timeout']);
  });

  it("isn't started again by the same event, before or after the 10 s", async (t) => {
    const handler = createOpenHandler();
    const { deliver } = createTestWebhooks({ webhooks: { onEvent: handler.onEvent } });
    const first = deliver(purchased);
    await handler.begun;
    assertProblem(await deliver(purchased), 503, 'service-busy');
    handler.ends[0]!();
    assert.equal((await first).status, 200);
    assert.equal(handler.ends.length, 1);

    const late = await timeOut(t);
    assertProblem(await late.deliver(purchased), 503, 'service-busy');
    assert.equal(late.ends.length, 1);
  });

  it('counts as done if it succeeds later', async (t) => {
    const { deliver, ends } = await timeOut(t);
    ends[0]!();
    await new Promise(setImmediate);
    assert.equal((await deliver(purchased)).status, 200);
    assert.equal(ends.length, 1);
  });

  it('is started again if it fails later', async (t) => {
    const { deliver, ends } = await timeOut(t);
    ends[0]!(new Error('late'));
    await new Promise(setImmediate);
    const again = deliver(purchased);
    await until(() => ends.length === 2);
    ends[1]!();
    assert.equal((await again).status, 200);
  });
});

describe('While the store is unavailable, POST /webhooks', () => {
  it("returns 503 and doesn't handle the event", async () => {
    const away = async () => {
      throw new StoreUnavailableError();
    };
    for (const operation of ['claim', 'get']) {
      const store = { ...createMemoryStore(), [operation]: away };
      const { deliver, events } = createTestWebhooks({ store });
      assertProblem(await deliver(purchased), 503, 'store-unavailable');
      assert.deepEqual(events, []);
    }
  });
});

describe('A store that is away when an event has been handled', () => {
  for (const failures of [1, 2]) {
    it(`still learns that, at attempt ${failures + 1}`, async () => {
      const memory = createMemoryStore();
      let left = failures;
      const set: Store['set'] = async (key, value, ttl) => {
        if (value === 'handled' && left-- > 0) throw new StoreUnavailableError();
        await memory.set(key, value, ttl);
      };
      const { deliver, events } = createTestWebhooks({ store: { ...memory, set } });
      for (let delivery = 0; delivery < 2; delivery += 1) {
        assert.equal((await deliver(purchased)).status, 200);
      }
      assert.equal(events.length, 1);
    });
  }
});

it('Two events with equal bytes are one event, even with another signature time', async () => {
  const { deliver, events } = createTestWebhooks();
  for (const timestamp of [signedAt() - 1, signedAt(), signedAt() - 1]) {
    assert.equal((await deliver(purchased, { timestamp })).status, 200);
  }
  assert.deepEqual(events, [purchased]);
});

describe('A delivery that fails after its claim was lost', () => {
  it('keeps the claim of the next delivery', async () => {
    const store = createMemoryStore();
    let end!: () => void;
    const running = new Promise<void>((resolve) => (end = resolve));
    const first = createTestWebhooks({
      store,
      webhooks: {
        async onEvent() {
          await store.close(); // forgets the claim
          void second.deliver(purchased);
          await running;
          throw new Error('failed');
        },
      },
    });
    const begun: unknown[] = [];
    const second = createTestWebhooks({
      store,
      webhooks: {
        onEvent(event) {
          begun.push(event);
          end();
          return new Promise(() => undefined);
        },
      },
    });
    assert.equal((await first.deliver(purchased)).status, 502);
    assert.equal((await second.deliver(purchased)).status, 503);
    assert.equal(begun.length, 1);
  });
});
