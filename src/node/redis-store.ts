/**
 * The store in Redis, with which replicas act as one. A command fails when it has no answer within 200 ms, a connection
 * that is silent for as long is closed, and without a connection every command fails at once. The store reconnects four
 * times a second.
 *
 * No command is ever sent twice: a claim that is released twice could release the claim of another replica. A claim that
 * failed can still be made when a frozen server resumes; it is then taken back.
 */
import { createRequire } from 'node:module';
import type { Redis } from 'ioredis';
import { StoreUnavailableError, type Store } from '../proxy/stores/index.js';

/** Options of `createRedisStore`. */
export interface RedisStoreOptions {
  /**
   * Begins each key, so that other programs can use the same database.
   * @default 'financing:'
   */
  prefix?: string | undefined;
}

/** Milliseconds that a command may take. */
const commandTimeout = 200;

/** Counts, and starts the window with the first. One script, so that no counter is left without an expiration. */
const countScript = `
local count = redis.call('incr', KEYS[1])
if count == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return {count, redis.call('pttl', KEYS[1])}`;

const uncountScript = `
local count = redis.call('get', KEYS[1])
if count and tonumber(count) > 0 then redis.call('decr', KEYS[1]) end`;

/** Reads values with the rest of their time to live. One script, so that both are of the same moment. */
const getManyScript = `
local found = {}
for i, key in ipairs(KEYS) do
  local value = redis.call('get', key)
  found[i] = value and {value, redis.call('pttl', key)} or false
end
return found`;

const setManyScript = `
for i, key in ipairs(KEYS) do redis.call('set', key, ARGV[i + 1], 'px', ARGV[1]) end`;

/** Deletes a key if it has this value. */
const takeBackScript = `
if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
return 0`;

/**
 * Creates a store in Redis 6 or later, at `redis://` or, with TLS, `rediss://`; user name, password and database
 * may be part of the URL. Needs the package `ioredis`; throws an `Error` that says so when it is missing, and a `TypeError`
 * for another URL. It connects by itself, and rejects with `StoreUnavailableError` while it cannot.
 */
export function createRedisStore(
  url: string,
  { prefix = 'financing:' }: RedisStoreOptions = {},
): Store {
  if (!/^rediss?:\/\//.test(url) || !URL.canParse(url)) {
    throw new TypeError('The URL of Redis is not one such as redis://127.0.0.1:6379');
  }
  // ioredis would select any text as the database, and end the process when Redis refuses it.
  const { pathname, searchParams } = new URL(url);
  if (!/^\/?\d*$/.test(pathname) || !/^\d*$/.test(searchParams.get('db') ?? '')) {
    throw new TypeError(
      'The database in the URL of Redis is no number, as in redis://127.0.0.1:6379/0',
    );
  }
  const RedisClient = loadRedis();
  const redis = new RedisClient(url, {
    keyPrefix: prefix,
    commandTimeout,
    socketTimeout: commandTimeout,
    connectTimeout: 500,
    maxLoadingRetryTime: 250,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    disableClientInfo: true,
    // Longer than the socket's time limit, which ioredis does not cancel when a connection ends in another way.
    retryStrategy: () => commandTimeout + 50,
    // After a failover the connection can lead to a replica. A new connection by name leads to the new primary.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });

  /** The error of the last attempt, while there is no connection. */
  let connectionError: Error | undefined;
  const doubtful = new Set<{ readonly key: string; readonly value: string }>();
  redis.on('error', (error: Error) => (connectionError = error));
  redis.on('ready', () => {
    connectionError = undefined;
    takeBackDoubtful();
  });
  const firstAttempt = settled(redis);

  async function run<T>(command: () => Promise<T>): Promise<T> {
    await firstAttempt;
    try {
      return await command();
    } catch (error) {
      throw new StoreUnavailableError(withoutArguments(connectionError ?? error));
    }
  }

  /** On one connection, the server runs this after the claim itself. */
  function takeBackDoubtful(): void {
    if (redis.status !== 'ready') return;
    for (const { key, value } of doubtful) {
      redis.eval(takeBackScript, 1, key, value).catch(() => undefined);
    }
    doubtful.clear();
  }

  return {
    get: (key) => run(async () => (await redis.get(key))?.slice(stampLength)),

    set: (key, value, ttl) =>
      run(async () => {
        await redis.set(key, stamp(value), 'PX', ttl);
      }),

    claim: (key, value, ttl) =>
      run(async () => {
        const claim = { key, value: stamp(value) };
        const sent = redis.status === 'ready';
        try {
          return (await redis.set(key, claim.value, 'PX', ttl, 'NX')) === 'OK';
        } catch (error) {
          if (sent) doubtful.add(claim);
          takeBackDoubtful();
          throw error;
        }
      }),

    delete: (key) =>
      run(async () => {
        await redis.del(key);
      }),

    count: (key, window) =>
      run(async () => {
        const answer = await redis.eval(countScript, 1, key, window);
        const [count, remainingMs] = answer as [number, number];
        return { count, remainingMs };
      }),

    uncount: (key) =>
      run(async () => {
        await redis.eval(uncountScript, 1, key);
      }),

    cache: {
      getMany: (keys) =>
        run(async () => {
          const found = await redis.eval(getManyScript, keys.length, ...keys);
          return (found as ([string, number] | null)[]).map((entry) =>
            entry ? { value: entry[0], remainingMs: entry[1] } : undefined,
          );
        }),

      setMany: (values, ttl) =>
        run(async () => {
          const texts = [...values.keys(), ttl, ...values.values()];
          await redis.eval(setManyScript, values.size, ...texts);
        }),
    },

    async close() {
      redis.disconnect();
    },
  };
}

/** Loaded on demand, since only users of Redis have the package. */
function loadRedis(): typeof Redis {
  try {
    const require = createRequire(import.meta.url);
    return (require('ioredis') as { Redis: typeof Redis }).Redis;
  } catch (cause) {
    throw new Error('Redis needs the package ioredis: npm install ioredis', { cause });
  }
}

/** Resolves when the first connection is made or has failed, so that no command is refused meanwhile. */
function settled(redis: Redis): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, commandTimeout);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    redis.once('ready', end).once('close', end);
  });
}

/** Makes each value unique, so that a replica takes back only its own claim. */
function stamp(value: string): string {
  return crypto.randomUUID() + value;
}

const stampLength = 36;

/** ioredis adds the command to its errors, with values that contain links, which must not reach a log. */
function withoutArguments(error: unknown): Error {
  return new Error(error instanceof Error ? error.message : String(error));
}
