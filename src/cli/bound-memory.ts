/**
 * Keeps garbage from piling up. Where a machine has memory, V8 lets a heap grow to some four times what is in use
 * before it collects, and the young objects in it take 32 MiB, or 128 on Node 24: a replica under load that had 60 MiB
 * in use made 360 of them. Three quarters more, and 16 MiB for the young, cost next to no time (docs/scaling.md).
 *
 * Not by a limit such as `--max-old-space-size`, which ends a process that needs more for a moment. And only in a
 * process of the command's own: these are settings of everything that runs in it.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

const youngSize = 16 * 1024 * 1024;

/** Bounds the garbage of this process from now on. */
export function boundMemory(): void {
  setFlagsFromString('--heap-growing-percent=75');
  // V8 reads its largest size for the young at its own start only, but the factor whenever it lets them grow.
  let mayGrow = true;
  const afterCollection = () => {
    if (mayGrow === sizeOfYoung() < youngSize) return;
    mayGrow = !mayGrow;
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  };
  new PerformanceObserver(afterCollection).observe({ entryTypes: ['gc'] });
}

function sizeOfYoung(): number {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return young?.space_size ?? 0;
}
