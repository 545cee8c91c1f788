import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FinancingWebhookEvent } from '../../src/contract/index.js';
import { type FinancingProxyOptions, type ObserverEvent } from '../../src/proxy/index.js';
import { assertAbsent } from '../support/assertions.js';
import { samples } from '../support/samples.js';
import {
  failToConnect,
  hang,
  inTurn,
  respondPerContract,
  type Respond,
} from '../support/service-stub.js';
import { createTestProxy, createTestWebhooks, shop, mockClock } from '../support/test-proxy.js';

type Type = ObserverEvent['type'];

/** The number of events that the tests saw, by type. */
const counts: Record<Type, number> = {
  request: 0,
  'service-call-started': 0,
  'service-call': 0,
  'service-retry': 0,
  'service-call-refused': 0,
  circuit: 0,
  estimates: 0,
  text: 0,
  store: 0,
  webhook: 0,
};

/** Creates a test proxy, and records the events of its observer. */
function observed(
  options: Partial<FinancingProxyOptions> = {},
  respond?: Respond,
  onEvent?: (event: ObserverEvent) => void,
) {
  const events: ObserverEvent[] = [];
  const observer = (event: ObserverEvent) => {
    events.push(event);
    counts[event.type] += 1;
    onEvent?.(event);
  };
  const proxy = createTestWebhooks({ observer, ...options }, respond);
  /** Returns the events of a type without their durations. */
  const seen = (type: Type) =>
    events
      .filter((event) => event.type === type)
      .map(({ type: _, ...event }) => {
        if (!('durationMs' in event)) return event;
        const { durationMs, ...others } = event;
        assert.ok(durationMs >= 0);
        return others;
      });
  return { ...proxy, events, seen };
}

const serverError: Respond = () => Response.json({}, { status: 500 });

describe('the observer', () => {
  it('receives each request with its route, status and code', async () => {
    const { send, fetch, seen } = observed();
    await send('estimatePayments');
    await send('estimatePayments', { raw: '{' });
    await fetch(new Request(`${shop}/financing/no/such/path`));
    const route = samples.estimatePayments.path;
    assert.deepEqual(seen('request'), [
      { route, status: 200, code: undefined },
      { route, status: 400, code: 'invalid-json' },
      { route: 'none', status: 404, code: 'not-found' },
    ]);
  });

  it('receives 499 for a request whose caller disconnected, and no failure', async () => {
    const controller = new AbortController();
    const { send, seen } = observed({}, (call) => {
      controller.abort();
      return hang(call);
    });
    await send('estimatePayments', { signal: controller.signal });
    const route = samples.estimatePayments.path;
    assert.deepEqual(seen('request'), [{ route, status: 499, code: undefined }]);
  });

  it('receives the failure of a link even if its caller has disconnected', async () => {
    const controller = new AbortController();
    const { send, seen } = observed({}, () => {
      controller.abort();
      return Response.json({}, { status: 500 });
    });
    await send('createPayOverTimeLink', { signal: controller.signal });
    const route = samples.createPayOverTimeLink.path;
    assert.deepEqual(seen('request'), [{ route, status: 502, code: 'service-error' }]);
  });

  it('receives each call with its outcome, and retried calls', async () => {
    const { send, events, seen } = observed({}, inTurn(respondPerContract, serverError));
    await send('createPayOverTimeLink');
    await send('estimatePayments');
    assert.deepEqual(seen('service-call'), [
      { operation: 'createPayOverTimeLink', outcome: 'success' },
      { operation: 'estimatePayments', outcome: 'service-error' },
    ]);
    assert.deepEqual(seen('service-retry'), [{ operation: 'estimatePayments' }]);
    const types = events.map(({ type }) => type);
    assert.equal(types.indexOf('service-call-started') < types.indexOf('service-call'), true);
    assert.equal(seen('service-call-started').length, 2);
  });

  it('receives a call as aborted if its caller has disconnected', async () => {
    const controller = new AbortController();
    const { send, seen } = observed({}, ({ signal }) => {
      controller.abort();
      throw signal.reason;
    });
    await send('getMerchantStatus', { signal: controller.signal });
    const operation = 'getMerchantStatus';
    assert.deepEqual(seen('service-call'), [{ operation, outcome: 'aborted' }]);
  });

  it('receives the source of estimates', async () => {
    let hasJoined!: () => void;
    const joined = new Promise<void>((resolve) => (hasJoined = resolve));
    // The first call gets its response when the second request waits for it, too.
    const { send, seen } = observed(
      {},
      async (call) => {
        await joined;
        return respondPerContract(call);
      },
      (event) => {
        if (event.type === 'estimates' && event.source === 'in-flight') hasJoined();
      },
    );
    const ask = (...amounts: number[]) =>
      send('estimatePayments', {
        body: amounts.map((totalAmount) => ({ id: `${totalAmount}`, totalAmount })),
      });
    await Promise.all([ask(100, 200), ask(100)]);
    await ask(100, 200, 300);
    // An amount that needs no call isn't counted.
    for (let time = 0; time < 2; time++) await ask(100, 200, 0);
    const sum = (source: string) =>
      seen('estimates')
        .map((event) => event as { source: string; count: number })
        .filter((event) => event.source === source)
        .reduce((total, { count }) => total + count, 0);
    assert.deepEqual([sum('service'), sum('in-flight'), sum('memory')], [3, 1, 6]);
  });

  for (const [scope, fail] of [
    ['operation', failToConnect('ECONNREFUSED')],
    ['location', serverError],
    ['location', () => new Response('<html>')],
  ] as [string, Respond][]) {
    it(`receives that the circuit of one ${scope} opens and closes, the rejected calls, and the durations`, async (t) => {
      const clock = mockClock(t, 1e6);
      let respond: Respond = fail;
      const { send, seen, events } = observed({}, (call) => respond(call));
      for (let time = 0; time < 9; time += 1) await send('getMerchantStatus');
      clock.now += 5_000;
      respond = respondPerContract;
      await send('getMerchantStatus');
      const operation = 'getMerchantStatus';
      assert.deepEqual(
        seen('circuit'),
        ['open', 'closed'].map((state) => ({ operation, scope, state })),
      );
      assert.deepEqual(seen('service-call-refused'), [{ operation, reason: 'circuit-open' }]);
      const times = events.flatMap((event) => ('durationMs' in event ? event.durationMs : []));
      assert.deepEqual(new Set(times), new Set([0]));
    });
  }

  it('receives text messages that were sent, repeated, rejected, or maybe sent', async () => {
    const text = (key: string, phoneNumber = '+14155550100') => ({
      body: { ...(samples.createPayOverTimeLink.body as object), sendSMS: true, phoneNumber },
      headers: { 'idempotency-key': `key-of-this-test-${key}`, origin: shop, host: 'shop.example' },
    });
    const { send, seen } = observed({ sms: true, textsInAll: 1 });
    await send('createPayOverTimeLink', text('1'));
    await send('createPayOverTimeLink', text('1'));
    await send('createPayOverTimeLink', text('2', '+14155550101'));
    assert.deepEqual(seen('text'), [
      { outcome: 'sent' },
      { outcome: 'repeated' },
      { outcome: 'refused', reason: 'sms-limit' },
    ]);
    const failing = observed({ sms: true }, serverError);
    await failing.send('createPayOverTimeLink', text('1'));
    await failing.send('createPayOverTimeLink', text('1'));
    assert.deepEqual(failing.seen('text'), [
      { outcome: 'unknown', reason: 'service-error' },
      { outcome: 'repeated', reason: 'service-error' },
    ]);
    const closed = observed();
    await closed.send('createPayOverTimeLink', text('3'));
    assert.deepEqual(closed.seen('text'), [{ outcome: 'refused', reason: 'sms-not-allowed' }]);
    await closed.send('createPayOverTimeLink');
    assert.equal(closed.seen('text').length, 1, 'a link without a text message is not counted');
  });

  it('receives webhook events by kind and outcome, never their content', async () => {
    const onEvent = ({ payload }: FinancingWebhookEvent) => {
      if (payload['fails']) throw new Error('no');
      return payload['refuses'] && { status: 500 };
    };
    const { deliver, seen, events } = observed({ webhooks: { onEvent } });
    const handled = { eventType: 'PREQUAL_COMPLETED', payload: { referral: 'ann-secret' } };
    await deliver(handled);
    await deliver(handled);
    await deliver({ eventType: 'ANN_SECRET_KIND', payload: {} });
    await deliver({ ...handled, payload: { fails: true } });
    await deliver({ ...handled, payload: { refuses: true } });
    await deliver(handled, { secret: 'another secret of 16' });
    assert.deepEqual(seen('webhook'), [
      { kind: 'PREQUAL_COMPLETED', outcome: 'handled' },
      { kind: 'PREQUAL_COMPLETED', outcome: 'repeated' },
      { kind: 'other', outcome: 'handled' },
      { kind: 'PREQUAL_COMPLETED', outcome: 'failed' },
      { kind: 'PREQUAL_COMPLETED', outcome: 'failed' },
      { kind: 'unread', outcome: 'refused' },
    ]);
    assertAbsent(JSON.stringify(events), 'ann-secret', 'ANN_SECRET_KIND');
  });

  const fail = async () => Promise.reject(new Error('observer'));
  for (const [what, observer] of [
    ['throws', () => assert.fail('observer')],
    ['rejects', fail],
  ] as const) {
    it(`doesn't affect responses if it ${what}, and the console logs it once`, async (t) => {
      const lines = t.mock.method(console, 'error', () => undefined).mock;
      const { send } = createTestProxy({ observer });
      assert.equal((await send('estimatePayments')).status, 200);
      assert.equal((await send('createPrequalLink')).status, 200);
      const [line, ...others] = lines.calls.map(({ arguments: [text] }) => String(text));
      assert.match(line!, /"event":"report-failure","option":"observer"/);
      assert.deepEqual(others, []);
    });
  }

  // Runs last.
  it('receives every type of event in one of these tests', () => {
    const types = Object.keys(counts) as Type[];
    assert.deepEqual(
      types.filter((type) => counts[type] === 0),
      [],
    );
  });
});
