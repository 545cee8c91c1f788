import assert from 'node:assert/strict';
import { after, describe, mock } from 'node:test';
import fc from 'fast-check';
import type { EstimateItem, EstimateQuery, EstimateResult } from '../../src/contract/index.js';
import { createCachedEstimates } from '../../src/proxy/estimates/cached-estimates.js';
import { createEstimatePayments } from '../../src/proxy/estimates/estimate-payments.js';
import { createHeldEstimation, estimateOf } from '../support/service-stub.js';
import { property } from '../support/property.js';
import { inapplicable } from '../support/samples.js';
import { turn, until } from '../support/until.js';

/** Returns the service's estimates of an item. Some amounts can't be financed, and some have no result. */
function truth({ id, totalAmount }: EstimateItem, query: EstimateQuery): EstimateResult[] {
  if (totalAmount === 3) return [];
  return [totalAmount === 4 ? inapplicable(id) : estimateOf(id, totalAmount, query)];
}

const item = fc.record({
  id: fc.string({ minLength: 1, maxLength: 3 }),
  totalAmount: fc.integer({ min: 1, max: 8 }),
});
const queries: EstimateQuery[] = [{}, { location: 'a' }, { location: 'b' }, { timeZone: 'a' }];
const which = fc.nat(40);
const step = fc.oneof(
  fc.record({
    do: fc.constant('ask' as const),
    items: fc.uniqueArray(item, { selector: ({ id }) => id, minLength: 1, maxLength: 6 }),
    query: fc.constantFrom(...queries),
  }),
  fc.record({ do: fc.constantFrom('answer', 'answer', 'fail', 'leave'), which }),
  fc.record({ do: fc.constantFrom('turn', 'turn', 'expire') }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Asked {
  readonly items: readonly EstimateItem[];
  readonly query: EstimateQuery;
  readonly controller: AbortController;
  readonly outcome: Promise<readonly EstimateResult[] | Error>;
}

/** These tests don't read the report. */
const report = { observe() {}, log: () => false };

const gone = new Error('gone');
const down = new Error('down');

/** Runs an interleaving, and compares each response with the truth. */
async function run(steps: readonly Step[]): Promise<void> {
  const clock = { now: 0 };
  const service = createHeldEstimation();
  mock.method(performance, 'now', () => clock.now);
  // A long timeout, because `expire` must not make a call in flight count as canceled.
  const estimates = createEstimatePayments(
    service,
    createCachedEstimates(10, report),
    report,
    600_000,
  );
  const asked: Asked[] = [];
  const failed = new Set<Error>();
  const open = () => service.calls.filter((call) => !call.isOver());
  const response = (call = open()[0]) =>
    call?.respond(call.items.flatMap((each) => truth(each, call.query)).reverse());

  for (const next of steps) {
    const chosen = 'which' in next ? next.which : 0;
    switch (next.do) {
      case 'ask': {
        const controller = new AbortController();
        const { items, query } = next;
        const outcome = estimates(items, query, { signal: controller.signal }).then(
          ({ results }) => results,
          (error: unknown) => error as Error,
        );
        asked.push({ items, query, controller, outcome });
        break;
      }
      case 'answer':
        response(open()[chosen % open().length]);
        break;
      case 'fail':
        if (open().length > 0) failed.add(down);
        open()[chosen % open().length]?.fail(down);
        break;
      case 'leave':
        asked[chosen % asked.length]?.controller.abort(gone);
        break;
      case 'turn':
        await turn();
        break;
      case 'expire':
        clock.now += 10_000;
    }
    assertNothingTwice(open());
  }

  await turn();
  await until(() => {
    if (open().length === 0) return true;
    response();
    return false;
  });
  for (const { items, query, controller, outcome } of asked) {
    const got = await outcome;
    if (got === gone) assert.ok(controller.signal.aborted);
    else if (got instanceof Error) assert.ok(failed.has(got), String(got));
    else {
      const expected = items.flatMap((each) => truth(each, query));
      assert.deepEqual(got, expected);
    }
  }
}

function assertNothingTwice(calls: readonly { items: readonly EstimateItem[]; query: object }[]) {
  const keys = calls.flatMap(({ items, query }) =>
    items.map(({ totalAmount }) => JSON.stringify([query, totalAmount])),
  );
  assert.equal(new Set(keys).size, keys.length, 'an amount is in flight twice');
}

describe('createEstimatePayments(), with requests, aborts, and failures in any order,', () => {
  after(() => mock.restoreAll());

  property(
    'returns the estimates of each caller',
    [fc.array(step, { minLength: 1, maxLength: 40 })],
    run,
  );
});
