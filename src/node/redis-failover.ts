import type * as ioredis from 'ioredis';

/** The time after which a failover that didn't end is ignored, in ms. */
const maxFailoverMs = 30_000;

/** A failover, as the Sentinels announce it. */
export interface Failover {
  /**
   * True from the start of a failover until all Sentinels that can be reached name the new primary. Nothing must be written in
   * that time.
   */
  isFailingOver(): boolean;
  /** Handles an announcement. */
  handle(sentinel: ioredis.Redis, event: string, message: string): void;
  /** Stops waiting for a Sentinel. */
  settle(sentinel: ioredis.Redis): void;
}

/**
 * Follows the failovers of the primary `name`. `readySentinels`: returns the Sentinels that can be reached. Calls `onEnd` after
 * each failover.
 */
export function createFailover(
  name: string,
  readySentinels: () => Iterable<ioredis.Redis>,
  onEnd: () => void,
): Failover {
  /** The Sentinels that try to fail over. */
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
    // `+switch-master` comes with `mymaster 10.0.0.1 6379 10.0.0.2 6379`, others with `master mymaster 10.0.0.1 6379`.
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
