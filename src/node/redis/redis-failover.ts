import type * as ioredis from 'ioredis';

/** The time after which an unfinished failover is ignored, in ms. */
const maxFailoverMs = 30_000;

/** Tracks the failovers that the Sentinels announce. */
export interface Failover {
  /**
   * True from the start of a failover until all reachable Sentinels name the new primary. Nothing must be written during that
   * time.
   */
  isFailingOver(): boolean;
  /** Handles an announcement of a Sentinel. */
  handle(sentinel: ioredis.Redis, event: string, message: string): void;
  /** Stops waiting for a Sentinel. */
  settle(sentinel: ioredis.Redis): void;
}

/**
 * Tracks the failovers of the primary `name`. `readySentinels` returns the Sentinels that can be reached. `onEnd` is called after
 * each failover.
 */
export function createFailover(
  name: string,
  readySentinels: () => Iterable<ioredis.Redis>,
  onEnd: () => void,
): Failover {
  /** The Sentinels that have announced a failover attempt. */
  const trying = new Set<ioredis.Redis>();
  /** The Sentinels that haven't named the new primary yet. */
  const behind = new Set<ioredis.Redis>();
  let newPrimary: string | undefined;
  let startedAt = -Infinity;

  const isFailingOver = () =>
    trying.size + behind.size > 0 && performance.now() - startedAt < maxFailoverMs;

  function settle(sentinel: ioredis.Redis): void {
    const wasFailingOver = isFailingOver();
    trying.delete(sentinel);
    behind.delete(sentinel);
    if (wasFailingOver && !isFailingOver()) onEnd();
  }

  function handleSwitch(sentinel: ioredis.Redis, primary: string): void {
    if (primary !== newPrimary) {
      newPrimary = primary;
      startedAt = performance.now();
      behind.clear();
      for (const ready of readySentinels()) behind.add(ready);
      // The first Sentinel to announce the end is the one that carried out the failover.
      trying.clear();
    }
    settle(sentinel);
  }

  function handle(sentinel: ioredis.Redis, event: string, message: string): void {
    // The message of `+switch-master` is `mymaster 10.0.0.1 6379 10.0.0.2 6379`. Other messages are `master mymaster 10.0.0.1
    // 6379`.
    const [first, second, , ...rest] = message.split(' ');
    if (event === '+switch-master') {
      if (first === name) handleSwitch(sentinel, rest.join(' '));
    } else if (first === 'master' && second === name) {
      if (event !== '+try-failover') return settle(sentinel);
      startedAt = performance.now();
      trying.add(sentinel);
    }
  }

  return { isFailingOver, handle, settle };
}
