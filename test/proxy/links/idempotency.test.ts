import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAbsent } from '../../support/assertions.js';
import {
  type Answer,
  assertProblem,
  createOpenCall,
  createTestPolicy,
  hour,
  link,
  made,
  refused,
  send,
} from './idempotency-policy.js';

describe('a key used again', () => {
  it('gets the answer that is kept, without a call', async () => {
    const { once, calls } = createTestPolicy();
    await once(send);
    assert.deepEqual(await once(send, async () => refused), made);
    assert.equal(calls.length, 1);
  });

  it('gets a refusal or failure of the service, without a call', async () => {
    const { once, calls } = createTestPolicy();
    await once(send, async () => refused);
    assert.deepEqual(await once(send), refused);
    assert.equal(calls.length, 1);
  });

  it('gets an unknown outcome, without a call', async () => {
    const { once, calls } = createTestPolicy();
    const unknown: Answer = { status: 504, body: '{"code":"outcome-unknown"}' };
    await once(send, async () => unknown);
    for (let attempt = 0; attempt < 3; attempt++) assert.deepEqual(await once(send), unknown);
    assert.equal(calls.length, 1);
  });

  it('counts as the same body whatever the order of its fields', async () => {
    const { once, calls } = createTestPolicy();
    await once({ ...send, body: { a: 1, b: { c: 2, d: [3] }, e: null } });
    await once({ ...send, body: { e: null, b: { d: [3], c: 2 }, a: 1 } });
    assert.equal(calls.length, 1);
  });

  it('is refused with another body, and the first answer stays undisclosed', async () => {
    const { once, calls } = createTestPolicy();
    await once(send);
    const problem = await assertProblem(
      once({ ...send, body: { amount: 1 } }),
      'idempotency-key-reused',
    );
    assert.equal(problem.status, 422);
    assertAbsent(JSON.stringify(problem), 'apply.example');
    assert.equal(calls.length, 1);
  });

  it('is refused with a body whose list is in another order', async () => {
    const { once } = createTestPolicy();
    await once({ ...send, body: ['a', 'b'] });
    await assertProblem(once({ ...send, body: ['b', 'a'] }), 'idempotency-key-reused');
  });

  it('makes a call for another operation', async () => {
    const { once, calls } = createTestPolicy();
    await once(send);
    await once({ ...send, operation: 'createPrequalLink' });
    assert.equal(calls.length, 2);
  });

  it('makes a call for another location', async () => {
    const { once, calls } = createTestPolicy();
    await once(send);
    await once({ ...send, location: 'smile-dental' });
    assert.equal(calls.length, 2);
  });

  for (const separator of ['', '|', ':', ' ', '\0', '","']) {
    it(`is told from one that has ${JSON.stringify(separator)} elsewhere`, async () => {
      const { once, calls } = createTestPolicy();
      await once({ ...link, location: `a${separator}b`, key: 'c' });
      await once({ ...link, location: 'a', key: `b${separator}c` });
      assert.equal(calls.length, 2);
    });
  }

  it('gets its answer for 24 h', async () => {
    const { once, calls, clock } = createTestPolicy();
    await once(send);
    clock.time += 24 * hour;
    await once(send);
    assert.equal(calls.length, 1);
  });

  it('makes a call after 24 h', async () => {
    const { once, calls, clock } = createTestPolicy();
    await once(send);
    clock.time += 24 * hour + 1;
    await once(send);
    assert.equal(calls.length, 2);
  });
});

describe('a key in flight', () => {
  it('is refused with 409 and Retry-After until the answer is there', async () => {
    const { once, calls } = createTestPolicy();
    const { call, begun, end } = createOpenCall();
    const first = once(send, call);
    await begun;
    const problem = await assertProblem(once(send), 'in-progress');
    assert.deepEqual([problem.status, problem.extras.retryAfterSeconds], [409, 1]);
    end(made);
    assert.deepEqual([await first, await once(send)], [made, made]);
    assert.equal(calls.length, 1);
  });

  it('makes one call of 50 at once', async () => {
    const { once, calls } = createTestPolicy();
    await Promise.allSettled(Array.from({ length: 50 }, () => once(send)));
    assert.equal(calls.length, 1);
  });

  it('is refused with another body', async () => {
    const { once } = createTestPolicy();
    const { call, begun } = createOpenCall();
    void once(send, call);
    await begun;
    await assertProblem(once({ ...send, body: {} }), 'idempotency-key-reused');
  });

  it('is refused, and can be tried again, when it is let go at that moment', async () => {
    const { once, calls } = createTestPolicy({ claim: async () => false });
    await assertProblem(once(send), 'in-progress');
    assert.equal(calls.length, 0);
  });

  it('has an unknown outcome 5 s after the deadline of its call, and makes no other', async () => {
    const { once, calls, clock, replica } = createTestPolicy();
    const { call, begun } = createOpenCall();
    void once(send, call);
    await begun;
    clock.time += 15_000;
    await assertProblem(once(send, undefined, replica()), 'in-progress');
    clock.time += 1;
    await assertProblem(once(send, undefined, replica()), 'outcome-unknown');
    assert.equal(calls.length, 1);
  });
});
