/** What elements that come and go leave in memory. Here, since it asks the garbage collector. */
import { expect } from '@open-wc/testing';
import type { FinancingEstimateElement } from '../../../src/index.js';
import { nextTurn, until } from '../../client/fake-proxy.js';
import { createPage, show } from '../page.js';

describe('The memory of <financing-estimate>', () => {
  const gc = (globalThis as { gc?: () => void }).gc;
  // A new object each time: one that is kept never changes.
  const memory = () => (performance as { memory?: { usedJSHeapSize: number } }).memory;
  const isFirefox = navigator.userAgent.includes('Firefox');

  /** Adds and removes so many elements, a hundred at a time, each in the midst of its call. */
  async function comeAndGo(count: number, { calls }: ReturnType<typeof createPage>) {
    const gone: WeakRef<FinancingEstimateElement>[] = [];
    let pending = 0;
    const place = await show<HTMLElement>('<div><b class="price">$100</b></div>');
    for (let round = 0; round < count / 100; round++) {
      for (let index = 0; index < 100; index++) {
        const element = document.createElement('financing-estimate');
        if (index % 2) element.amount = 1000 + round;
        else element.amountFrom = '.price';
        place.append(element);
        gone.push(new WeakRef(element));
      }
      await until(() => calls.length);
      for (const element of place.querySelectorAll('financing-estimate')) element.remove();
      await nextTurn();
      pending += calls.filter(({ signal }) => !signal.aborted).length;
      calls.length = 0; // the reason of an abort holds the stack that it came from
    }
    return { gone, pending, place };
  }

  // Firefox takes half a minute to collect what is in the DOM, and cannot be asked.
  if (!isFirefox) {
    it('can be collected once they are gone, in the midst of a call', async () => {
      const { gone } = await comeAndGo(500, createPage({ isHeld: true }));
      let left = gone;
      let grown: object[] = [];
      await until(() => {
        // WebKit cannot be asked either; it looks through what is old when there is more and more of that.
        if (gc) gc();
        else if (grown.push(Array.from({ length: 100_000 }, () => ({}))) > 20) grown = [];
        left = left.filter((each) => each.deref());
        return !left.length;
      });
    }).timeout(60_000);
  }

  // Chromium alone tells the size of its heap.
  if (gc && memory()) {
    it('does not grow by 10,000 that come and go', async () => {
      const proxy = createPage({ isHeld: true });
      await comeAndGo(1000, proxy);
      gc();
      const before = memory()!.usedJSHeapSize;
      await comeAndGo(10_000, proxy);
      await nextTurn();
      gc();
      expect(memory()!.usedJSHeapSize - before).to.be.lessThan(5_000_000);
    }).timeout(60_000);
  }
});
