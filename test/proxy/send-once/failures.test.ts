import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ProblemError } from '../../../src/proxy/problems.js';
import { createMemoryStore, type Store, StoreUnavailableError } from '../../../src/proxy/index.js';
import {
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceUnreachableError,
} from '../../../src/service/index.js';
import { assertAbsent, rejection } from '../../support/assertions.js';
import {
  assertProblem,
  createOpenCall,
  createReplica,
  createTestPolicy,
  hour,
  link,
  made,
  otherKey,
  phone,
  refusal,
  type Request,
  secret,
  send,
} from './send-policy.js';

const away = async () => {
  throw new StoreUnavailableError();
};

const unreachable = new ServiceUnreachableError('createPayOverTimeLink', 'ECONNREFUSED');

describe('linksWithoutStore', () => {
  const createReplicaAlone = () =>
    createReplica({ ...createMemoryStore(), claim: away }, { linksWithoutStore: true });

  it('adds no location while the store is away', async (t) => {
    const call = t.mock.fn(async () => made);
    const onboarding: Request = { ...link, operation: 'addMerchantLocation' };
    await assertProblem(createReplicaAlone().run(onboarding, call), 'store-unavailable');
    assert.equal(call.mock.callCount(), 0);
  });

  it('makes one link at a time with a key, however the one before ended', async () => {
    const { run } = createReplicaAlone();
    const { begun, call, end } = createOpenCall();
    const first = run(link, call);
    await begun;
    await assertProblem(run(link), 'in-progress');
    end(made);
    assert.equal(await first, made);
    const failed = run(link, () => Promise.reject(refusal));
    assert.equal(await rejection(failed, ServiceResponseError), refusal);
    assert.equal(await run(link), made);
  });
});

describe('a call that rejects', () => {
  it('ends the request with its problem, whose cause is for the log', async (t) => {
    const { run, store } = createTestPolicy(t);
    const set = t.mock.method(store, 'set');
    for (const [error, code] of [
      [unreachable, 'service-unreachable'],
      [refusal, 'invalid-email'],
    ] as const) {
      const problem = await assertProblem(
        run({ ...link, key: `key-of-${code}` }, () => Promise.reject(error)),
        code,
      );
      assert.equal(problem.cause, error);
    }
    assert.deepEqual(JSON.parse(set.mock.calls[0]!.arguments[1]).outcome, {
      problem: {
        code: 'invalid-email',
        detail: 'The service does not accept this email address.',
        extras: { status: 422, service: { status: 422 } },
      },
    });
    assert.equal(set.mock.callCount(), 1);
  });

  for (const [error, counted] of [
    [unreachable, [`count ${phone}`, `uncount ${phone}`]],
    [refusal, [`count ${phone}`, `uncount ${phone}`]],
    [new ProblemError('service-busy'), [`count ${phone}`, `uncount ${phone}`]],
    [new OutcomeUnknownError('createPayOverTimeLink'), [`count ${phone}`]],
    [new TypeError('A defect'), [`count ${phone}`]],
  ] as const) {
    // One test per error: a clock that one test mocks twice stays mocked in the tests that follow.
    it(`${counted.length > 1 ? 'gives back' : 'keeps'} the count of its text after: ${error.message}`, async (t) => {
      const { run, counts } = createTestPolicy(t);
      await rejection(
        run(send, () => Promise.reject(error)),
        Error,
      );
      assert.deepEqual(counts, counted);
    });
  }

  it('counts nothing where it would send no text', async (t) => {
    const { run, counts } = createTestPolicy(t);
    await rejection(
      run(link, () => Promise.reject(unreachable)),
      ProblemError,
    );
    assert.deepEqual(counts, []);
  });

  it('frees the key and the phone where nothing has gone to the service', async (t) => {
    const { run, calls } = createTestPolicy(t);
    await assertProblem(
      run(send, async () => Promise.reject(unreachable)),
      'service-unreachable',
    );
    assert.deepEqual(await run(send), made);
    assert.equal(calls.length, 2);
  });

  it('frees the key of a link that sends no text, too', async (t) => {
    const { run, calls } = createTestPolicy(t);
    await assertProblem(
      run(link, async () => Promise.reject(unreachable)),
      'service-unreachable',
    );
    assert.deepEqual(await run(link), made);
    assert.equal(calls.length, 2);
  });

  it('keeps the key where it is unknown what has reached the service', async (t) => {
    const { run, calls, clock } = createTestPolicy(t);
    await rejection(
      run(send, async () => Promise.reject(new RangeError('A defect'))),
      RangeError,
    );
    clock.time += hour;
    await assertProblem(run(send), 'outcome-unknown');
    assert.equal(calls.length, 1);
  });
});

describe('a store that fails', () => {
  it('before the call: refuses with 503 and Retry-After, without a call', async (t) => {
    const { run, calls } = createTestPolicy(t, { claim: away });
    const problem = await assertProblem(run(send), 'store-unavailable');
    assert.deepEqual([problem.status, problem.extras.retryAfterSeconds], [503, 5]);
    assert.equal(calls.length, 0);
  });

  it('between its claims: refuses with 503, without a call', async (t) => {
    const { claim } = createMemoryStore();
    const { run, calls } = createTestPolicy(t, {
      claim: (key, value, ttl) => (key.startsWith('text:') ? away() : claim(key, value, ttl)),
    });
    await assertProblem(run(send), 'store-unavailable');
    assert.equal(calls.length, 0);
  });

  it('at a replay: refuses with 503, without a call', async (t) => {
    const { run, calls } = createTestPolicy(t, { get: away });
    await run(send);
    await assertProblem(run(send), 'store-unavailable');
    assert.equal(calls.length, 1);
  });

  it('after the call: gives the answer', async (t) => {
    const { run } = createTestPolicy(t, { set: away });
    assert.deepEqual(await run(send), made);
  });

  it('after the call: never makes another', async (t) => {
    const { run, calls, clock } = createTestPolicy(t, { set: away });
    await run(send);
    await assertProblem(run(send), 'in-progress');
    clock.time += hour;
    await assertProblem(run(send), 'outcome-unknown');
    assert.equal(calls.length, 1);
  });

  it('at a release: ends the request with the problem of the call', async (t) => {
    const { run } = createTestPolicy(t, { delete: away });
    await assertProblem(
      run(send, async () => Promise.reject(unreachable)),
      'service-unreachable',
    );
  });
});

describe('a store that forgets', () => {
  /** A policy whose first call runs, and whose store has forgotten all of it since. */
  async function createForgetful(t: TestContext) {
    const { store, ...policy } = createTestPolicy(t);
    const running = createOpenCall();
    const first = policy.run(send, running.call);
    await running.begun;
    await store.close();
    return { ...policy, first, end: running.end };
  }

  it('frees no claim that another replica has made since', async (t) => {
    const { clock, store, run } = createTestPolicy(t);
    const [other, third] = [createReplica(store), createReplica(store)];
    const running = createOpenCall();
    await assertProblem(
      run(send, async () => {
        await store.close();
        clock.time += 1;
        void other.run(send, running.call);
        await running.begun;
        throw unreachable;
      }),
      'service-unreachable',
    );
    await assertProblem(third.run(send), 'in-progress');
    await assertProblem(third.run({ ...send, key: otherKey }), 'duplicate-send');
  });

  it('makes no second call with a key while the first runs', async (t) => {
    const { run, calls } = await createForgetful(t);
    await assertProblem(run(send), 'in-progress');
    assert.equal(calls.length, 1);
  });

  it('sends no text by another key while the first call runs', async (t) => {
    const { run, calls } = await createForgetful(t);
    await assertProblem(run({ ...send, key: otherKey }), 'duplicate-send');
    assert.equal(calls.length, 1);
  });

  it('makes no second call for 5 s after the deadline of the first, however short that is', async (t) => {
    const { clock, store } = createTestPolicy(t);
    const { run } = createReplica(store, { deadline: 1 });
    const running = createOpenCall();
    void run(send, running.call);
    await running.begun;
    const forgetAndSend = async () => {
      await store.close();
      return run(send);
    };
    clock.time += 5_001;
    await assertProblem(forgetAndSend(), 'in-progress');
    clock.time += 1;
    assert.deepEqual(await forgetAndSend(), made);
  });

  it('is given the answer of the first call all the same', async (t) => {
    const { run, first, end } = await createForgetful(t);
    await assertProblem(run(send), 'in-progress');
    end(made);
    await first;
    assert.deepEqual(await run(send), made);
  });
});

describe('what the store learns', () => {
  /** All that a send puts into a store. */
  async function learned(t: TestContext, used = secret): Promise<string> {
    const now = t.mock.method(Date, 'now', () => 0);
    const store = createMemoryStore();
    const seen: string[] = [];
    const spied: Store = {
      ...store,
      set: (key, value, ttl) => (seen.push(key, value), store.set(key, value, ttl)),
      claim: (key, value, ttl) => (seen.push(key, value), store.claim(key, value, ttl)),
    };
    await createReplica(spied, { secret: used }).run(send);
    now.mock.restore(); // a method that is mocked twice does not come back at the end of a test
    return seen.join('\n');
  }

  it('holds no key, phone number, reference or secret', async (t) => {
    assertAbsent(await learned(t), send.key, phone, phone.slice(2), 'order-1', '1299', secret);
  });

  it('is the same in all versions: replicas of two versions share claims during an update', async (t) => {
    const key = 'once:Xyyk_B5RSUImPod_oCTB0LbZV9S9tpW8cNaVVTLKaqc';
    const claim = { body: 'gXlpB-fOB97flP97y392Lsa-rWQLLNyLncgoeb_TJq8', startedAt: 0 };
    assert.deepEqual((await learned(t)).split('\n'), [
      key,
      JSON.stringify(claim),
      'text:sP-l6u7Of1X_JwCmz9av7llve0Bx_9YvJpx1VSrfwSY',
      JSON.stringify(claim),
      key,
      JSON.stringify({ ...claim, outcome: { created: made } }),
    ]);
  });

  it('differs with the secret, so that phone numbers cannot be guessed', async (t) => {
    const lines = (await learned(t)).split('\n');
    const others = (await learned(t, 'another secret')).split('\n');
    assert.deepEqual(
      lines.filter((line) => others.includes(line)),
      [],
    );
  });
});

describe('a key that is released', () => {
  it('frees no claim of the request that comes next', async (t) => {
    const { run, calls, store } = createTestPolicy(t);
    const next = createOpenCall();
    const forget = store.delete;
    // The next request comes as soon as the store has forgotten the claims of the first.
    t.mock.method(store, 'delete', async (key: string, value?: string) => {
      await forget(key, value);
      if (calls.length > 1 || !key.startsWith('once:')) return;
      void run(link, next.call);
      await next.begun;
    });
    await assertProblem(
      run(link, () => Promise.reject(unreachable)),
      'service-unreachable',
    );
    await store.close();
    await assertProblem(run(link), 'in-progress');
    assert.equal(calls.length, 2);
    next.end(made);
  });
});
