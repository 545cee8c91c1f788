import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it, mock, type TestContext } from 'node:test';
import { createFinancingClient } from '../../src/client/index.js';
import { createFakeProxy, link } from './fake-proxy.js';

const endpoint = 'https://shop.example/financing/';
const minute = 60_000;

/** Creates a link on a page whose clock the test moves, and follows its status. */
async function follow(
  test: TestContext,
  { isKnown = true, ...page }: { isKnown?: boolean; document?: undefined } = {},
) {
  test.mock.timers.enable({ apis: ['setInterval', 'Date'] });
  const proxy = createFakeProxy({ isHeld: true });
  const visible: { visibilityState: DocumentVisibilityState } = { visibilityState: 'visible' };
  const document = Object.assign(new EventTarget(), { readyState: 'complete' as const }, visible);
  const client = createFinancingClient({ ...proxy, document, endpoint, ...page });
  const controller = new AbortController();
  const created = client.createPrequalLink({ location: 'main-street', sendSMS: false });
  await settle();
  const headers: HeadersInit = isKnown ? { 'Financing-Link-Token': 'token-1' } : {};
  proxy.calls.shift()?.respond({ url: link }, { headers });
  const { waitForOutcome } = await created;
  const final = mock.fn();
  void waitForOutcome?.(controller).then(final);
  return {
    waitForOutcome,
    calls: proxy.calls,
    controller,
    /** Returns the outcome in an array, which is empty until there is one. */
    finals: () => final.mock.calls.map((call) => call.arguments[0] as unknown),
    async pass(ms: number) {
      test.mock.timers.tick(ms);
      await settle();
    },
    async see(visibilityState: DocumentVisibilityState) {
      Object.assign(document, { visibilityState });
      document.dispatchEvent(new Event('visibilitychange'));
      await settle();
    },
  };
}

/** Settles promises without moving the clock. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

describe('link.waitForOutcome()', () => {
  it('is missing if the proxy returns no token', async (test) => {
    assert.equal((await follow(test, { isKnown: false })).waitForOutcome, undefined);
  });

  it('polls every five seconds, with the token as a bearer token', async (test) => {
    const page = await follow(test);
    assert.equal(page.calls.length, 0);
    await page.pass(4_999);
    assert.equal(page.calls.length, 0);
    await page.pass(1);
    const [call] = page.calls;
    assert.equal(call?.url.href, 'https://shop.example/financing/link-status');
    assert.equal(call?.headers.get('authorization'), 'Bearer token-1');
    call?.respond({ status: 'pending' });
    await page.pass(5_000);
    assert.equal(page.calls.length, 2);
  });

  it('throws nothing in a browser without AbortSignal.timeout', async (test) => {
    const page = await follow(test);
    const missing = test.mock.method(AbortSignal, 'timeout', () => {
      throw new TypeError('AbortSignal.timeout is not a function');
    });
    await page.pass(5_000);
    assert.equal(missing.mock.callCount(), 1);
    assert.equal(page.calls.length, 0);
  });

  for (const final of ['completed', 'aborted']) {
    it(`resolves with ${final}, and stops polling`, async (test) => {
      const page = await follow(test);
      await page.pass(5_000);
      page.calls[0]?.respond({ status: final });
      await settle();
      await page.pass(minute);
      assert.deepEqual([page.finals(), page.calls.length], [[final], 1]);
    });
  }

  it('pauses while the page is hidden, and polls at once when it is visible again', async (test) => {
    const page = await follow(test);
    await page.see('hidden');
    await page.pass(10 * minute);
    assert.equal(page.calls.length, 0);
    await page.see('visible');
    assert.equal(page.calls.length, 1);
  });

  for (const [failure, respond] of [
    ['a broken connection', (call) => call.fail()],
    ['a failing proxy', (call) => call.respond({ code: 'overloaded' }, { status: 503 })],
    ['a page to log in', (call) => call.respondWith(new Response('<h1>Log in</h1>'))],
    ['a status that it does not know', (call) => call.respond({ status: 'approved' })],
    ['no object', (call) => call.respond('completed')],
  ] as [string, (call: Awaited<ReturnType<typeof follow>>['calls'][number]) => void][]) {
    it(`polls again after ${failure}`, async (test) => {
      const page = await follow(test);
      await page.pass(5_000);
      respond(page.calls[0]!);
      await page.pass(5_000);
      assert.deepEqual([page.finals(), page.calls.length], [[], 2]);
    });
  }

  for (const code of [401, 404]) {
    it(`gives up on ${code}`, async (test) => {
      const page = await follow(test);
      await page.pass(5_000);
      page.calls[0]?.respond({}, { status: code });
      await settle();
      await page.pass(minute);
      assert.deepEqual([page.finals(), page.calls.length], [[undefined], 1]);
    });
  }

  it('gives up after 30 minutes', async (test) => {
    const page = await follow(test);
    await page.pass(30 * minute - 1);
    assert.deepEqual(page.finals(), []);
    const { length } = page.calls;
    await page.pass(1);
    assert.deepEqual([page.finals(), page.calls.length], [[undefined], length]);
  });

  it('gives up when its caller aborts, and aborts its request', async (test) => {
    const page = await follow(test);
    await page.pass(5_000);
    page.controller.abort();
    await page.pass(minute);
    assert.deepEqual([page.finals(), page.calls.length], [[undefined], 1]);
    assert.equal(page.calls[0]?.signal.aborted, true);
  });

  it('sends nothing for a caller that has already aborted', async (test) => {
    const page = await follow(test);
    const signal = AbortSignal.abort();
    assert.equal(await page.waitForOutcome?.({ signal }), undefined);
    page.controller.abort();
    await page.pass(minute);
    assert.equal(page.calls.length, 0);
  });

  it('works without a document or a signal', async (test) => {
    const page = await follow(test, { document: undefined });
    page.controller.abort();
    const outcome = page.waitForOutcome?.();
    await page.pass(5_000);
    page.calls[0]?.respond({ status: 'completed' });
    assert.equal(await outcome, 'completed');
  });

  it('keeps polling for the others when one is done', async (test) => {
    const page = await follow(test);
    void page.waitForOutcome?.();
    page.controller.abort();
    await page.pass(5_000);
    assert.equal(page.calls.length, 1);
  });

  it('restarts its five seconds if nothing was pending', async (test) => {
    const page = await follow(test);
    page.controller.abort();
    await page.pass(3_000);
    void page.waitForOutcome?.();
    await page.pass(3_000);
    assert.equal(page.calls.length, 0);
    await page.pass(2_000);
    assert.equal(page.calls.length, 1);
  });

  it('removes its listener from the signal when it is done', async (test) => {
    const page = await follow(test);
    await page.pass(5_000);
    page.calls[0]?.respond({ status: 'completed' });
    await settle();
    assert.deepEqual(getEventListeners(page.controller.signal, 'abort'), []);
  });
});
