import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { EstimateItem } from '../../../src/contract/estimate.js';
import { configure, FinancingEstimateElement } from '../../../src/index.js';
import { comeAndGo, comeBack, createPage, show, useHeldTimers } from '../page.js';
import { lineOf, paymentOf } from '../shadow-tree.js';
import { nextTurn } from '../../support/until.js';

const changes = fc.array(
  fc.record({ amount: fc.constantFrom(100, 200, 300), location: fc.constantFrom('one', 'two') }),
  { minLength: 2, maxLength: 6 },
);

// Set by web-test-runner.config.js.
declare const trialInterleavings: number;
declare const trialSeed: number | undefined;

/** `npm test` always runs the same interleavings. `npm run trial` runs new ones, unless it gets a seed. */
const extent = trialInterleavings
  ? { numRuns: trialInterleavings, seed: trialSeed ?? Date.now() }
  : { numRuns: 40, seed: 20_261_120 };

/** Like `nextTurn()`, but without the 4 ms that browsers add to nested timers (HTML standard, "Timers", step 11). */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Returns a payment that is different for each amount and location. */
function paymentFor(amount: number, store: string | null | undefined): number {
  return amount / 10 + (store === 'one' ? 1 : 2);
}

describe('<financing-estimate> with events in any order', () => {
  // The test decides when each delay ends relative to the responses. Held request timeouts never fire on a slow machine.
  const held = useHeldTimers((delay) => delay >= 100);
  const pauses = () => held.timers.filter(({ delay }) => delay === 100);

  it('shows the estimate of its current amount and location, or nothing', async () => {
    const property = fc.asyncProperty(fc.scheduler(), changes, async (scheduler, steps) => {
      createPage();
      configure({
        async fetch(request) {
          const items = (await request.json()) as EstimateItem[];
          await scheduler.schedule(Promise.resolve());
          const store = new URL(request.url).searchParams.get('location');
          return Response.json(
            items.map(({ id, totalAmount }) => ({
              id,
              amountFinanced: totalAmount,
              downPayment: 0,
              apr: 0,
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
        expect(paymentOf(element) ?? expected()).to.equal(expected());
      };

      void scheduler.scheduleSequence(
        steps.map((step) => async () => {
          Object.assign(element, step);
          await element.updateComplete;
          check();
        }),
      );
      const timed = new WeakSet();
      const isBusy = () => scheduler.count() || pauses().length || element.status === 'loading';
      const end = performance.now() + 9_000;
      while (performance.now() < end && isBusy()) {
        if (scheduler.count()) await scheduler.waitOne();
        await nextTask();
        check();
        for (const timer of pauses()) {
          if (timed.has(timer)) continue;
          timed.add(timer);
          void scheduler.schedule(Promise.resolve()).then(timer.fire);
        }
      }
      expect(isBusy()).to.equal(false);
      await element.updateComplete;
      check();
      expect(lineOf(element)).to.not.equal(undefined);
      element.remove();
    });
    await fc.assert(property, { ...extent, includeErrorInReport: true });
  }).timeout(60_000 + trialInterleavings * 1_000);
});

describe('many <financing-estimate>s', () => {
  it('have no listeners after they were removed', async () => {
    const { place } = await comeAndGo(100);
    const { requestUpdate } = FinancingEstimateElement.prototype;
    let heard = 0;
    FinancingEstimateElement.prototype.requestUpdate = () => void (heard += 1);
    try {
      configure({ location: 'another' });
      place.querySelector('.price')!.textContent = '$200';
      for (const type of ['input', 'change', 'click']) {
        document.dispatchEvent(new Event(type, { bubbles: true }));
      }
      for (const type of ['online', 'visibilitychange'] as const) comeBack(type);
      await nextTurn();
    } finally {
      FinancingEstimateElement.prototype.requestUpdate = requestUpdate;
    }
    expect(heard).to.equal(0);
  });
});
