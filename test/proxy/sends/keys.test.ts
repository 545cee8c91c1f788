import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProblemError } from '../../../src/proxy/problems.js';
import { OutcomeUnknownError, ServiceResponseError } from '../../../src/service/index.js';
import { assertAbsent, rejection } from '../../support/assertions.js';
import {
  assertProblem,
  createOpenCall,
  createReplica,
  createTestPolicy,
  hour,
  link,
  made,
  refusal,
  send,
  otherKey,
  type Request,
} from './send-policy.js';

const withBody = (fields: object) => ({ ...send, body: { location: 'main-street', ...fields } });

describe('A repeated key', () => {
  it('gets the stored response for 24 h, without a call', async (t) => {
    const { run, calls, clock } = createTestPolicy(t);
    await run(send);
    clock.time += 24 * hour;
    assert.deepEqual(await run(send, () => Promise.reject(refusal)), made);
    assert.equal(calls.length, 1);
    clock.time += 1;
    await run(send);
    assert.equal(calls.length, 2);
  });

  it('gets the stored error of the service, without a call', async (t) => {
    const { run, calls } = createTestPolicy(t);
    for (const status of [422, 500]) {
      const key = `key-of-status-${status}`;
      const failure = new ServiceResponseError('createPayOverTimeLink', { ...refusal, status });
      const fail = () => Promise.reject(failure);
      const first = await rejection(run({ ...link, key }, fail), ProblemError);
      const again = await rejection(run({ ...link, key }), ProblemError);
      assert.deepEqual([again.code, again.status], [first.code, first.status]);
    }
    assert.equal(calls.length, 2);
  });

  it('gets the unknown outcome, without a call', async (t) => {
    const { run, calls } = createTestPolicy(t);
    const unknown = new OutcomeUnknownError('createPayOverTimeLink');
    await assertProblem(
      run(send, () => Promise.reject(unknown)),
      'outcome-unknown',
    );
    for (let attempt = 0; attempt < 3; attempt++) await assertProblem(run(send), 'outcome-unknown');
    assert.equal(calls.length, 1);
  });

  it('matches a body with its fields in another order', async (t) => {
    const { run, calls } = createTestPolicy(t);
    await run(withBody({ a: 1, b: { c: 2, d: [3] }, e: null }));
    await run(withBody({ e: null, b: { d: [3], c: 2 }, a: 1 }));
    assert.equal(calls.length, 1);
  });

  it('is rejected with another body, without the first response', async (t) => {
    const { run, calls } = createTestPolicy(t);
    await run(send);
    const problem = await assertProblem(run(withBody({ amount: 1 })), 'idempotency-key-reused');
    assert.equal(problem.status, 422);
    assertAbsent(JSON.stringify(problem), 'apply.example');
    assert.equal(calls.length, 1);
  });

  for (const [what, change] of Object.entries({
    operation: { operation: 'createPrequalLink' },
    location: { body: { ...send.body, location: 'smile-dental' } },
  } as const)) {
    it(`is separate for each ${what}`, async (t) => {
      const { run, calls } = createTestPolicy(t);
      await run(send);
      await run({ ...send, ...change });
      assert.equal(calls.length, 2);
    });
  }
});

describe('A key in flight', () => {
  it('is rejected with 409 and Retry-After until the call ends', async (t) => {
    const { run, calls } = createTestPolicy(t);
    const { call, begun, end } = createOpenCall();
    const first = run(send, call);
    await begun;
    const problem = await assertProblem(run(send), 'in-progress');
    assert.deepEqual([problem.status, problem.extras.retryAfterSeconds], [409, 1]);
    end(made);
    assert.deepEqual([await first, await run(send)], [made, made]);
    assert.equal(calls.length, 1);
  });

  it('causes one call for 50 concurrent requests', async (t) => {
    const { run, calls } = createTestPolicy(t);
    await Promise.allSettled(Array.from({ length: 50 }, () => run(send)));
    assert.equal(calls.length, 1);
  });

  it('is rejected if it is released at that moment', async (t) => {
    const { run, calls } = createTestPolicy(t, { claim: async () => false });
    await assertProblem(run(send), 'in-progress');
    assert.equal(calls.length, 0);
  });

  it('has an unknown outcome 5 s after the deadline of its call', async (t) => {
    const { run, calls, clock, store } = createTestPolicy(t);
    const { call, begun } = createOpenCall();
    void run(send, call);
    await begun;
    clock.time += 15_000;
    await assertProblem(run(send, undefined, createReplica(store)), 'in-progress');
    clock.time += 1;
    await assertProblem(run(send, undefined, createReplica(store)), 'outcome-unknown');
    assert.equal(calls.length, 1);
  });

  it('is in progress while its call runs, even if the clock is corrected in the meantime', async (t) => {
    const { run, store } = createTestPolicy(t);
    const { call, begun } = createOpenCall();
    let correction = 0;
    const record = async (key: string) => {
      const text = await store.get(key);
      return text?.replace(
        /("startedAt":)(\d+)/,
        (_, name, at) => name + (Number(at) + correction),
      );
    };
    const replica = createReplica({ ...store, get: record });
    void run(send, call, replica);
    await begun;
    for (correction of [hour, -hour]) {
      await assertProblem(run(send, undefined, replica), 'in-progress');
    }
  });
});

describe('A second text message about the same purchase', () => {
  it('is rejected for 60 s, even with another key, which can be used afterwards', async (t) => {
    const { run, calls, clock } = createTestPolicy(t);
    await run(send);
    clock.time += 60_000;
    const problem = await assertProblem(run({ ...send, key: otherKey }), 'duplicate-send');
    assert.equal(problem.status, 409);
    assert.equal(calls.length, 1);
    clock.time += 1;
    await run({ ...send, key: otherKey });
    assert.equal(calls.length, 2);
  });

  const spellings: readonly Partial<Record<'reference' | 'location', string>>[] = [
    ...[' order-1', 'order-1 ', '\u00a0order-1'].map((reference) => ({ reference })),
    ...['order-\uff11', 'or\u200bder-1', 'order-1\u3164 '].map((reference) => ({ reference })),
    ...['main-street ', '\uff4dain-street'].map((location) => ({ location })),
  ];
  for (const { reference, location = send.body.location } of spellings) {
    it(`is rejected with other spaces or characters: ${reference ?? location}`, async (t) => {
      const { run, calls } = createTestPolicy(t);
      await run(send);
      const again = { ...send, reference: reference ?? send.reference, key: otherKey };
      const body = { ...send.body, location };
      await assertProblem(run({ ...again, body }), 'duplicate-send');
      assert.equal(calls.length, 1);
    });
  }

  const differences: Readonly<Record<string, Partial<Request>>> = {
    phone: { smsRecipient: '+14155552672' },
    purchase: { reference: 'order-11' },
    location: { body: { ...send.body, location: 'smile-dental' } },
    operation: { operation: 'createPrequalLink' },
  };
  for (const [name, difference] of Object.entries(differences)) {
    it(`is sent for another ${name}`, async (t) => {
      const { run, calls } = createTestPolicy(t);
      await run(send);
      await run({ ...send, ...difference, key: otherKey });
      assert.equal(calls.length, 2);
    });
  }

  it("doesn't include links without a text message", async (t) => {
    const { run, calls } = createTestPolicy(t);
    await run(link);
    await run({ ...link, key: otherKey });
    assert.equal(calls.length, 2);
  });
});
