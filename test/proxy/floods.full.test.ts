import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EstimateItem } from '../../src/contract/index.js';
import { createEstimates } from '../../src/proxy/estimates.js';
import { createMemoryStore } from '../../src/proxy/index.js';
import { estimateOf } from '../support/service-stub.js';

const flood = 60_000;
const day = 24 * 60 * 60_000;
const indexes = Array.from({ length: flood }, (_, index) => index);

describe('A flood, with the sizes that a proxy has by default', () => {
  it(`leaves 30,000 of ${flood} keys in memory, and those are the last`, async () => {
    const store = createMemoryStore();
    for (const index of indexes) await store.claim(`key ${index}`, 'claimed', day);
    const kept = await Promise.all(indexes.map((index) => store.get(`key ${index}`)));
    assert.equal(kept.filter(Boolean).length, 30_000);
    assert.equal(kept.indexOf('claimed'), flood - 30_000);
  });

  it(`leaves 30,000 of ${flood} addresses in memory`, async () => {
    const store = createMemoryStore();
    for (const index of indexes) await store.count(`address ${index}`, day);
    // From the last to the first: a counter that is made anew drives out one that was looked at before.
    let kept = 0;
    for (const index of indexes.toReversed()) {
      if ((await store.count(`address ${index}`, day)).count === 2) kept += 1;
    }
    assert.equal(kept, 30_000);
  });

  it('leaves 50,000 of 130,000 amounts in memory, and those are the last', async () => {
    let requested = 0;
    const estimatePayments = async (items: readonly EstimateItem[]) => {
      requested += items.length;
      return items.map((item) => estimateOf(item.id, 1));
    };
    const estimates = createEstimates({ estimatePayments }, 60, {
      observe() {},
      log: () => true,
    });
    const items = Array.from({ length: 130_000 }, (_, index) => ({
      id: `${index}`,
      totalAmount: 100 + index,
    }));
    await estimates(items, {}, {});
    assert.equal(requested, 130_000);
    await estimates(items.slice(-50_000), {}, {});
    assert.equal(requested, 130_000);
    await estimates(items.slice(0, 30_000), {}, {});
    assert.equal(requested, 160_000);
  });
});
