/**
 * The store in Redis, by which replicas act as one. Nothing waits for it: a command is answered within 200 ms or
 * given up, a connection that is silent for as long is dropped, and without one every command fails at once. It is
 * looked for again four times a second.
 *
 * No command is ever sent twice: a claim that is released twice could take away the claim of another replica.
 * A claim that was given up may still be made, when a frozen server wakes; it is then taken back.
 */
import { createRequire } from 'node:module';
import type { Redis } from 'ioredis';
import { StoreUnavailableError, type Store } from '../proxy/stores/index.js';

/** Options of `createRedisStore`. */
export interface RedisStoreOptions {
  /**
   * Begins each key, so that others can use the same database.
   * @default 'financing:'
   */
  prefix?: string | undefined;
}

/** Milliseconds that a command may take. */
const commandTimeout = 200;

/** Counts, and begins the window with the first. One script, so that no counter is left without an end. */
const countScript = `
local count = redis.call('incr', KEYS[1])
if count == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return {count, redis.call('pttl', KEYS[1])}`;

const uncountScript = `
local count = redis.call('get', KEYS[1])
if count and tonumber(count) > 0 then redis.call('decr', KEYS[1]) end`;

/** Values with what is left of them. One script, so that both are of the same moment. */
const getManyScript = `
local found = {}
for i, key in ipairs(KEYS) do
  local value = redis.call('get', key)
  found[i] = value and {value, redis.call('pttl', key)} or false
end
return found`;

const setManyScript = `
for i, key in ipairs(KEYS) do redis.call('set', key, ARGV[i + 1], 'px', ARGV[1]) end`;

/** Deletes a key while it has this value. */
const takeBackScript = `
if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
return 0`;

/**
 * Creates a store in Redis 6 or later, at `redis://` or, with TLS, `rediss://`; user name, password and database
 * may be part of the URL. Needs the package `ioredis`, and throws an `Error` that says so where it is missing;
 * a `TypeError` for another URL. It connects by itself, and rejects with `StoreUnavailableError` while it cannot.
 */
export function createRedisStore(
  url: string,
  { prefix = 'financing:' }: RedisStoreOptions = {},
): Store {
  if (!/^rediss?:\/\//.test(url) || !URL.canParse(url)) {
    throw new TypeError('The URL of Redis is not one such as redis://127.0.0.1:6379');
  }
  // ioredis would select any text, and let the refusal of that end the process.
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
    // Longer than the socket's time limit, which ioredis does not call off when a connection ends otherwise.
    retryStrategy: () => commandTimeout + 50,
    // After a failover we may be connected to what is a replica now; its name then leads to the new primary.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });

  /** Why there is no connection, while there is none. */
  let trouble: Error | undefined;
  const doubtful = new Set<{ readonly key: string; readonly value: string }>();
  redis.on('error', (error: Error) => (trouble = error));
  redis.on('ready', () => {
    trouble = undefined;
    takeBackDoubtful();
  });
  const firstAttempt = settled(redis);

  async function run<T>(command: () => Promise<T>): Promise<T> {
    await firstAttempt;
    try {
      return await command();
    } catch (error) {
      throw new StoreUnavailableError(withoutArguments(trouble ?? error));
    }
  }

  /** On the same connection the server gets to this after the claim itself. */
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

/** Loaded on call, since only those who use Redis have it. */
function loadRedis(): typeof Redis {
  try {
    const require = createRequire(import.meta.url);
    return (require('ioredis') as { Redis: typeof Redis }).Redis;
  } catch (cause) {
    throw new Error('Redis needs the package ioredis: npm install ioredis', { cause });
  }
}

/** Resolves when the first connection is made or has failed, so that nothing is refused while it is being made. */
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

/** Tells each value from all others, so that nobody takes back a claim that is not theirs. */
function stamp(value: string): string {
  return crypto.randomUUID() + value;
}

const stampLength = 36;

/** ioredis hangs the command on its errors, with values that hold links: nothing for a log. */
function withoutArguments(error: unknown): Error {
  return new Error(error instanceof Error ? error.message : String(error));
}
