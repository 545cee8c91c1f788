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
    const { run, calls } = createTestPolicy();
    await run(send);
    assert.deepEqual(await run(send, async () => refused), made);
    assert.equal(calls.length, 1);
  });

  it('gets a refusal or failure of the service, without a call', async () => {
    const { run, calls } = createTestPolicy();
    await run(send, async () => refused);
    assert.deepEqual(await run(send), refused);
    assert.equal(calls.length, 1);
  });

  it('gets an unknown outcome, without a call', async () => {
    const { run, calls } = createTestPolicy();
    const unknown: Answer = { status: 504, body: '{"code":"outcome-unknown"}' };
    await run(send, async () => unknown);
    for (let attempt = 0; attempt < 3; attempt++) assert.deepEqual(await run(send), unknown);
    assert.equal(calls.length, 1);
  });

  it('counts as the same body whatever the order of its fields', async () => {
    const { run, calls } = createTestPolicy();
    await run({ ...send, body: { a: 1, b: { c: 2, d: [3] }, e: null } });
    await run({ ...send, body: { e: null, b: { d: [3], c: 2 }, a: 1 } });
    assert.equal(calls.length, 1);
  });

  it('is refused with another body, and the first answer stays undisclosed', async () => {
    const { run, calls } = createTestPolicy();
    await run(send);
    const problem = await assertProblem(
      run({ ...send, body: { amount: 1 } }),
      'idempotency-key-reused',
    );
    assert.equal(problem.status, 422);
    assertAbsent(JSON.stringify(problem), 'apply.example');
    assert.equal(calls.length, 1);
  });

  it('is refused with a body whose list is in another order', async () => {
    const { run } = createTestPolicy();
    await run({ ...send, body: ['a', 'b'] });
    await assertProblem(run({ ...send, body: ['b', 'a'] }), 'idempotency-key-reused');
  });

  it('makes a call for another operation', async () => {
    const { run, calls } = createTestPolicy();
    await run(send);
    await run({ ...send, operation: 'createPrequalLink' });
    assert.equal(calls.length, 2);
  });

  it('makes a call for another location', async () => {
    const { run, calls } = createTestPolicy();
    await run(send);
    await run({ ...send, location: 'smile-dental' });
    assert.equal(calls.length, 2);
  });

  for (const separator of ['', '|', ':', ' ', '\0', '","']) {
    it(`is told from one that has ${JSON.stringify(separator)} elsewhere`, async () => {
      const { run, calls } = createTestPolicy();
      await run({ ...link, location: `a${separator}b`, key: 'c' });
      await run({ ...link, location: 'a', key: `b${separator}c` });
      assert.equal(calls.length, 2);
    });
  }

  it('gets its answer for 24 h', async () => {
    const { run, calls, clock } = createTestPolicy();
    await run(send);
    clock.time += 24 * hour;
    await run(send);
    assert.equal(calls.length, 1);
  });

  it('makes a call after 24 h', async () => {
    const { run, calls, clock } = createTestPolicy();
    await run(send);
    clock.time += 24 * hour + 1;
    await run(send);
    assert.equal(calls.length, 2);
  });
});

describe('a key in flight', () => {
  it('is refused with 409 and Retry-After until the answer is there', async () => {
    const { run, calls } = createTestPolicy();
    const { call, begun, end } = createOpenCall();
    const first = run(send, call);
    await begun;
    const problem = await assertProblem(run(send), 'in-progress');
    assert.deepEqual([problem.status, problem.extras.retryAfterSeconds], [409, 1]);
    end(made);
    assert.deepEqual([await first, await run(send)], [made, made]);
    assert.equal(calls.length, 1);
  });

  it('makes one call of 50 at once', async () => {
    const { run, calls } = createTestPolicy();
    await Promise.allSettled(Array.from({ length: 50 }, () => run(send)));
    assert.equal(calls.length, 1);
  });

  it('is refused with another body', async () => {
    const { run } = createTestPolicy();
    const { call, begun } = createOpenCall();
    void run(send, call);
    await begun;
    await assertProblem(run({ ...send, body: {} }), 'idempotency-key-reused');
  });

  it('is refused, and can be tried again, when it is let go at that moment', async () => {
    const { run, calls } = createTestPolicy({ claim: async () => false });
    await assertProblem(run(send), 'in-progress');
    assert.equal(calls.length, 0);
  });

  it('has an unknown outcome 5 s after the deadline of its call, and makes no other', async () => {
    const { run, calls, clock, replica } = createTestPolicy();
    const { call, begun } = createOpenCall();
    void run(send, call);
    await begun;
    clock.time += 15_000;
    await assertProblem(run(send, undefined, replica()), 'in-progress');
    clock.time += 1;
    await assertProblem(run(send, undefined, replica()), 'outcome-unknown');
    assert.equal(calls.length, 1);
  });
});
