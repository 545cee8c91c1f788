import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCachedEstimates } from '../../../src/proxy/estimates/cached-estimates.js';
import { createEstimatePayments } from '../../../src/proxy/estimates/estimate-payments.js';
import { ServiceTimeoutError } from '../../../src/service/index.js';
import { rejection } from '../../support/assertions.js';
import { createHeldEstimation, estimateOf } from '../../support/service-stub.js';
import { turn } from '../../support/until.js';
import { mockClock } from '../../support/test-proxy.js';

/** These tests don't read the report. */
const report = { observe() {}, log: () => true };

const cache = () => createCachedEstimates(300, report);

function create(options?: { heedsSignal: boolean }) {
  const service = createHeldEstimation(options);
  const estimates = createEstimatePayments(service, cache(), report, 4_000);
  return {
    calls: service.calls,
    async send(amounts: readonly number[], signal?: AbortSignal) {
      const items = amounts.map((totalAmount) => ({ id: `item ${totalAmount}`, totalAmount }));
      return (await estimates(items, {}, { signal })).results;
    },
  };
}

const results = (...amounts: number[]) => amounts.map((each) => estimateOf(`item ${each}`, each));

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index);

describe('estimations that arrive together', () => {
  it('go out in one call', async () => {
    const { send, calls } = create();
    const asked = [send([1, 2]), send([2, 3]), send([4])];
    await turn();
    assert.equal(calls.length, 1);
    calls[0]!.respond();
    assert.deepEqual(await Promise.all(asked), [results(1, 2), results(2, 3), results(4)]);
  });

  it('use the ids of their items, or positions if an id is unusual or has two amounts', async () => {
    const { calls, estimatePayments } = createHeldEstimation();
    const estimates = createEstimatePayments({ estimatePayments }, cache(), report, 4_000);
    const send = (id: string, totalAmount: number, location: string) =>
      estimates([{ id, totalAmount }], { location }, {});
    const asked = [send('a', 1, 'here'), send('b', 2, 'here'), send('a', 3, 'there')];
    asked.push(send('b', 4, 'there'), send('a', 5, 'there'));
    // A service that fails for one of these ids must not fail for the other items of the call.
    const odd = ['\u{1f6cb}', 'é', 'a b', "a'", '<a>', '%', 'a'.repeat(65)];
    odd.forEach((id, index) => asked.push(send(id, 6, `${index}`), send('a', 7, `${index}`)));
    asked.push(send('a'.repeat(64), 6, 'last'), send('SKU_1.2:3-4', 7, 'last'));
    await turn();
    assert.deepEqual(
      calls.map(({ items }) => items.map(({ id }) => id)),
      [['a', 'b'], ['0', '1', '2'], ...odd.map(() => ['0', '1']), ['a'.repeat(64), 'SKU_1.2:3-4']],
    );
    calls.forEach((call) => call.respond());
    await Promise.all(asked);
  });

  it('go out again if their call never ends, as on a canceled request of a Worker', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const clock = mockClock(t);
    const { send, calls } = create();
    const lost = [send([1]), send([1])];
    await turn();
    clock.now += 4_501;
    const next = send([1]);
    await turn();
    assert.equal(calls.length, 2);
    calls[1]!.respond();
    assert.deepEqual(await next, results(1));
    const errors = lost.map((each) => rejection(each, ServiceTimeoutError));
    t.mock.timers.tick(4_500);
    await Promise.all(errors);
  });

  it('go out in calls of 500', async () => {
    const { send, calls } = create();
    const asked = [send(range(1, 401)), send(range(301, 801)), send([5, 800, 801])];
    await turn();
    assert.deepEqual(
      calls.map(({ items }) => items.length),
      [500, 301],
    );
    calls[1]!.respond();
    calls[0]!.respond();
    const [, , last] = await Promise.all(asked);
    assert.deepEqual(last, results(5, 800, 801));
  });

  it('fail together, if they needed the call that failed', async () => {
    const { send, calls } = create();
    const first = send([1, 2]);
    await turn();
    const second = [send([2, 3]), send([3])];
    await turn();
    calls[0]!.fail(new Error('down'));
    await assert.rejects(first, /down/);
    await assert.rejects(second[0]!, /down/);
    calls[1]!.respond();
    assert.deepEqual(await second[1], results(3));
  });
});

describe('estimations that arrive one after the other', () => {
  async function askInTurns(send: ReturnType<typeof create>['send'], amounts: readonly number[]) {
    const asked: ReturnType<typeof send>[] = [];
    for (const amount of amounts) {
      asked.push(send([amount]));
      await turn();
    }
    return asked;
  }
  const sizes = (calls: ReturnType<typeof create>['calls']) =>
    calls.map(({ items }) => items.length);

  it('have at most four calls in flight, and the rest go out together when one ends', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] }); // a slow machine must not reach the 200 ms
    const { send, calls } = create();
    const asked = await askInTurns(send, range(1, 101));
    assert.deepEqual(sizes(calls), [1, 1, 1, 1]);
    calls[2]!.respond();
    await turn();
    assert.deepEqual(sizes(calls), [1, 1, 1, 1, 96]);
    for (const call of calls) call.respond();
    assert.deepEqual((await Promise.all(asked)).flat(), results(...range(1, 101)));
  });

  it('go out after 200 ms if no call ends, because the service may hang', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { send, calls } = create();
    void (await askInTurns(send, range(1, 7)));
    t.mock.timers.tick(199);
    await turn();
    assert.deepEqual(sizes(calls), [1, 1, 1, 1]);
    t.mock.timers.tick(1);
    await turn();
    assert.deepEqual(sizes(calls), [1, 1, 1, 1, 2]);
  });

  it("aren't sent if their callers left while they waited", async () => {
    const { send, calls } = create();
    void (await askInTurns(send, range(1, 5)));
    const controller = new AbortController();
    const left = send([5], controller.signal);
    await turn();
    controller.abort(new Error('gone'));
    await assert.rejects(left, /gone/);
    calls[0]!.respond();
    await turn();
    assert.equal(calls.length, 4);
    const again = send([5]);
    await turn();
    assert.equal(calls.length, 5);
    calls.slice(1).forEach((call) => call.respond());
    await again;
  });
});

it('an amount in flight is requested once, even if its first caller leaves', async () => {
  const { send, calls } = create();
  const leader = new AbortController();
  const left = send([1299], leader.signal);
  const others = range(1, 100).map(() => send([1299], new AbortController().signal));
  await turn();
  leader.abort(new Error('gone'));
  await assert.rejects(left, /gone/);
  assert.equal(calls[0]!.signal.aborted, false);
  calls[0]!.respond();
  assert.deepEqual(
    await Promise.all(others),
    others.map(() => results(1299)),
  );
  assert.equal(calls.length, 1);
});

describe('a call whose callers have all left', () => {
  it('is aborted within the turn', async () => {
    const { send, calls } = create();
    const [one, other] = [new AbortController(), new AbortController()];
    const asked = [send([1, 2], one.signal), send([2, 3], other.signal)];
    await turn();
    one.abort(new Error('gone'));
    await assert.rejects(asked[0]!, /gone/);
    assert.equal(calls[0]!.signal.aborted, false);
    let turnIsOver = false;
    setImmediate(() => (turnIsOver = true));
    other.abort(new Error('gone'));
    await assert.rejects(asked[1]!, /gone/);
    assert.deepEqual([calls[0]!.signal.aborted, turnIsOver], [true, false]);
  });

  it("isn't made if they left before the end of the turn", async () => {
    const { send, calls } = create();
    const controller = new AbortController();
    const asked = send([1], controller.signal);
    controller.abort(new Error('gone'));
    await assert.rejects(asked, /gone/);
    await turn();
    assert.equal(calls.length, 0);
  });

  it("isn't joined by the next request, even if it goes on", async () => {
    const { send, calls } = create({ heedsSignal: false });
    const controller = new AbortController();
    const left = send([1], controller.signal);
    await turn();
    controller.abort(new Error('gone'));
    await assert.rejects(left, /gone/);
    const next = send([1]);
    await turn();
    assert.equal(calls.length, 2);
    // When it ends, the call that came after it keeps its amounts.
    calls[0]!.fail(new Error('late'));
    await turn();
    const third = send([1]);
    await turn();
    assert.equal(calls.length, 2);
    calls[1]!.respond();
    assert.deepEqual(await Promise.all([next, third]), [results(1), results(1)]);
  });
});
