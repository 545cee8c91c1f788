/**
 * The store in Redis, which lets replicas act as one.
 *
 * No command is ever sent twice. Otherwise, the retry would find its own claim and be refused, and a text message would be
 * counted twice. A failed claim may still be carried out when a frozen server resumes, so the store then deletes it.
 */
import { checkOptions, callbackProblem, textProblem } from '../../internal/options.js';
import { callQuietly } from '../../internal/call-quietly.js';
import type { Store } from '../../proxy/store.js';
import { createClaimCleanup, type ClaimCleanup } from './redis-claim-cleanup.js';
import { connect, defaultTimeoutMs, prepare, type RedisClient } from './redis-client.js';
import { createRedisConnection, type RedisConnection } from './redis-connection.js';
import { createReplicatedWrite, type ReplicatedWrite } from './redis-replicated-write.js';
import { countScript, deleteScript, uncountScript } from './redis-scripts.js';
import { parseRedisUrl, storeOptionChecks } from './redis-url.js';

/** Options of `createRedisStore`. */
export interface RedisStoreOptions {
  /**
   * The prefix of each key. It lets other programs use the same database.
   * @default 'financing:'
   */
  prefix?: string | undefined;
  /**
   * The number of Redis replicas that must acknowledge a claim before it counts (`WAIT`), so that a failover can't lose it. Must
   * be 0 for a cluster.
   * @default 0
   */
  replicas?: number | undefined;
  /**
   * The maximum time of a command, in ms.
   * @default 200
   */
  timeout?: number | undefined;
  /**
   * Called if Redis may drop claims, and if a Sentinel doesn't announce failovers. Called again only after the cause was fixed.
   * The message is a sentence. `cause` is the Sentinel's error, which may repeat a password.
   * @default nothing
   */
  onWarning?: ((warning: Error) => void) | undefined;
}

const optionChecks = { prefix: textProblem, ...storeOptionChecks, onWarning: callbackProblem };

/** The interval at which the store asks a cluster which node has which keys, in ms. */
const slotsRefreshIntervalMs = 1_000;

/** Each value begins with a UUID, so that a replica deletes only its own claim. */
const stampLength = 36;
const stamp = (value: string) => crypto.randomUUID() + value;

/**
 * Creates a store in Redis 6 or later, from a URL or a client.
 *
 * A URL needs the package `ioredis`. `redis://user:password@host:6379/0` names one server,
 * `redis+sentinel://host1,host2/mymaster` names Sentinels, and `redis+cluster://host1,host2` a cluster; `rediss` instead of
 * `redis` uses TLS. A client of ioredis 5 or 6 must not be used by anything else:
 * `new Redis({ ...redisOptions, sentinels, name })` or `new Cluster(nodes, { redisOptions })`. The store follows the failovers of
 * Sentinels.
 *
 * Throws an `InvalidOptionError` for an option or URL that it can't use, and for a client that sends commands twice. Throws an
 * `Error` if `ioredis` is missing. While Redis can't be reached, the store rejects with `StoreUnavailableError` and reconnects on
 * its own.
 *
 * The connection keeps the process alive, so call `close()` of the store after the server has stopped, and then disconnect
 * your own client, if you passed one. Commands fail after `close()`.
 *
 * @example
 * const store = createRedisStore('redis://127.0.0.1:6379');
 * const server = await serve(createFinancingProxy({ ...options, store }), { host: '0.0.0.0', port: 8787 });
 * process.once('SIGTERM', async () => {
 *   await server.close();
 *   await store.close();
 * });
 */
export function createRedisStore(
  urlOrClient: string | RedisClient,
  options: RedisStoreOptions = {},
): Store {
  checkOptions(optionChecks, options);
  const address = typeof urlOrClient === 'string' ? parseRedisUrl(urlOrClient) : undefined;
  const { storeOptions = {} } = address ?? {};
  const {
    prefix = 'financing:',
    replicas = storeOptions.replicas ?? 0,
    timeout = storeOptions.timeout ?? defaultTimeoutMs,
    onWarning = () => undefined,
  } = options;
  const client = address ? connect(address, timeout) : (urlOrClient as RedisClient);
  const cluster = prepare(client, replicas);
  const connection = createRedisConnection(client, timeout, (warning) => {
    void callQuietly(() => onWarning(warning));
  });
  const cleanup = createClaimCleanup(connection);
  client.on('ready', cleanup.run);
  // A cluster stays ready. It emits `refresh` when it learns the new primary of some keys.
  client.on('refresh', cleanup.run);
  // Don't use the interval of ioredis: it keeps running if the client is closed during a refresh.
  const refresh = cluster && setInterval(() => cluster.refreshSlotsCache(), slotsRefreshIntervalMs);
  const wait = () => connection.call('wait', replicas, Math.ceil(timeout / 2));
  const write: ReplicatedWrite =
    replicas > 0 ? createReplicatedWrite(wait, replicas) : (send) => send();

  return {
    ...createOperations({ client, connection, cleanup, prefix, write }),
    async close() {
      connection.close();
      clearInterval(refresh);
      if (address) client.disconnect();
    },
  };
}

/** The dependencies of a store's operations. */
interface StoreParts {
  readonly client: RedisClient;
  readonly connection: RedisConnection;
  readonly cleanup: ClaimCleanup;
  readonly prefix: string;
  readonly write: ReplicatedWrite;
}

function createOperations({
  client,
  connection: { run },
  cleanup,
  prefix,
  write,
}: StoreParts): Omit<Store, 'close'> {
  return {
    get: (key) =>
      run(async () => {
        const value = await client.call('get', prefix + key);
        if (value === null) return undefined;
        if (typeof value !== 'string' || value.length < stampLength) throw unexpectedReply();
        return value.slice(stampLength);
      }),

    set: (key, value, ttl) =>
      run(async () => {
        const reply = await client.call('set', prefix + key, stamp(value), 'PX', ttl);
        if (reply !== 'OK') throw unexpectedReply();
      }),

    async claim(key, value, ttl) {
      const [name, stamped] = [prefix + key, stamp(value)];
      let isSent = false;
      const send = async (signal: AbortSignal) => {
        signal.throwIfAborted();
        isSent = true;
        return client.call('set', name, stamped, 'PX', ttl, 'NX');
      };
      try {
        return await run(async (signal) => {
          const reply = await write(() => send(signal));
          if (reply !== 'OK' && reply !== null) throw unexpectedReply();
          return reply === 'OK';
        });
      } catch (error) {
        if (isSent) cleanup.add(name, stamped, 1);
        throw error;
      }
    },

    async delete(key, value) {
      const name = prefix + key;
      try {
        await run(async () => {
          const reply =
            value === undefined
              ? await client.call('del', name)
              : await client.call('eval', deleteScript, 1, name, value, stampLength + 1);
          if (typeof reply !== 'number') throw unexpectedReply();
        });
      } catch (error) {
        if (value !== undefined) cleanup.add(name, value, stampLength + 1);
        throw error;
      }
    },

    count: (key, window) =>
      run(async () => {
        const reply = await client.call('eval', countScript, 1, prefix + key, window);
        const [count, remainingMs] = Array.isArray(reply) ? (reply as unknown[]) : [];
        if (typeof count !== 'number' || typeof remainingMs !== 'number') throw unexpectedReply();
        return { count, remainingMs };
      }),

    uncount: (key) =>
      run(async () => {
        await client.call('eval', uncountScript, 1, prefix + key);
      }),
  };
}

const unexpectedReply = () => new Error('The reply is not from Redis');
