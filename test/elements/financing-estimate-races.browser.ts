import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { EstimateItem } from '../../src/contract/estimate.js';
import { configure, type FinancingEstimateElement } from '../../src/index.js';
import { nextTurn, until } from '../client/fake-proxy.js';
import { holdTimers } from './held-timers.js';
import { createPage, lineOf, part, readable, show } from './page.js';

const changes = fc.array(
  fc.record({ amount: fc.constantFrom(100, 200, 300), location: fc.constantFrom('one', 'two') }),
  { minLength: 2, maxLength: 6 },
);

/** A payment that tells amount and location apart. */
function paymentFor(amount: number, store: string | null | undefined): number {
  return amount / 10 + (store === 'one' ? 1 : 2);
}

describe('<financing-estimate> whatever comes first', () => {
  let held: ReturnType<typeof holdTimers>;
  beforeEach(() => (held = holdTimers((delay) => delay === 100)));
  afterEach(() => held.release());

  it('R01 shows the amount and location that it has, or nothing', async () => {
    const property = fc.asyncProperty(fc.scheduler(), changes, async (scheduler, steps) => {
      createPage();
      configure({
        async fetch(request) {
          const items = (await request.json()) as EstimateItem[];
          await scheduler.schedule(Promise.resolve());
          const store = new URL(request.url).searchParams.get('location');
          return Response.json(
            items.map(({ id, totalAmount }) => ({
              ...{ id, amountFinanced: totalAmount, downPayment: 0, apr: 0 },
              monthlyAmount: paymentFor(totalAmount, store),
            })),
          );
        },
      });
      const element = await show<FinancingEstimateElement>(
        '<financing-estimate amount="100" location="one" term-months="9"></financing-estimate>',
      );
      const expected = () =>
        `Estimated $${paymentFor(Number(element.amount), element.location).toFixed(2)}/mo`;
      const check = () => {
        const payment = readable(part(element, 'payment')?.textContent);
        expect(payment ?? expected()).to.equal(expected());
      };

      void scheduler.scheduleSequence(
        steps.map((step) => async () => {
          Object.assign(element, step);
          await element.updateComplete;
          check();
        }),
      );
      const timed = new WeakSet();
      while (scheduler.count() || held.timers.length || element.status === 'loading') {
        if (scheduler.count()) await scheduler.waitOne();
        await nextTurn();
        check();
        for (const timer of held.timers) {
          if (timed.has(timer)) continue;
          timed.add(timer);
          void scheduler.schedule(Promise.resolve()).then(timer.fire);
        }
      }
      await element.updateComplete;
      check();
      expect(lineOf(element)).to.not.equal(undefined);
      element.remove();
    });
    await fc.assert(property, { seed: 20_261_120, numRuns: 40 });
  }).timeout(60_000);
});

describe('<financing-estimate> in great numbers', () => {
  const gc = (globalThis as { gc?: () => void }).gc;
  const memory = (performance as { memory?: { usedJSHeapSize: number } }).memory;

  /** Adds and removes so many elements, a hundred at a time, each in the midst of its call. */
  async function comeAndGo(count: number, proxy: ReturnType<typeof createPage>) {
    const place = await show<HTMLElement>('<div><b class="price">$100</b></div>');
    for (let round = 0; round < count / 100; round++) {
      for (let index = 0; index < 100; index++) {
        const element = document.createElement('financing-estimate');
        if (index % 2) element.amount = 1000 + round;
        else element.amountFrom = '.price';
        place.append(element);
      }
      await nextTurn(); // their update
      await nextTurn(); // their call
      for (const element of place.querySelectorAll('financing-estimate')) element.remove();
      await nextTurn();
      proxy.calls.splice(0, proxy.calls.length - 1);
    }
  }

  it('R15 leaves no call behind when they are gone', async () => {
    const proxy = createPage({ isHeld: true });
    await comeAndGo(1000, proxy);
    await until(() => proxy.calls.every(({ signal }) => signal.aborted));
    expect(proxy.calls.length).to.equal(1);
  });

  // Chromium alone can be asked to collect its garbage, and for the size of its heap.
  if (gc && memory) {
    it('R15 does not grow by 10,000 that come and go', async () => {
      const proxy = createPage({ isHeld: true });
      await comeAndGo(1000, proxy);
      gc();
      const before = memory.usedJSHeapSize;
      await comeAndGo(10_000, proxy);
      gc();
      expect(memory.usedJSHeapSize - before).to.be.lessThan(5_000_000);
    }).timeout(60_000);

    it('R02 can be collected once they are removed, in the midst of a call', async () => {
      const proxy = createPage({ isHeld: true });
      const place = await show<HTMLElement>('<div><b class="price">$100</b></div>');
      place.insertAdjacentHTML(
        'beforeend',
        '<financing-estimate amount-from=".price"></financing-estimate>',
      );
      await until(() => proxy.calls.length);
      const element = new WeakRef(place.lastElementChild!);
      place.lastElementChild!.remove();
      await until(() => proxy.calls[0]!.signal.aborted);
      proxy.calls.length = 0; // the reason of an abort holds the stack that it came from
      await until(() => {
        gc();
        return !element.deref();
      });
    });
  }
});
