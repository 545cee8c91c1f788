import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ProblemError } from '../../../src/proxy/problems.js';
import { createMemoryStore, StoreUnavailableError, type Store } from '../../../src/proxy/index.js';
import {
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceUnreachableError,
} from '../../../src/service/index.js';
import { assertAbsent, rejection } from '../../support/assertions.js';
import { createWatchedStore } from '../../support/test-proxy.js';
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

const unavailable = async () => {
  throw new StoreUnavailableError();
};

const unreachable = new ServiceUnreachableError('createPayOverTimeLink', 'ECONNREFUSED');

describe('linksWithoutStore', () => {
  const createReplicaWithoutStore = () =>
    createReplica({ ...createMemoryStore(), claim: unavailable }, { linksWithoutStore: true });

  it("doesn't add a location while the store is unavailable", async (t) => {
    const call = t.mock.fn(async () => made);
    const onboarding: Request = { ...link, operation: 'addMerchantLocation' };
    await assertProblem(createReplicaWithoutStore().run(onboarding, call), 'store-unavailable');
    assert.equal(call.mock.callCount(), 0);
  });

  it('creates one link at a time per key, regardless of how the previous call ended', async () => {
    const { run } = createReplicaWithoutStore();
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

describe('A call that fails', () => {
  it('rejects with a problem that has a cause', async (t) => {
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
    // Use one test per error, because a clock that a test mocks twice stays mocked.
    it(`${counted.length > 1 ? 'takes back' : 'keeps'} the count of its text message after: ${error.message}`, async (t) => {
      const { run, counts } = createTestPolicy(t);
      await rejection(
        run(send, () => Promise.reject(error)),
        Error,
      );
      assert.deepEqual(counts, counted);
    });
  }

  it('counts nothing if it sends no text message', async (t) => {
    const { run, counts } = createTestPolicy(t);
    await rejection(
      run(link, () => Promise.reject(unreachable)),
      ProblemError,
    );
    assert.deepEqual(counts, []);
  });

  for (const [what, request] of Object.entries({
    'the key and the phone': send,
    'the key': link,
  })) {
    it(`releases ${what} if the service got nothing`, async (t) => {
      const { run, calls } = createTestPolicy(t);
      const failed = run(request, async () => Promise.reject(unreachable));
      await assertProblem(failed, 'service-unreachable');
      assert.deepEqual(await run(request), made);
      assert.equal(calls.length, 2);
    });
  }

  it('keeps the key if the service may have got something', async (t) => {
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

describe('A store that fails', () => {
  for (const [what, failing] of Object.entries({ key: 'once:', 'text message': 'text:' })) {
    it(`at the claim of the ${what} rejects with 503 and Retry-After, without a call`, async (t) => {
      const { claim } = createMemoryStore();
      const { run, calls } = createTestPolicy(t, {
        claim: (key, value, ttl) =>
          key.startsWith(failing) ? unavailable() : claim(key, value, ttl),
      });
      const problem = await assertProblem(run(send), 'store-unavailable');
      assert.deepEqual([problem.status, problem.extras.retryAfterSeconds], [503, 5]);
      assert.equal(calls.length, 0);
    });
  }

  it('after the call returns the response, and never causes another call', async (t) => {
    const { run, calls, clock } = createTestPolicy(t, { set: unavailable });
    assert.deepEqual(await run(send), made);
    await assertProblem(run(send), 'in-progress');
    clock.time += hour;
    await assertProblem(run(send), 'outcome-unknown');
    assert.equal(calls.length, 1);
  });
});

describe('A store that is briefly away after a call', () => {
  /** Creates a memory store whose writes fail until `comeBack`, which resolves after the next write. */
  function createBriefFailure() {
    const memory = createMemoryStore();
    let onWrite: (() => void) | undefined;
    const set: Store['set'] = async (...entry) => {
      if (!onWrite) return unavailable();
      await memory.set(...entry);
      onWrite();
    };
    const comeBack = () => new Promise<void>((resolve) => (onWrite = resolve));
    return { memory, set, comeBack };
  }

  it('gets the outcome later, for requests with the same key', async (t) => {
    const { set, comeBack, memory } = createBriefFailure();
    const { run, calls } = createTestPolicy(t, { ...memory, set });
    assert.deepEqual(await run(send), made);
    await comeBack();
    assert.deepEqual(await run(send), made);
    assert.equal(calls.length, 1);
  });

  it("doesn't cause a second text message, even if it has lost the claim", async (t) => {
    const { set, comeBack, memory } = createBriefFailure();
    const { run, calls } = createTestPolicy(t, { ...memory, set });
    assert.deepEqual(await run(send), made);
    await memory.close();
    await comeBack();
    assert.deepEqual(await run(send), made);
    assert.equal(calls.length, 1);
  });
});

describe('A store that loses its data', () => {
  async function createWithLostData(t: TestContext) {
    const { store, ...policy } = createTestPolicy(t);
    const running = createOpenCall();
    const first = policy.run(send, running.call);
    await running.begun;
    await store.close();
    return { ...policy, first, end: running.end };
  }

  it("doesn't release a newer claim of another replica", async (t) => {
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

  it("doesn't cause a second call or text message while the first call runs", async (t) => {
    const { run, calls, first, end } = await createWithLostData(t);
    await assertProblem(run(send), 'in-progress');
    await assertProblem(run({ ...send, key: otherKey }), 'duplicate-send');
    assert.equal(calls.length, 1);
    end(made);
    await first;
    assert.deepEqual(await run(send), made);
  });

  it("doesn't cause a second call until 5 s after the deadline of the first", async (t) => {
    const { clock, store } = createTestPolicy(t);
    const { run } = createReplica(store, { callTimeoutMs: 1 });
    const running = createOpenCall();
    void run(send, running.call);
    await running.begun;
    const loseDataAndSend = async () => {
      await store.close();
      return run(send);
    };
    clock.time += 5_001;
    await assertProblem(loseDataAndSend(), 'in-progress');
    clock.time += 1;
    assert.deepEqual(await loseDataAndSend(), made);
  });
});

describe('The stored values', () => {
  async function storedBy(t: TestContext, used = secret): Promise<string> {
    const now = t.mock.method(Date, 'now', () => 0);
    const seen: unknown[] = [];
    const store = createWatchedStore((operation, [key, value]) => {
      if (operation === 'claim' || operation === 'set') seen.push(key, value);
    });
    await createReplica(store, { secret: used }).run(send);
    now.mock.restore(); // a method that is mocked twice does not come back at the end of a test
    return seen.join('\n');
  }

  it('have no key, phone number, reference, or secret', async (t) => {
    assertAbsent(await storedBy(t), send.key, phone, phone.slice(2), 'order-1', '1299', secret);
  });

  it('are the same in all versions, because replicas of two versions share claims during an update', async (t) => {
    const key = 'once:Xyyk_B5RSUImPod_oCTB0LbZV9S9tpW8cNaVVTLKaqc';
    const claim = { body: 'gXlpB-fOB97flP97y392Lsa-rWQLLNyLncgoeb_TJq8', startedAt: 0 };
    assert.deepEqual((await storedBy(t)).split('\n'), [
      key,
      JSON.stringify(claim),
      'text:sP-l6u7Of1X_JwCmz9av7llve0Bx_9YvJpx1VSrfwSY',
      JSON.stringify(claim),
      key,
      JSON.stringify({ ...claim, outcome: { created: made } }),
    ]);
  });
});
