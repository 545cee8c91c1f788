/** Tests that removed elements leave nothing in memory. A trial, because it needs the garbage collector. */
import { expect } from '@open-wc/testing';
import { comeAndGo } from '../page.js';
import { notRun } from '../../runner/not-run.js';
import { nextTurn, until } from '../../support/until.js';

describe('The memory of <financing-estimate>', () => {
  const gc = (globalThis as { gc?: () => void }).gc;
  // Read `performance.memory` again each time, because the object it returns is a snapshot.
  const memory = () => (performance as { memory?: { usedJSHeapSize: number } }).memory;
  const isFirefox = navigator.userAgent.includes('Firefox');

  // Firefox takes half a minute to collect DOM nodes, and a page can't request a collection.
  if (!isFirefox) {
    it('is freed after elements were removed during a call, except for one in a hundred', async () => {
      const { gone } = await comeAndGo(500);
      let left = gone;
      let grown: object[] = [];
      await until(() => {
        // In WebKit, a page can't request a collection either. Allocating more and more memory triggers one.
        if (gc) gc();
        else if (grown.push(Array.from({ length: 100_000 }, () => ({}))) > 20) grown = [];
        left = left.filter((each) => each.deref());
        return left.length <= gone.length / 100; // compiled code and the stack may still refer to a few
      });
    }).timeout(60_000);
  } else notRun('the collection of estimates', 'Firefox takes half a minute, and cannot be asked');

  // Only Chromium reports the size of its heap.
  if (gc && memory()) {
    it("doesn't grow after 10,000 elements were added and removed", async () => {
      await comeAndGo(1000);
      gc();
      const before = memory()!.usedJSHeapSize;
      await comeAndGo(10_000);
      await nextTurn();
      gc();
      expect(memory()!.usedJSHeapSize - before).to.be.lessThan(5_000_000);
    }).timeout(60_000);
  } else notRun('the memory of 10,000 estimates', "this browser doesn't report it");
});
