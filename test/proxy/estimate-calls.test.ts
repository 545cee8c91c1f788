import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { createEstimates } from '../../src/proxy/estimates.js';
import { createHeldEstimation, estimateOf } from '../support/service-stub.js';
import { turn } from '../support/until.js';

/** A report that no test here reads. */
const report = { observe() {}, log: () => true };

function create(options?: { heedsSignal: boolean }) {
  const service = createHeldEstimation(options);
  const estimates = createEstimates(service, 300, report);
  return {
    calls: service.calls,
    async ask(amounts: readonly number[], signal?: AbortSignal) {
      const items = amounts.map((totalAmount) => ({ id: `item ${totalAmount}`, totalAmount }));
      return (await estimates(items, {}, { signal })).results;
    },
  };
}

const results = (...amounts: number[]) => amounts.map((each) => estimateOf(`item ${each}`, each));

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index);

describe('Estimations that arrive together', () => {
  it('go out in one call', async () => {
    const { ask, calls } = create();
    const asked = [ask([1, 2]), ask([2, 3]), ask([4])];
    await turn();
    assert.equal(calls.length, 1);
    calls[0]!.answer();
    assert.deepEqual(await Promise.all(asked), [results(1, 2), results(2, 3), results(4)]);
  });

  it('go out with the ids of their items, or with positions where one id has two amounts or is odd', async () => {
    const { calls, estimatePayments } = createHeldEstimation();
    const estimates = createEstimates({ estimatePayments }, 300, report);
    const ask = (id: string, totalAmount: number, location: string) =>
      estimates([{ id, totalAmount }], { location }, {});
    const asked = [ask('a', 1, 'here'), ask('b', 2, 'here'), ask('a', 3, 'there')];
    asked.push(ask('b', 4, 'there'), ask('a', 5, 'there'));
    // A service that fails for one of these must not fail for all that share its call.
    const odd = ['\u{1f6cb}', 'é', 'a b', "a'", '<a>', '%', 'a'.repeat(65)];
    odd.forEach((id, index) => asked.push(ask(id, 6, `${index}`), ask('a', 7, `${index}`)));
    asked.push(ask('a'.repeat(64), 6, 'last'), ask('SKU_1.2:3-4', 7, 'last'));
    await turn();
    assert.deepEqual(
      calls.map(({ items }) => items.map(({ id }) => id)),
      [['a', 'b'], ['0', '1', '2'], ...odd.map(() => ['0', '1']), ['a'.repeat(64), 'SKU_1.2:3-4']],
    );
    calls.forEach((call) => call.answer());
    await Promise.all(asked);
  });

  it('go out in calls of 500', async () => {
    const { ask, calls } = create();
    const asked = [ask(range(1, 401)), ask(range(301, 801)), ask([5, 800, 801])];
    await turn();
    assert.deepEqual(
      calls.map(({ items }) => items.length),
      [500, 301],
    );
    calls[1]!.answer();
    calls[0]!.answer();
    const [, , last] = await Promise.all(asked);
    assert.deepEqual(last, results(5, 800, 801));
  });

  it('fail together, and only those that needed the call', async () => {
    const { ask, calls } = create();
    const first = ask([1, 2]);
    await turn();
    const second = [ask([2, 3]), ask([3])];
    await turn();
    calls[0]!.fail(new Error('down'));
    await assert.rejects(first, /down/);
    await assert.rejects(second[0]!, /down/);
    calls[1]!.answer();
    assert.deepEqual(await second[1], results(3));
  });
});

describe('Estimations that arrive one after the other', () => {
  /** Asks for each amount in a turn of its own. */
  async function askInTurns(ask: ReturnType<typeof create>['ask'], amounts: readonly number[]) {
    const asked: ReturnType<typeof ask>[] = [];
    for (const amount of amounts) {
      asked.push(ask([amount]));
      await turn();
    }
    return asked;
  }
  const sizes = (calls: ReturnType<typeof create>['calls']) =>
    calls.map(({ items }) => items.length);

  it('have four calls in flight; all others wait for one of them, and go out together', async () => {
    const { ask, calls } = create();
    const asked = await askInTurns(ask, range(1, 101));
    assert.deepEqual(sizes(calls), [1, 1, 1, 1]);
    calls[2]!.answer();
    await turn();
    assert.deepEqual(sizes(calls), [1, 1, 1, 1, 96]);
    for (const call of calls) call.answer();
    assert.deepEqual((await Promise.all(asked)).flat(), results(...range(1, 101)));
  });

  it('go on when a call has failed', async () => {
    const { ask, calls } = create();
    const asked = await askInTurns(ask, range(1, 7));
    calls[0]!.fail(new Error('down'));
    await assert.rejects(asked[0]!, /down/);
    await turn();
    assert.deepEqual(sizes(calls), [1, 1, 1, 1, 2]);
    for (const call of calls) call.answer();
    assert.deepEqual((await Promise.all(asked.slice(1))).flat(), results(...range(2, 7)));
  });

  it('wait for no other group', async () => {
    const { calls, estimatePayments } = createHeldEstimation();
    const estimates = createEstimates({ estimatePayments }, 300, report);
    for (const location of range(1, 11)) {
      void estimates([{ id: 'a', totalAmount: 1 }], { location: `${location}` }, {});
      await turn();
    }
    assert.equal(calls.length, 10);
  });

  it('wait no longer once they fill a call', async () => {
    const { ask, calls } = create();
    void (await askInTurns(ask, range(1, 5)));
    void ask(range(5, 300));
    await turn();
    assert.deepEqual(sizes(calls), [1, 1, 1, 1]);
    void ask(range(300, 600));
    await turn();
    assert.deepEqual(sizes(calls), [1, 1, 1, 1, 500]);
    calls[0]!.answer();
    await turn();
    assert.deepEqual(sizes(calls), [1, 1, 1, 1, 500], 'as many are still in flight');
    calls[1]!.answer();
    await turn();
    assert.deepEqual(sizes(calls), [1, 1, 1, 1, 500, 95]);
  });

  it('wait for a moment at most, since the service may hang', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { ask, calls } = create();
    void (await askInTurns(ask, range(1, 7)));
    t.mock.timers.tick(199);
    await turn();
    assert.deepEqual(sizes(calls), [1, 1, 1, 1]);
    t.mock.timers.tick(1);
    await turn();
    assert.deepEqual(sizes(calls), [1, 1, 1, 1, 2]);
  });

  it('are not asked for where all have gone meanwhile', async () => {
    const { ask, calls } = create();
    void (await askInTurns(ask, range(1, 5)));
    const controller = new AbortController();
    const left = ask([5], controller.signal);
    await turn();
    controller.abort(new Error('gone'));
    await assert.rejects(left, /gone/);
    calls[0]!.answer();
    await turn();
    assert.equal(calls.length, 4);
    void ask([5]);
    await turn();
    assert.equal(calls.length, 5);
  });
});

describe('An amount in flight', () => {
  it('is asked for once, though its first asker leaves', async () => {
    const { ask, calls } = create();
    const leader = new AbortController();
    const left = ask([1299], leader.signal);
    const others = range(1, 100).map(() => ask([1299], new AbortController().signal));
    await turn();
    leader.abort(new Error('gone'));
    await assert.rejects(left, /gone/);
    assert.equal(calls[0]!.signal.aborted, false);
    calls[0]!.answer();
    assert.deepEqual(
      await Promise.all(others),
      others.map(() => results(1299)),
    );
    assert.equal(calls.length, 1);
  });

  it('is not asked for again by those that come later', async () => {
    const { ask, calls } = create();
    const first = ask([1]);
    await turn();
    const second = ask([1, 2]);
    await turn();
    assert.deepEqual(
      calls.map(({ items }) => items.length),
      [1, 1],
    );
    calls.forEach((call) => call.answer());
    assert.deepEqual(await Promise.all([first, second]), [results(1), results(1, 2)]);
  });

  it('leaves no listener on the signal of its asker', async () => {
    const { ask, calls } = create();
    const { signal } = new AbortController();
    const asked = ask([1], signal);
    await turn();
    calls[0]!.answer();
    await asked;
    await turn();
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
});

describe('A call whose callers are all gone', () => {
  it('is aborted within the turn', async () => {
    const { ask, calls } = create();
    const [one, other] = [new AbortController(), new AbortController()];
    const asked = [ask([1, 2], one.signal), ask([2, 3], other.signal)];
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

  it('is aborted though another call of its last asker has failed', async () => {
    const { ask, calls } = create();
    const first = ask([1]);
    await turn();
    const second = ask([1, 2]);
    await turn();
    calls[0]!.fail(new Error('down'));
    await assert.rejects(first, /down/);
    await assert.rejects(second, /down/);
    assert.equal(calls[1]!.signal.aborted, true);
  });

  it('is not made when they left before the end of the turn', async () => {
    const { ask, calls } = create();
    const controller = new AbortController();
    const asked = ask([1], controller.signal);
    controller.abort(new Error('gone'));
    await assert.rejects(asked, /gone/);
    await turn();
    assert.equal(calls.length, 0);
  });

  it('is made for one that comes in the same turn', async () => {
    const { ask, calls } = create();
    const controller = new AbortController();
    const left = ask([1], controller.signal);
    controller.abort(new Error('gone'));
    await assert.rejects(left, /gone/);
    const next = ask([1]);
    await turn();
    assert.equal(calls[0]!.signal.aborted, false);
    calls[0]!.answer();
    assert.deepEqual(await next, results(1));
  });

  it('is not joined by the next request, though it does not end', async () => {
    const { ask, calls } = create({ heedsSignal: false });
    const controller = new AbortController();
    const left = ask([1], controller.signal);
    await turn();
    controller.abort(new Error('gone'));
    await assert.rejects(left, /gone/);
    const next = ask([1]);
    await turn();
    assert.equal(calls.length, 2);
    // Its end takes nothing from the call that came after it.
    calls[0]!.fail(new Error('late'));
    await turn();
    const third = ask([1]);
    await turn();
    assert.equal(calls.length, 2);
    calls[1]!.answer();
    assert.deepEqual(await Promise.all([next, third]), [results(1), results(1)]);
  });

  it('is never made for a signal that has aborted before', async () => {
    const { ask, calls } = create();
    await assert.rejects(ask([1], AbortSignal.abort(new Error('gone'))), /gone/);
    await turn();
    assert.equal(calls.length, 0);
  });
});
