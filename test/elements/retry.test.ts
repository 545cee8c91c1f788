/** When estimates are asked for again, with the page's events, its clock and its timers in the hands of the test. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { FinancingError, type FinancingErrorCode } from '../../src/client/financing-error.js';
import {
  type Retryable,
  scheduleRetry,
  startRetrying,
  stopRetrying,
} from '../../src/elements/estimate-retry.js';

const fiveMinutes = 5 * 60_000;

/** The module keeps the time of a retry that is due, so each test is an hour after the one before. */
let hours = 0;

/** What a page has that Node has not. */
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

/** An element's estimate that is asked for again, and how often it was. */
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

describe('An estimate that the proxy is too busy for', () => {
  it('is asked for again when the proxy wants it, and half a second of chance later', (t) => {
    const page = createPage(t);
    const error = failure('service-busy', 5_000);
    const { retryable, asked } = createRetryable(t, { error });
    scheduleRetry(retryable);
    page.pass(5_499);
    assert.deepEqual(asked, []);
    page.pass(1);
    assert.deepEqual(asked, ['default']);
    page.pass(fiveMinutes);
    assert.equal(asked.length, 1);
    const { retryable: other, asked: otherAsked } = createRetryable(t, { error });
    scheduleRetry(other);
    page.pass(fiveMinutes);
    assert.deepEqual([asked.length, otherAsked.length], [1, 1], 'not again with another');
  });

  for (const [firstMs, secondMs] of [
    [9_000, 1_000],
    [1_000, 9_000],
  ]) {
    it(`is asked for together with all that failed, when the last of them may be: ${firstMs} and ${secondMs} ms`, (t) => {
      const page = createPage(t);
      const { retryable: first, asked } = createRetryable(t, {
        error: failure('overloaded', firstMs),
      });
      const { retryable: second, asked: alsoAsked } = createRetryable(t, {
        error: failure('overloaded', secondMs),
      });
      scheduleRetry(first);
      scheduleRetry(second);
      page.pass(9_499);
      assert.deepEqual([asked.length, alsoAsked.length], [0, 0]);
      page.pass(1);
      assert.deepEqual([asked.length, alsoAsked.length], [1, 1]);
    });
  }

  it('is asked for again twice at most', (t) => {
    const page = createPage(t);
    const { retryable, asked } = createRetryable(t, { error: failure('service-busy', 1_000) });
    for (let count = 0; count < 4; count += 1) {
      scheduleRetry(retryable);
      page.pass(2_000);
    }
    assert.equal(asked.length, 2);
  });

  it('is asked for again when the proxy wants it, also where the clock was set back since the last time', (t) => {
    const page = createPage(t);
    const { retryable, asked } = createRetryable(t, { error: failure('service-busy', 1_000) });
    scheduleRetry(retryable);
    page.pass(2_000);
    t.mock.timers.reset();
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: (hours - 1) * 3_600_000 });
    scheduleRetry(retryable);
    page.pass(2_000);
    assert.equal(asked.length, 2);
  });

  it('is not asked for again when it is to wait for longer than an estimate may be shown', (t) => {
    const page = createPage(t);
    for (const retryAfterMs of [fiveMinutes, fiveMinutes + 1, undefined]) {
      const error = failure('service-busy', retryAfterMs);
      const { retryable, asked } = createRetryable(t, { error });
      scheduleRetry(retryable);
      page.pass(2 * fiveMinutes);
      assert.deepEqual([asked, retryable.retriesLeft], [[], 2]);
    }
    const { retryable, asked } = createRetryable(t, {
      error: failure('service-busy', fiveMinutes - 1),
    });
    scheduleRetry(retryable);
    page.pass(2 * fiveMinutes);
    assert.equal(asked.length, 1);
  });

  it('is not asked for again once something else came, or its element is gone', (t) => {
    const page = createPage(t);
    const { retryable: answered, asked } = createRetryable(t, {
      error: failure('service-busy', 1_000),
    });
    const { retryable: gone, asked: alsoAsked } = createRetryable(t, {
      error: failure('service-busy', 1_000),
    });
    scheduleRetry(answered);
    scheduleRetry(gone);
    Object.assign(answered, { error: undefined });
    stopRetrying(gone);
    page.pass(10_000);
    assert.deepEqual([asked, alsoAsked], [[], []]);
  });
});

describe('An estimate that came', () => {
  it('is not asked for again', (t) => {
    const page = createPage(t);
    const { retryable, asked } = createRetryable(t);
    scheduleRetry(retryable);
    page.pass(2 * fiveMinutes);
    assert.deepEqual([asked, retryable.retriesLeft], [[], 2]);
  });
});

describe('When the network is back', () => {
  it('estimates that failed without it are asked for again, and no others', (t) => {
    const page = createPage(t);
    const lost = [failure('network'), failure('timeout')].map(
      (error) => createRetryable(t, { error }).asked,
    );
    const others = [failure('service-busy', 1_000), undefined].map(
      (error) => createRetryable(t, { error }).asked,
    );
    const { retryable: gone, asked: goneAsked } = createRetryable(t, { error: failure('network') });
    stopRetrying(gone);
    page.dispatch('online');
    assert.deepEqual(lost, [['default'], ['default']]);
    assert.deepEqual([...others, goneAsked], [[], [], []]);
  });

  it('two listeners serve all of them', (t) => {
    const page = createPage(t);
    for (let count = 0; count < 3; count += 1) createRetryable(t);
    assert.equal(page.listeners(), 2);
  });
});

describe('When the page is shown again', () => {
  it('an estimate whose call the browser has ended is asked for again, as after the Back button', (t) => {
    const page = createPage(t);
    const lost = [failure('network'), failure('timeout')].map(
      (error) => createRetryable(t, { error }).asked,
    );
    page.document.hidden = true;
    for (const type of ['visibilitychange', 'online']) page.dispatch(type);
    assert.deepEqual(lost, [[], []]);
    page.document.hidden = false;
    page.dispatch('visibilitychange');
    assert.deepEqual(lost, [['default'], ['default']]);
  });

  it('an estimate whose time ran out while the browser had stopped the page is asked for again', (t) => {
    const page = createPage(t);
    const { retryable, asked } = createRetryable(t);
    setTimeout(() => Object.assign(retryable, { error: failure('timeout') }), 50);
    page.dispatch('visibilitychange');
    assert.deepEqual(asked, ['default']);
  });

  it('estimates older than five minutes are asked for again, and no others', (t) => {
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

describe('When its element is attached', () => {
  it('an estimate older than five minutes is asked for again, and no other', (t) => {
    createPage(t);
    const age = (ms: number) => createRetryable(t, { settledAt: Date.now() - ms }).asked;
    assert.deepEqual(age(fiveMinutes + 1), ['default']);
    assert.deepEqual([age(fiveMinutes), age(NaN)], [[], []]);
  });
});
