/**
 * A process of its own, that does to its memory what the proxy does: it keeps the last 100,000 of many objects. It
 * tells its parent, in bytes, what of the heap is in use, and how large the heap and its young part became.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { boundMemory } from '../../src/cli/bound-memory.js';

boundMemory();

const kept: object[] = [];
const most = { heap: 0, young: 0 };

for (let count = 0; count < 600_000;) {
  for (let some = 0; some < 500; some += 1) {
    kept[count++ % 100_000] = { text: `entry ${count}`, numbers: Array.from({ length: 30 }) };
  }
  await turn();
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!;
  most.young = Math.max(most.young, young.space_size);
  most.heap = Math.max(most.heap, process.memoryUsage().heapTotal);
}
globalThis.gc?.();
const { heapUsed: inUse } = process.memoryUsage();
process.send?.({ ...most, inUse, kept: kept.length }); // `kept` is in use until here
process.disconnect();
