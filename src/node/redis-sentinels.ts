/**
 * Follows failovers by what Sentinels announce. From its begin until all Sentinels name the new primary, the old one can go on
 * taking writes, which are lost when it becomes a replica; and a Sentinel that does not know of the failover yet names the
 * old primary. So nothing must be written in that time.
 */
import type * as ioredis from 'ioredis';
import type { RedisNodes } from '../internal/redis-url.js';

/** A watch of Sentinels. */
export interface SentinelWatch {
  /** True from the begin of a failover until all Sentinels that can be reached name the new primary. */
  readonly isFailingOver: () => boolean;
  readonly close: () => void;
}

/** Milliseconds after which a failover that did not end is forgotten. */
const longestFailover = 30_000;

/** Watches Sentinels; `onEnd` is called after each failover. */
export function watchSentinels(
  { Redis }: typeof ioredis,
  { nodes, name, tls, options }: RedisNodes,
  onEnd: () => void,
): SentinelWatch {
  const { sentinelUsername, sentinelPassword } = options;
  const settings: ioredis.RedisOptions = {
    ...(sentinelUsername !== undefined && { username: sentinelUsername }),
    ...(sentinelPassword !== undefined && { password: sentinelPassword }),
    ...(tls && { tls: {} }),
    connectTimeout: 500,
    disableClientInfo: true,
    enableReadyCheck: false,
    maxRetriesPerRequest: null,
    retryStrategy: () => 1_000,
  };
  /** The Sentinels that try to fail over, and those that have not named the new primary yet. */
  const trying = new Set<ioredis.Redis>();
  const behind = new Set<ioredis.Redis>();
  let newPrimary: string | undefined;
  let begin = -Infinity;

  const isFailingOver = () =>
    trying.size + behind.size > 0 && performance.now() - begin < longestFailover;

  function settle(sentinel: ioredis.Redis): void {
    const wasFailingOver = isFailingOver();
    trying.delete(sentinel);
    behind.delete(sentinel);
    if (wasFailingOver && !isFailingOver()) onEnd();
  }

  function onSwitch(sentinel: ioredis.Redis, primary: string): void {
    if (primary !== newPrimary) {
      newPrimary = primary;
      begin = performance.now();
      behind.clear();
      for (const each of sentinels) if (each.status === 'ready') behind.add(each);
      // The first Sentinel to announce the end is the one that carried it out.
      trying.clear();
    }
    settle(sentinel);
  }

  function onEvent(sentinel: ioredis.Redis, event: string, message: string): void {
    // `mymaster 10.0.0.1 6379 10.0.0.2 6379`, otherwise `master mymaster 10.0.0.1 6379`.
    const [first, second, , ...rest] = message.split(' ');
    if (event === '+switch-master') {
      if (first === name) onSwitch(sentinel, rest.join(' '));
    } else if (first === 'master' && second === name) {
      if (event !== '+try-failover') return settle(sentinel);
      begin = performance.now();
      trying.add(sentinel);
    }
  }

  const sentinels = nodes.map((node) => {
    const sentinel = new Redis({ ...node, ...settings });
    sentinel.on('error', () => undefined);
    // What it announces meanwhile is not received.
    sentinel.on('close', () => settle(sentinel));
    sentinel.on('pmessage', (_pattern, event: string, message: string) => {
      onEvent(sentinel, event, message);
    });
    // Rejected when it is closed before it is connected.
    sentinel
      .psubscribe('+try-failover', '+switch-master', '-failover-abort-*')
      .catch(() => undefined);
    return sentinel;
  });
  return {
    isFailingOver,
    close: () => sentinels.forEach((sentinel) => sentinel.disconnect()),
  };
}
