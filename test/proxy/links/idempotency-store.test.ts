import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIdempotency } from '../../../src/proxy/sends.js';
import { ProblemError } from '../../../src/proxy/problems.js';
import { createMemoryStore, type Store, StoreUnavailableError } from '../../../src/proxy/index.js';
import { assertAbsent, rejection } from '../../support/assertions.js';
import {
  assertProblem,
  createOpenCall,
  createTestPolicy,
  hour,
  link,
  made,
  otherKey,
  phone,
  secret,
  send,
} from './idempotency-policy.js';

const away = async () => {
  throw new StoreUnavailableError();
};

describe('a call that rejects', () => {
  const unreachable = new ProblemError('service-unreachable', 'The service cannot be reached.');

  it('ends the request with what it rejects with', async () => {
    const { run } = createTestPolicy();
    const error = await rejection(
      run(send, async () => Promise.reject(unreachable)),
      ProblemError,
    );
    assert.equal(error, unreachable);
  });

  it('frees the key and the phone where nothing has gone to the service', async () => {
    const { run, calls } = createTestPolicy();
    await assertProblem(
      run(send, async () => Promise.reject(unreachable)),
      'service-unreachable',
    );
    assert.deepEqual(await run(send), made);
    assert.equal(calls.length, 2);
  });

  it('frees the key of a link that sends no text, too', async () => {
    const { run, calls } = createTestPolicy();
    await assertProblem(
      run(link, async () => Promise.reject(unreachable)),
      'service-unreachable',
    );
    assert.deepEqual(await run(link), made);
    assert.equal(calls.length, 2);
  });

  it('keeps the key where it is unknown what has reached the service', async () => {
    const { run, calls, clock } = createTestPolicy();
    await rejection(
      run(send, async () => Promise.reject(new TypeError('A defect'))),
      TypeError,
    );
    clock.time += hour;
    await assertProblem(run(send), 'outcome-unknown');
    assert.equal(calls.length, 1);
  });
});

describe('a store that fails', () => {
  it('before the call: refuses with 503 and Retry-After, without a call', async () => {
    const { run, calls } = createTestPolicy({ claim: away });
    const problem = await assertProblem(run(send), 'store-unavailable');
    assert.deepEqual([problem.status, problem.extras.retryAfterSeconds], [503, 5]);
    assert.equal(calls.length, 0);
  });

  it('between its claims: refuses with 503, without a call', async () => {
    const { claim } = createMemoryStore();
    const { run, calls } = createTestPolicy({
      claim: (key, value, ttl) => (key.startsWith('text:') ? away() : claim(key, value, ttl)),
    });
    await assertProblem(run(send), 'store-unavailable');
    assert.equal(calls.length, 0);
  });

  it('at a replay: refuses with 503, without a call', async () => {
    const { run, calls } = createTestPolicy({ get: away });
    await run(send);
    await assertProblem(run(send), 'store-unavailable');
    assert.equal(calls.length, 1);
  });

  it('after the call: gives the answer', async () => {
    const { run } = createTestPolicy({ set: away });
    assert.deepEqual(await run(send), made);
  });

  it('after the call: never makes another', async () => {
    const { run, calls, clock } = createTestPolicy({ set: away });
    await run(send);
    await assertProblem(run(send), 'in-progress');
    clock.time += hour;
    await assertProblem(run(send), 'outcome-unknown');
    assert.equal(calls.length, 1);
  });

  it('at a release: ends the request with the problem of the call', async () => {
    const { run } = createTestPolicy({ delete: away });
    const unreachable = new ProblemError('service-unreachable', 'The service cannot be reached.');
    await assertProblem(
      run(send, async () => Promise.reject(unreachable)),
      'service-unreachable',
    );
  });
});

describe('a store that forgets', () => {
  /** A policy whose first call runs, and whose store has forgotten all of it since. */
  async function createForgetful() {
    const { store, ...policy } = createTestPolicy();
    const running = createOpenCall();
    const first = policy.run(send, running.call);
    await running.begun;
    await store.close();
    return { ...policy, first, end: running.end };
  }

  it('makes no second call with a key while the first runs', async () => {
    const { run, calls } = await createForgetful();
    await assertProblem(run(send), 'in-progress');
    assert.equal(calls.length, 1);
  });

  it('sends no text by another key while the first call runs', async () => {
    const { run, calls } = await createForgetful();
    await assertProblem(run({ ...send, key: otherKey }), 'duplicate-send');
    assert.equal(calls.length, 1);
  });

  it('makes no second call for 5 s after the deadline of the first, however short that is', async (t) => {
    let time = 1_000_000;
    t.mock.method(performance, 'now', () => time);
    const store = createMemoryStore();
    const idempotency = createIdempotency(store, { secret, deadline: 1 });
    const running = createOpenCall();
    void idempotency.run(send, running.call);
    await running.begun;
    const forgetAndSend = async () => {
      await store.close();
      return idempotency.run(send, async () => made);
    };
    time += 5_001;
    await assertProblem(forgetAndSend(), 'in-progress');
    time += 1;
    assert.deepEqual(await forgetAndSend(), made);
  });

  it('is given the answer of the first call all the same', async () => {
    const { run, first, end } = await createForgetful();
    await assertProblem(run(send), 'in-progress');
    end(made);
    await first;
    assert.deepEqual(await run(send), made);
  });
});

describe('what the store learns', () => {
  /** All that a send puts into a store. */
  async function learned(withSecret = secret): Promise<string> {
    const store = createMemoryStore();
    const seen: string[] = [];
    const spied: Store = {
      ...store,
      set: (key, value, ttl) => (seen.push(key, value), store.set(key, value, ttl)),
      claim: (key, value, ttl) => (seen.push(key, value), store.claim(key, value, ttl)),
    };
    const idempotency = createIdempotency(spied, { secret: withSecret, deadline: 1, now: () => 0 });
    await idempotency.run(send, async () => made);
    return seen.join('\n');
  }

  it('holds no key, phone number, reference or secret', async () => {
    assertAbsent(await learned(), send.key, phone, phone.slice(2), 'order-1', '1299', secret);
  });

  it('is the same in all versions: replicas of two versions share claims during an update', async () => {
    const key = 'once:Xyyk_B5RSUImPod_oCTB0LbZV9S9tpW8cNaVVTLKaqc';
    const claim = { body: ['gXlpB-fOB97flP97y392Lsa-rWQLLNyLncgoeb_TJq8'], startedAt: 0 };
    assert.deepEqual((await learned()).split('\n'), [
      key,
      JSON.stringify(claim),
      'text:sP-l6u7Of1X_JwCmz9av7llve0Bx_9YvJpx1VSrfwSY',
      '',
      key,
      JSON.stringify({ ...claim, outcome: made }),
    ]);
  });

  it('differs with the secret, so that phone numbers cannot be guessed', async () => {
    const lines = (await learned()).split('\n');
    const others = (await learned('another secret')).split('\n');
    assert.deepEqual(
      lines.filter((line) => line !== '' && others.includes(line)),
      [],
    );
  });
});
