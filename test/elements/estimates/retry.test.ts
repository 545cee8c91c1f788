/** Tests when estimates are requested again. The test controls the events, clock, and timers of the page. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { FinancingError, type FinancingErrorCode } from '../../../src/client/financing-error.js';
import {
  type Retryable,
  scheduleRetry,
  startRetrying,
  stopRetrying,
} from '../../../src/elements/estimates/estimate-retry.js';

const fiveMinutes = 5 * 60_000;

/** The module keeps the time of the next retry, so each test runs an hour after the previous one. */
let hours = 0;

/** Sets the globals of a page that Node doesn't have. */
function createPage(t: TestContext) {
  const document = { hidden: false };
  const listeners: [type: string, listener: () => void][] = [];
  const globals = {
    document,
    addEventListener: (...added: (typeof listeners)[number]) => void listeners.push(added),
  };
  Object.assign(globalThis, globals);
  t.after(() => {
    for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name);
  });
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: (hours += 1) * 3_600_000 });
  t.mock.method(Math, 'random', () => 0.5);
  return {
    document,
    listeners: () => listeners.length,
    /** Calls the listeners itself, so that an error of one fails the test. */
    dispatch(type: string) {
      const called = listeners.filter(([each]) => each === type).map(([, listener]) => listener);
      for (const listener of new Set(called)) listener();
      t.mock.timers.tick(1_000);
    },
    pass: (ms: number) => t.mock.timers.tick(ms),
  };
}

/** Creates an element's estimate that can be requested again, and records its requests. */
function createRetryable(t: TestContext, changes: Partial<Retryable> = {}) {
  const asked: string[] = [];
  const retryable: Retryable = {
    settledAt: Date.now(),
    retriesLeft: 2,
    repeat: (cache) => void asked.push(cache),
    ...changes,
  };
  startRetrying(retryable);
  t.after(() => stopRetrying(retryable));
  return { retryable, asked };
}

const failure = (code: FinancingErrorCode, retryAfterMs?: number) =>
  new FinancingError(code, 'estimatePayments', { retryAfterMs });

/** Creates an estimate whose request failed with this code. */
const createFailed = (t: TestContext, ...failed: Parameters<typeof failure>) =>
  createRetryable(t, { error: failure(...failed) });

describe('an estimate that failed because the proxy was busy', () => {
  it('is requested again when the proxy asks for it, plus a random delay', (t) => {
    const page = createPage(t);
    const { retryable, asked } = createFailed(t, 'service-busy', 5_000);
    scheduleRetry(retryable);
    page.pass(5_499);
    assert.deepEqual(asked, []);
    page.pass(1);
    assert.deepEqual(asked, ['default']);
    page.pass(fiveMinutes);
    assert.equal(asked.length, 1);
    const { retryable: other, asked: otherAsked } = createFailed(t, 'service-busy', 5_000);
    scheduleRetry(other);
    page.pass(fiveMinutes);
    assert.deepEqual([asked.length, otherAsked.length], [1, 1], 'not again with another');
  });

  for (const [firstMs, secondMs] of [
    [9_000, 1_000],
    [1_000, 9_000],
  ]) {
    it(`is requested together with the other failed ones, at the latest of their times: ${firstMs} and ${secondMs} ms`, (t) => {
      const page = createPage(t);
      const { retryable: first, asked } = createFailed(t, 'overloaded', firstMs);
      const { retryable: second, asked: alsoAsked } = createFailed(t, 'overloaded', secondMs);
      scheduleRetry(first);
      scheduleRetry(second);
      page.pass(9_499);
      assert.deepEqual([asked.length, alsoAsked.length], [0, 0]);
      page.pass(1);
      assert.deepEqual([asked.length, alsoAsked.length], [1, 1]);
    });
  }

  it('is requested again at most twice', (t) => {
    const page = createPage(t);
    const { retryable, asked } = createFailed(t, 'service-busy', 1_000);
    for (let count = 0; count < 4; count += 1) {
      scheduleRetry(retryable);
      page.pass(2_000);
    }
    assert.equal(asked.length, 2);
  });

  it('is requested again on time, even if the clock was set back since the last retry', (t) => {
    const page = createPage(t);
    const { retryable, asked } = createFailed(t, 'service-busy', 1_000);
    scheduleRetry(retryable);
    page.pass(2_000);
    t.mock.timers.reset();
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: (hours - 1) * 3_600_000 });
    scheduleRetry(retryable);
    page.pass(2_000);
    assert.equal(asked.length, 2);
  });

  it("isn't requested again if the wait is longer than an estimate is valid", (t) => {
    const page = createPage(t);
    for (const retryAfterMs of [fiveMinutes, fiveMinutes + 1, undefined]) {
      const { retryable, asked } = createFailed(t, 'service-busy', retryAfterMs);
      scheduleRetry(retryable);
      page.pass(2 * fiveMinutes);
      assert.deepEqual([asked, retryable.retriesLeft], [[], 2]);
    }
    const { retryable, asked } = createFailed(t, 'service-busy', fiveMinutes - 1);
    scheduleRetry(retryable);
    page.pass(2 * fiveMinutes);
    assert.equal(asked.length, 1);
  });

  it("isn't requested again after another response, or after its element was removed", (t) => {
    const page = createPage(t);
    const { retryable: answered, asked } = createFailed(t, 'service-busy', 1_000);
    const { retryable: gone, asked: alsoAsked } = createFailed(t, 'service-busy', 1_000);
    scheduleRetry(answered);
    scheduleRetry(gone);
    Object.assign(answered, { error: undefined });
    stopRetrying(gone);
    page.pass(10_000);
    assert.deepEqual([asked, alsoAsked], [[], []]);
  });
});

describe('an estimate that arrived', () => {
  it("isn't requested again", (t) => {
    const page = createPage(t);
    const { retryable, asked } = createRetryable(t);
    scheduleRetry(retryable);
    page.pass(2 * fiveMinutes);
    assert.deepEqual([asked, retryable.retriesLeft], [[], 2]);
  });
});

describe('when the connection comes back', () => {
  it('only the estimates that failed without it are requested again', (t) => {
    const page = createPage(t);
    const lost = (['network', 'timeout'] as const).map((code) => createFailed(t, code).asked);
    const others = [createFailed(t, 'service-busy', 1_000).asked, createRetryable(t).asked];
    const { retryable: gone, asked: goneAsked } = createFailed(t, 'network');
    stopRetrying(gone);
    page.dispatch('online');
    assert.deepEqual(lost, [['default'], ['default']]);
    assert.deepEqual([...others, goneAsked], [[], [], []]);
  });

  it('all elements share two listeners', (t) => {
    const page = createPage(t);
    for (let count = 0; count < 3; count += 1) createRetryable(t);
    assert.equal(page.listeners(), 2);
  });
});

describe('when the shopper returns to the tab', () => {
  it('an estimate is requested again if a web server responded for a proxy that was down', (t) => {
    const page = createPage(t);
    const { asked } = createFailed(t, 'invalid-response');
    page.dispatch('visibilitychange');
    assert.deepEqual(asked, ['default']);
  });

  it('an estimate whose call the browser ended is requested again, as after the Back button', (t) => {
    const page = createPage(t);
    const lost = (['network', 'timeout'] as const).map((code) => createFailed(t, code).asked);
    page.document.hidden = true;
    for (const type of ['visibilitychange', 'online']) page.dispatch(type);
    assert.deepEqual(lost, [[], []]);
    page.document.hidden = false;
    page.dispatch('visibilitychange');
    assert.deepEqual(lost, [['default'], ['default']]);
  });

  it('an estimate that timed out while the browser had suspended the page is requested again', (t) => {
    const page = createPage(t);
    const { retryable, asked } = createRetryable(t);
    setTimeout(() => Object.assign(retryable, { error: failure('timeout') }), 50);
    page.dispatch('visibilitychange');
    assert.deepEqual(asked, ['default']);
  });

  it('only estimates older than five minutes are requested again', (t) => {
    const page = createPage(t);
    const { asked: old } = createRetryable(t);
    page.pass(5_000);
    const others = [
      createRetryable(t).asked,
      createRetryable(t, { settledAt: 0, error: failure('service-busy') }).asked,
    ];
    page.pass(fiveMinutes - 3_000);
    page.document.hidden = true;
    page.dispatch('visibilitychange');
    assert.deepEqual(old, []);
    page.document.hidden = false;
    page.dispatch('visibilitychange');
    assert.deepEqual(old, ['default']);
    assert.deepEqual(others, [[], []]);
  });
});

describe('when its element is attached', () => {
  it('only an estimate older than five minutes is requested again', (t) => {
    createPage(t);
    const age = (ms: number) => createRetryable(t, { settledAt: Date.now() - ms }).asked;
    assert.deepEqual(age(fiveMinutes + 1), ['default']);
    assert.deepEqual([age(fiveMinutes), age(NaN)], [[], []]);
  });
});
