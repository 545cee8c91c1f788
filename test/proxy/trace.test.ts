/** The trace context of a caller (W3C) in the log and in calls of the service. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationNames } from '../../src/contract/index.js';
import { failToConnect, inTurn, respondPerContract } from '../support/service-stub.js';
import {
  assertProblem,
  createTestProxy,
  createTestWebhooks,
  purchased,
} from '../support/test-proxy.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const otherTraceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${parentId}-01`;

/** Sends an estimation with a header. Returns the header of the call, and the trace ID in the log. */
async function trace(header: string) {
  const { send, service, log } = createTestProxy();
  assert.equal((await send('estimatePayments', { headers: { traceparent: header } })).status, 200);
  return { sent: service.calls[0]!.headers.get('traceparent'), logged: log[0]!.traceId };
}

describe('The trace of a request', () => {
  for (const operation of operationNames) {
    it(`is passed to the service with a new parent and without tracestate: ${operation}`, async () => {
      const { send, service, log } = createTestProxy();
      const headers = { traceparent, tracestate: 'vendor=4155550199' };
      assert.equal((await send(operation, { headers })).status, 200);
      const sent = service.calls[0]!.headers.get('traceparent');
      assert.match(sent!, new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
      assert.doesNotMatch(sent!, new RegExp(parentId));
      assert.equal(service.calls[0]!.headers.get('tracestate'), null);
      assert.equal(log[0]!.traceId, traceId);
    });
  }

  it('has a new parent in each attempt', async () => {
    const refuse = () => new Response(null, { status: 500 });
    const { send, service } = createTestProxy({}, inTurn(refuse, respondPerContract));
    assert.equal((await send('estimatePayments', { headers: { traceparent } })).status, 200);
    const sent = service.calls.map(({ headers }) => headers.get('traceparent'));
    assert.deepEqual([sent.length, new Set(sent).size], [2, 2]);
  });

  it("isn't created if the caller has none", async () => {
    const { send, service, log } = createTestProxy();
    await send('estimatePayments', { headers: { tracestate: 'vendor=1' } });
    assert.equal(service.calls[0]!.headers.get('traceparent'), null);
    assert.ok(!('traceId' in log[0]!));
  });

  // The standard defines the flags `01` (sampled) and `02` (random trace ID).
  const flags = { '00': '00', '01': '01', '02': '02', '03': '03', ff: '03', f0: '00' };
  for (const [given, expected] of Object.entries(flags)) {
    it(`has the flags ${expected} if the caller sends ${given}`, async () => {
      const { sent } = await trace(`00-${traceId}-${parentId}-${given}`);
      assert.equal(sent!.slice(-3), `-${expected}`);
    });
  }

  for (const later of [`cc-${traceId}-${parentId}-01`, `01-${traceId}-${parentId}-01-more`]) {
    it(`is read from a later version: ${later.slice(0, 2)}`, async () => {
      const { sent, logged } = await trace(later);
      assert.match(sent!, new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
      assert.equal(logged, traceId);
    });
  }

  const invalid: Record<string, string> = {
    'empty text': '',
    'other text': '4155550199',
    'a trace ID of zeros': `00-${'0'.repeat(32)}-${parentId}-01`,
    'a parent ID of zeros': `00-${traceId}-${'0'.repeat(16)}-01`,
    'the version ff': `ff-${traceId}-${parentId}-01`,
    'capital letters': traceparent.toUpperCase(),
    'a short trace ID': `00-${traceId.slice(1)}-${parentId}-01`,
    'no flags': `00-${traceId}-${parentId}`,
    'flags of one digit': `00-${traceId}-${parentId}-1`,
    'letters that are not hexadecimal': `00-${traceId.replace('f', 'g')}-${parentId}-01`,
    'an extra part in version 00': `${traceparent}-more`,
    'extra characters in a later version': `01-${traceId}-${parentId}-01more`,
    'two traces': `${traceparent}, 00-${otherTraceId}-${parentId}-01`,
  };
  for (const [what, header] of Object.entries(invalid)) {
    it(`is ignored if the header is ${what}`, async () => {
      assert.deepEqual(await trace(header), { sent: null, logged: undefined });
    });
  }
});

describe('The trace ID in the log', () => {
  it('is next to the request ID', async () => {
    const { send, log } = createTestProxy({}, failToConnect('ECONNREFUSED'));
    const response = await send('createPrequalLink', { headers: { traceparent } });
    const { requestId } = assertProblem(response, 502, 'service-unreachable');
    const failure = log.find(({ event }) => event === 'service-failure')!;
    assert.deepEqual([failure.requestId, failure.traceId], [requestId, traceId]);
  });

  it('is in the entry of a failed webhook', async () => {
    const onEvent = () => ({ status: 500 });
    const { deliver, log } = createTestWebhooks({ webhooks: { onEvent } });
    await deliver(purchased, { headers: { traceparent } });
    const failure = log.find(({ event }) => event === 'webhook-failure')!;
    assert.equal(failure.traceId, traceId);
  });
});

describe('The trace of a shared call', () => {
  /** Sends requests in one turn, and returns the traces of the calls and of the log. */
  async function sendTogether(requests: readonly { amount: number; header?: string }[]) {
    const { send, service, log } = createTestProxy();
    // The first request hashes the address on another thread. Later requests run in one turn.
    await send('estimatePayments', { body: [{ id: 'a', totalAmount: 60 }] });
    const [previousCalls, previousEntries] = [service.calls.length, log.length];
    const responses = await Promise.all(
      requests.map(({ amount, header }) =>
        send('estimatePayments', {
          body: [{ id: 'a', totalAmount: amount }],
          headers: { traceparent: header ?? null },
        }),
      ),
    );
    assert.ok(responses.every(({ status }) => status === 200));
    return {
      calls: service.calls
        .slice(previousCalls)
        .map(({ headers }) => headers.get('traceparent')?.slice(3, 35)),
      logged: log
        .slice(previousEntries)
        .map((entry) => entry.traceId)
        .sort(),
    };
  }
  const other = `00-${otherTraceId}-${parentId}-01`;

  it('is the trace of the first request, and each request is logged with its own', async () => {
    const { calls, logged } = await sendTogether([
      { amount: 100, header: traceparent },
      { amount: 200, header: other },
    ]);
    assert.deepEqual(calls, [traceId]);
    assert.deepEqual(logged, [traceId, otherTraceId].sort());
  });
});
