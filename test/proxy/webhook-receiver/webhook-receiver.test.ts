import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  createMemoryStore,
  type FinancingProxyOptions,
  InvalidOptionError,
  type Store,
  StoreUnavailableError,
} from '../../../src/proxy/index.js';
import {
  assertProblem,
  createTestProxy,
  createTestWebhooks,
  purchased,
  read,
  secret,
  shop,
  toDelivery,
} from '../../support/test-proxy.js';
import { turn, until } from '../../support/until.js';

const text = JSON.stringify(purchased);
const blog = 'https://blog.example';

describe('Without a verifier, POST /webhooks', () => {
  const onEvent = () => assert.fail('called');
  const none: Record<string, Partial<FinancingProxyOptions>> = {
    'webhooks is not given': {},
    'only a handler is given': { webhooks: { onEvent } },
  };
  for (const [when, options] of Object.entries(none)) {
    it(`is a 404 like any unknown path when ${when}`, async () => {
      const { fetch } = createTestProxy(options);
      assertProblem(await read(await fetch(await toDelivery(purchased))), 404, 'not-found');
      const status = await fetch(new Request(`${shop}/financing/link-status`));
      assertProblem(await read(status), 404, 'not-found');
    });
  }
});

describe('POST /webhooks with an event of the service', () => {
  it('answers 2xx after the handler, which got the event and the raw bytes', async () => {
    const { deliver, events, deliveries } = createTestWebhooks();
    const { status, text: body } = await deliver(purchased);
    assert.deepEqual([status, body], [200, '']);
    assert.deepEqual(events, [purchased]);
    assert.equal(new TextDecoder().decode(deliveries[0]!.bytes), text);
    assert.equal(deliveries[0]!.request.headers.get('content-type'), 'application/json');
  });

  it('answers 2xx where there is no handler', async () => {
    const { deliver } = createTestWebhooks({ webhooks: { onEvent: undefined } });
    assert.equal((await deliver(purchased)).status, 200);
  });

  it('answers when the handler is done, not before', async () => {
    let end = () => {};
    const done = new Promise<void>((resolve) => (end = resolve));
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const onEvent = () => {
      begin();
      return done;
    };
    const { deliver } = createTestWebhooks({ webhooks: { onEvent } });
    let answered = false;
    const response = deliver(purchased).finally(() => (answered = true));
    await begun;
    await turn();
    assert.equal(answered, false);
    end();
    assert.equal((await response).status, 200);
  });

  it('takes extra fields and passes them on', async () => {
    const event = { ...purchased, version: 2, payload: { ...purchased.payload, extra: [null] } };
    const { deliver, events } = createTestWebhooks();
    assert.equal((await deliver(event)).status, 200);
    assert.deepEqual(events, [event]);
  });

  it('takes an event about an unknown purchase', async () => {
    const { deliver, events } = createTestWebhooks();
    const event = { ...purchased, payload: { transactionId: 'unknown' } };
    assert.equal((await deliver(event)).status, 200);
    assert.deepEqual(events, [event]);
  });

  it('passes an unknown kind to the same handler', async () => {
    const { deliver, events } = createTestWebhooks();
    const event = { eventType: 'SOMETHING_NEW', payload: {} };
    assert.equal((await deliver(event)).status, 200);
    assert.deepEqual(events, [event]);
  });

  it('passes an unknown kind to onUnknown alone, where there is one', async () => {
    const unknown: unknown[] = [];
    const { deliver, events } = createTestWebhooks({
      webhooks: { onUnknown: (event) => void unknown.push(event) },
    });
    const event = { eventType: 'SOMETHING_NEW', payload: {} };
    assert.equal((await deliver(event)).status, 200);
    assert.equal((await deliver(purchased)).status, 200);
    assert.deepEqual([unknown, events], [[event], [purchased]]);
  });

  it('needs no Origin to be ours, and gets no CORS headers', async () => {
    const { deliver, events } = createTestWebhooks({ allowedOrigins: [blog] });
    for (const origin of ['https://evil.example', 'null', blog]) {
      const headers = { origin, 'sec-fetch-site': 'cross-site' };
      const response = await deliver({ ...purchased, payload: { origin } }, { headers });
      assert.equal(response.status, 200);
      assert.doesNotMatch([...response.headers.keys()].join(), /access-control/);
    }
    assert.equal(events.length, 3);
  });

  it('asks a page for the signature, too', async () => {
    const { deliver } = createTestWebhooks({ allowedOrigins: [blog] });
    const headers = { origin: blog, 'svc-signature': null };
    const response = await deliver(purchased, { headers });
    assertProblem(response, 401, 'unauthorized');
    assert.doesNotMatch([...response.headers.keys()].join(), /access-control/);
  });

  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
    it(`answers 405 to ${method}, also as a preflight`, async () => {
      const { fetch, events } = createTestWebhooks({ allowedOrigins: [blog] });
      const headers = { origin: blog, 'access-control-request-method': 'POST' };
      const request = new Request(`${shop}/financing/webhooks`, { method, headers });
      const response = await read(await fetch(request));
      assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST']);
      assert.doesNotMatch([...response.headers.keys()].join(), /access-control/);
      assert.deepEqual(events, []);
    });
  }

  it('answers 413 to 64 KiB and a byte in chunks, before it computes anything', async (t) => {
    const { mock } = t.mock.method(crypto.subtle, 'verify');
    const { deliver } = createTestWebhooks();
    const raw = new Blob(['x'.repeat(64 * 1024), 'x']).stream();
    assertProblem(await deliver(purchased, { raw }), 413, 'body-too-large');
    assert.equal(mock.callCount(), 0);
  });

  it('takes 64 KiB', async () => {
    const { deliver, events } = createTestWebhooks();
    const body = text + ' '.repeat(64 * 1024 - text.length);
    assert.equal((await deliver(body)).status, 200);
    assert.equal(events.length, 1);
  });

  const noEvents = [
    '<html>',
    '',
    'null',
    '[]',
    '1',
    '"text"',
    '{',
    '{}',
    '{"eventType":"X"}',
    '{"eventType":1,"payload":{}}',
    '{"eventType":"","payload":{}}',
    '{"eventType":"X","payload":null}',
    '{"eventType":"X","payload":[]}',
    `[${text}]`,
  ];
  for (const body of noEvents) {
    it(`answers 400 to ${JSON.stringify(body)}, signed`, async () => {
      const { deliver, events, log } = createTestWebhooks();
      assertProblem(await deliver(body), 400, 'invalid-request');
      assert.deepEqual(events, []);
      assert.deepEqual(
        log.filter(({ level }) => level !== 'debug'),
        [],
      );
    });
  }

  it('answers 400 to bytes that are no UTF-8', async () => {
    const { deliver } = createTestWebhooks({ webhooks: { verify: () => true } });
    assertProblem(await deliver('', { raw: new Uint8Array([0xff, 0xfe]) }), 400, 'invalid-request');
  });
});

describe('webhooks.parse', () => {
  it('reads another envelope', async () => {
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

  it('refuses when it throws or returns no event, and says so in the log when it throws', async () => {
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

describe('A parser that takes too long', () => {
  it('has failed, and refused nothing', async (t) => {
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
});

describe('An event that is delivered again', () => {
  it('is handled once of five times, and answered 200', async () => {
    const { deliver, events } = createTestWebhooks();
    for (let i = 0; i < 5; i++) assert.equal((await deliver(purchased)).status, 200);
    assert.equal(events.length, 1);
  });

  it('is told from one about another purchase', async () => {
    const { deliver, events } = createTestWebhooks();
    await deliver(purchased);
    await deliver({ ...purchased, payload: { ...purchased.payload, transactionId: 'order-2' } });
    assert.equal(events.length, 2);
  });

  it('is handled anew after 24 h', async () => {
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

  it('is handled when the handler threw before, which was answered 5xx and logged without its words', async () => {
    let calls = 0;
    const onEvent = () => {
      calls += 1;
      if (calls === 1) throw new RangeError(`order of ${text}`);
    };
    const { deliver, log } = createTestWebhooks({ webhooks: { onEvent } });
    const { detail } = assertProblem(await deliver(purchased), 502, 'service-error');
    assert.equal(detail, 'The event could not be handled.');
    const failures = log.filter(({ level }) => level === 'error');
    assert.deepEqual(
      failures.map(({ event, errorName }) => [event, errorName]),
      [['webhook-failure', 'RangeError']],
    );
    assert.doesNotMatch(JSON.stringify(failures), /order/);
    assert.equal((await deliver(purchased)).status, 200);
    assert.equal((await deliver(purchased)).status, 200);
    assert.equal(calls, 2);
  });

  const explicit: [returned: number, answered: number, calls: number][] = [
    [204, 204, 1],
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
    'an error Response': Response.error(),
    'the response of another HTTP client': { status: 500, headers: {}, data: {} },
    'an object with its own status': { status: 'refunded' },
    'a row whose status is a small number': { status: 1 },
    'a status as a string': { status: '500' },
    'a status with a fraction': { status: 500.5 },
    'an instance of a class': new Order(),
    'an inherited status': Object.create({ status: 500 }) as unknown,
    'a list': [{ status: 500 }],
    'a number': 500,
    false: false,
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

describe('A handler that takes its time', { timeout: 120_000 }, () => {
  /** A handler that runs until it is told how to end. */
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

  /** Delivers, and lets ten seconds pass. */
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

  it('is answered 503 at 10 s, is told by its signal, and logged', async (t) => {
    const { response, signals, log } = await timeOut(t);
    assertProblem(response, 503, 'service-busy');
    assert.equal(response.headers.get('retry-after'), '10');
    assert.equal(signals[0]?.aborted, true);
    const [failure] = log.filter(({ level }) => level === 'error');
    assert.deepEqual([failure?.event, failure?.reason], ['webhook-failure', 'timeout']);
  });

  it('is not started a second time by a twin, before and after the 10 s', async (t) => {
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

  it('is done when it ends well after the 10 s', async (t) => {
    const { deliver, ends } = await timeOut(t);
    ends[0]!();
    await new Promise(setImmediate);
    assert.equal((await deliver(purchased)).status, 200);
    assert.equal(ends.length, 1);
  });

  it('is started again when it fails after the 10 s', async (t) => {
    const { deliver, ends } = await timeOut(t);
    ends[0]!(new Error('late'));
    await new Promise(setImmediate);
    const again = deliver(purchased);
    await until(() => ends.length === 2);
    ends[1]!();
    assert.equal((await again).status, 200);
  });
});

describe('Without the store, POST /webhooks', () => {
  it('answers 503, so that the event is delivered again, and does nothing', async () => {
    const away = async () => {
      throw new StoreUnavailableError();
    };
    const store = { ...createMemoryStore(), claim: away, get: away, set: away, delete: away };
    const { deliver, events } = createTestWebhooks({ store });
    assertProblem(await deliver(purchased), 503, 'store-unavailable');
    assert.deepEqual(events, []);
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

describe('createFinancingProxy({ webhooks })', () => {
  const refused: [why: string, webhooks: object][] = [
    ['an empty secret', { secrets: [''] }],
    ['a secret of 15 characters', { secrets: ['hunter2hunter2h'] }],
    ['a short one beside a good one', { secrets: [secret, 'hunter2'] }],
    ['a secret that is not there', { secrets: [undefined] }],
  ];
  for (const [why, webhooks] of refused) {
    it(`refuses ${why}, naming webhooks.secrets and not its value`, () => {
      assert.throws(
        () => createTestProxy({ webhooks }),
        (error: unknown) => {
          assert.ok(error instanceof InvalidOptionError, String(error));
          assert.equal(error.option, 'webhooks.secrets');
          assert.doesNotMatch(`${error.stack}`, /hunter2/);
          return true;
        },
      );
    });
  }

  it('takes a secret of 16 characters', async () => {
    const proxy = createTestWebhooks({ webhooks: { secrets: ['0123456789abcdef'] } });
    assert.equal((await proxy.deliver(purchased, { secret: '0123456789abcdef' })).status, 200);
  });
});
