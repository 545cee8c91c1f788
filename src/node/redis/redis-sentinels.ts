/**
 * Tracks failovers through the announcements of Sentinels. Until all Sentinels name the new primary, the old primary may still
 * accept writes, which are lost when it becomes a replica. A Sentinel that hasn't learned of the failover yet still names the old
 * primary. So nothing must be written from the start of a failover until its end.
 */
import type * as ioredis from 'ioredis';
import { containParserErrors } from './redis-client.js';
import { createFailover, type Failover } from './redis-failover.js';

/** The time after which a silent Sentinel counts as gone, in ms. Each Sentinel gets a ping at the same interval. */
const maxSilenceMs = 1_000;

/**
 * The time between two attempts to connect, in ms. Longer than `maxSilenceMs`, because ioredis doesn't cancel that timer when a
 * connection ends in another way.
 */
const retryDelayMs = maxSilenceMs + 250;

/**
 * The maximum number of connection attempts, which take an hour. After that, a Sentinel that the client doesn't name is
 * forgotten.
 */
const maxAttempts = 3_600_000 / retryDelayMs;

/** A watch on the Sentinels of a client. */
export interface SentinelWatch extends Pick<Failover, 'isFailingOver'> {
  /** Disconnects from all Sentinels. */
  close(): void;
}

/** The callbacks of `watchSentinels`. */
export interface SentinelCallbacks {
  /** Called after each failover. */
  onEnd(): void;
  /** Called if a Sentinel refuses to be watched. Called again only after it has accepted. */
  onRefusal(error: Error): void;
}

/** Watches the Sentinels of an ioredis client and the Sentinels that they know, because any of them can start a failover. */
export function watchSentinels(
  client: ioredis.Redis,
  { onEnd, onRefusal }: SentinelCallbacks,
): SentinelWatch {
  const { sentinels: named, name = '' } = client.options;
  const options = sentinelOptions(client.options);
  /** Sentinels by address. */
  const sentinels = new Map<string, ioredis.Redis>();
  const ready = () => [...sentinels.values()].filter(({ status }) => status === 'ready');
  const failover = createFailover(name, ready, onEnd);
  let isClosed = false;

  function watch(host: string, port: number, isNamed: boolean): void {
    const address = `${host}:${port}`;
    if (isClosed || sentinels.has(address)) return;
    const retryStrategy = (attempts: number) =>
      isNamed || attempts < maxAttempts ? retryDelayMs : null;
    const sentinel = client.duplicate({ ...options, host, port, retryStrategy });
    containParserErrors(sentinel);
    sentinels.set(address, sentinel);
    sentinel.on('error', () => undefined);
    // A disconnected Sentinel can't announce anything, so don't wait for it.
    sentinel.on('close', () => failover.settle(sentinel));
    sentinel.on('end', () => sentinels.delete(address));
    sentinel.on('pmessage', (_pattern, event: string, message: string) => {
      failover.handle(sentinel, event, message);
    });
    subscribeWhenReady(sentinel, name, {
      isClosed: () => isClosed,
      onOthers: (others) => others.forEach((other) => watch(other.host, other.port, false)),
      onRefusal,
    });
  }

  for (const { host = '127.0.0.1', port = 26379 } of named ?? []) watch(host, port, true);
  // Without pings, the connection to a host that is gone would stay open, and the failover would wait for it until it's ignored.
  const pings = setInterval(() => {
    for (const sentinel of ready()) sentinel.ping().catch(() => undefined);
  }, maxSilenceMs);
  return {
    isFailingOver: failover.isFailingOver,
    close() {
      isClosed = true;
      clearInterval(pings);
      sentinels.forEach((sentinel) => sentinel.disconnect());
    },
  };
}

/** Subscribes to the announcements whenever a Sentinel connects, and asks it for the other Sentinels. */
function subscribeWhenReady(
  sentinel: ioredis.Redis,
  name: string,
  callbacks: {
    isClosed(): boolean;
    onOthers(others: readonly { readonly host: string; readonly port: number }[]): void;
    onRefusal(error: Error): void;
  },
): void {
  let isRefused = false;
  async function subscribe(): Promise<void> {
    try {
      const [others] = await Promise.all([
        sentinel.call('SENTINEL', 'SENTINELS', name),
        sentinel.psubscribe('+try-failover', '+switch-master', '-failover-abort-*'),
      ]);
      isRefused = false;
      callbacks.onOthers((others as string[][]).map(addressOf));
    } catch (error) {
      if (callbacks.isClosed()) return;
      if (!isRefused) callbacks.onRefusal(error as Error);
      isRefused = true;
      sentinel.disconnect(true); // the next connection tries again
    }
  }
  sentinel.on('ready', () => void subscribe());
}

/** Returns the address in a row of `SENTINEL SENTINELS`, which alternates names and values. */
function addressOf(fields: readonly string[]) {
  const valueOf = (field: string) => fields[fields.indexOf(field) + 1] ?? '';
  return { host: valueOf('ip'), port: Number(valueOf('port')) };
}

/**
 * Returns the options for connections to Sentinels. They replace the client's options. An option that is undefined gets the
 * default of ioredis.
 */
function sentinelOptions(options: ioredis.RedisOptions): ioredis.RedisOptions {
  return {
    sentinels: undefined,
    db: 0,
    keyPrefix: '',
    reconnectOnError: null,
    enableOfflineQueue: true,
    commandTimeout: undefined,
    lazyConnect: false,
    username: options.sentinelUsername,
    password: options.sentinelPassword,
    tls: options.sentinelTLS,
    enableReadyCheck: false,
    maxRetriesPerRequest: null,
    // Otherwise, ioredis would subscribe again on its own, and a refusal would crash the process.
    autoResubscribe: false,
    socketTimeout: maxSilenceMs,
  };
}
