/**
 * Follows failovers by what Sentinels announce. From its start until all Sentinels name the new primary, the old one can go on
 * taking writes, which are lost when it becomes a replica; and a Sentinel that does not know of the failover yet names the
 * old primary. So nothing must be written in that time.
 */
import type * as ioredis from 'ioredis';
import { guardParser } from './redis-client.js';

/** Milliseconds after which a failover that did not end is forgotten. */
const longestFailover = 30_000;

/** Milliseconds after which a Sentinel that does not answer is taken to be gone. Each is asked at the same interval. */
const longestSilence = 1_000;

/**
 * Milliseconds between two tries. Longer than `longestSilence`, whose timer ioredis does not cancel when a connection ends in
 * another way.
 */
const retryDelay = longestSilence + 250;

/** Number of tries, which take about an hour, after which a Sentinel that the client does not name is forgotten. */
const mostTries = 3_600_000 / retryDelay;

/**
 * Watches the Sentinels of a client of ioredis. `isFailingOver` is true from the start of a failover until all Sentinels that
 * can be reached name the new primary. Calls `onEnd` after each failover, and `onRefusal` when a Sentinel refuses to be
 * watched, once until it accepts.
 */
export function watchSentinels(
  client: ioredis.Redis,
  { onEnd, onRefusal }: { onEnd: () => void; onRefusal: (error: Error) => void },
): { isFailingOver: () => boolean; close: () => void } {
  const { sentinels: named, name = '', ...options } = client.options;
  /** In place of those of the client; an option without a value has the default of ioredis. */
  const settings = {
    ...{ sentinels: undefined, db: 0, keyPrefix: '', reconnectOnError: null },
    ...{ enableOfflineQueue: true, commandTimeout: undefined, lazyConnect: false },
    username: options.sentinelUsername,
    password: options.sentinelPassword,
    tls: options.sentinelTLS,
    enableReadyCheck: false,
    maxRetriesPerRequest: null,
    // By itself, ioredis leaves the error of a refused subscription to end the process.
    autoResubscribe: false,
    socketTimeout: longestSilence,
  };
  /** By address. */
  const sentinels = new Map<string, ioredis.Redis>();
  /** The Sentinels that try to fail over, and those that have not named the new primary yet. */
  const trying = new Set<ioredis.Redis>();
  const behind = new Set<ioredis.Redis>();
  let newPrimary: string | undefined;
  let begin = -Infinity;
  let isClosed = false;

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
      for (const each of sentinels.values()) if (each.status === 'ready') behind.add(each);
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

  function watch(host: string, port: number, isNamed: boolean): void {
    const address = `${host}:${port}`;
    if (isClosed || sentinels.has(address)) return;
    const retryStrategy = (tries: number) => (isNamed || tries < mostTries ? retryDelay : null);
    const sentinel = client.duplicate({ ...settings, host, port, retryStrategy });
    guardParser(sentinel);
    sentinels.set(address, sentinel);
    let isRefused = false;
    async function subscribe(): Promise<void> {
      try {
        const [others] = await Promise.all([
          sentinel.call('SENTINEL', 'SENTINELS', name),
          sentinel.psubscribe('+try-failover', '+switch-master', '-failover-abort-*'),
        ]);
        isRefused = false;
        watchOthers(others as string[][]);
      } catch (error) {
        if (isClosed) return;
        if (!isRefused) onRefusal(error as Error);
        isRefused = true;
        // The next connection tries again.
        sentinel.disconnect(true);
      }
    }
    sentinel.on('ready', () => void subscribe());
    sentinel.on('error', () => undefined);
    // What it announces meanwhile is not received.
    sentinel.on('close', () => settle(sentinel));
    sentinel.on('end', () => sentinels.delete(address));
    sentinel.on('pmessage', (_pattern, event: string, message: string) => {
      onEvent(sentinel, event, message);
    });
  }

  /** Watches those that a Sentinel knows, since one that the client does not name can fail over, too. */
  function watchOthers(others: readonly (readonly string[])[]): void {
    for (const fields of others) {
      const valueOf = (field: string) => fields[fields.indexOf(field) + 1] ?? '';
      watch(valueOf('ip'), Number(valueOf('port')), false);
    }
  }

  for (const { host = '127.0.0.1', port = 26379 } of named ?? []) {
    watch(host, port, true);
  }
  // A connection to a host that is gone stays open: its Sentinel would be waited for until `longestFailover`.
  const asking = setInterval(() => {
    for (const sentinel of sentinels.values()) {
      if (sentinel.status === 'ready') sentinel.ping().catch(() => undefined);
    }
  }, longestSilence);
  return {
    isFailingOver,
    close() {
      isClosed = true;
      clearInterval(asking);
      sentinels.forEach((sentinel) => sentinel.disconnect());
    },
  };
}
