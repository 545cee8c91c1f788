import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { OutcomeUnknownError, ServiceTimeoutError } from '../../src/service/index.js';
import { rejection } from '../support/assertions.js';
import { reads, samples, creations } from '../support/samples.js';
import {
  createTestService,
  hang,
  inTurn,
  respondPerContract,
  type Respond,
} from '../support/service-stub.js';
import { turn } from '../support/until.js';

/** Mocks timers, and returns a function that advances them. */
function useClock(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  return async (milliseconds: number) => {
    await turn();
    t.mock.timers.tick(milliseconds);
    await turn();
  };
}

/** Returns a function that returns true once a promise has settled. Marks a rejection as handled. */
function watch(promise: Promise<unknown>): () => boolean {
  let settled = false;
  const settle = () => (settled = true);
  promise.then(settle, settle);
  return () => settled;
}

const ignoreSignal: Respond = () => new Promise<Response>(() => undefined);
const sendOneByte: Respond = () =>
  new Response(
    new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('[')) }),
  );

describe('A call without a response', () => {
  const limits = [
    ...reads.map((operation) => [operation, 4_000, ServiceTimeoutError] as const),
    ...creations.map((operation) => [operation, 10_000, OutcomeUnknownError] as const),
  ];
  for (const [operation, limit, error] of limits) {
    it(`fails after ${limit} ms with ${error.name}: ${operation}`, async (t) => {
      const advance = useClock(t);
      const { service, calls } = createTestService(hang);
      const promise = samples[operation].call(service);
      const settled = watch(promise);
      await advance(limit - 1);
      assert.equal(settled(), false);
      await advance(1);
      assert.equal(settled(), true);
      const { name, cause } = await rejection<Error>(promise, error);
      assert.equal(name, error.name);
      assert.equal((cause as Error | undefined)?.name, 'TimeoutError');
      assert.equal(calls.length, 1);
      assert.equal(calls[0]!.signal.aborted, true);
    });
  }

  for (const [what, respond] of Object.entries({
    'the transport ignores the signal': ignoreSignal,
    'the body stops after one byte': sendOneByte,
  })) {
    it(`fails in time even if ${what}`, async (t) => {
      const advance = useClock(t);
      const { service, calls } = createTestService(respond, { linkTimeout: 50 });
      const promise = samples.createPrequalLink.call(service);
      watch(promise);
      await advance(50);
      await rejection(promise, OutcomeUnknownError);
      assert.equal(calls.length, 1);
    });
  }
});

it('The deadline of an estimation includes both attempts and the delay', async (t) => {
  const advance = useClock(t);
  const { service, calls } = createTestService(
    inTurn(() => new Response(null, { status: 500 }), hang),
  );
  const promise = samples.estimatePayments.call(service);
  const settled = watch(promise);
  await advance(200);
  assert.equal(calls.length, 2);
  await advance(3_799);
  assert.equal(settled(), false);
  await advance(1);
  await rejection(promise, ServiceTimeoutError);
});

describe('The signal of a caller', () => {
  const reason = new Error('The page has gone');

  for (const operation of [...reads, ...creations]) {
    it(`prevents ${operation} if it was already aborted`, async () => {
      const { service, calls } = createTestService(respondPerContract);
      const signal = AbortSignal.abort(reason);
      await assert.rejects(samples[operation].call(service, { signal }), reason);
      assert.equal(calls.length, 0);
    });

    it(`aborts ${operation} with its reason`, async () => {
      const controller = new AbortController();
      const { service, calls } = createTestService(hang);
      const promise = samples[operation].call(service, { signal: controller.signal });
      watch(promise);
      await turn();
      controller.abort(reason);
      await assert.rejects(promise, reason);
      assert.equal(calls[0]!.signal.aborted, true);
    });
  }

  it('prevents a retry if it aborts during the delay', async (t) => {
    const advance = useClock(t);
    const controller = new AbortController();
    const { service, calls } = createTestService(() => new Response(null, { status: 500 }));
    const promise = samples.estimatePayments.call(service, { signal: controller.signal });
    watch(promise);
    await turn();
    controller.abort(reason);
    await assert.rejects(promise, reason);
    await advance(1_000);
    assert.equal(calls.length, 1);
  });

  it('has no listeners after the call', async () => {
    const { signal } = new AbortController();
    const { service } = createTestService(respondPerContract);
    await samples.estimatePayments.call(service, { signal });
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
});
