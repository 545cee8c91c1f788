/**
 * The store in Redis, with which replicas act as one. A command fails when it has no answer within 200 ms, a connection
 * that is silent for as long is closed, and without a connection every command fails at once. The store reconnects four
 * times a second.
 *
 * No command is ever sent twice: a claim that is released twice could release the claim of another replica. A claim that
 * failed can still be made when a frozen server resumes; it is then taken back.
 */
import { StoreUnavailableError, type Store } from '../proxy/store.js';
import { commandTimeout, createRedisClient, type RedisClient } from './redis-client.js';

/** Options of `createRedisStore`. */
export interface RedisStoreOptions {
  /**
   * Begins each key, so that other programs can use the same database.
   * @default 'financing:'
   */
  prefix?: string | undefined;
  /**
   * Called with the reason when a Sentinel refuses to announce failovers, once until it accepts. Claims can be lost in a
   * failover that this Sentinel carries out. The reason's message is that of the server, which may repeat a password.
   * @default nothing
   */
  onSentinelRefusal?: ((reason: Error) => void) | undefined;
}

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

/** A claim as it was sent. */
interface SentClaim {
  readonly key: string;
  readonly value: string;
}

/** Claims at most that wait to be taken back. One beyond it expires by itself. */
const mostDoubtful = 1_000;

/**
 * Creates a store in Redis 6 or later. The URL is one of these, with `rediss` in place of `redis` for TLS; user name and
 * password may stand before the hosts:
 *
 * - `redis://host:6379/0`: one server, or a name that leads to the primary;
 * - `redis+sentinel://host1:26379,host2:26379/mymaster/0`: the primary that the Sentinels know by that name. User name and
 *   password are those of the servers; `?sentinelUsername=…&sentinelPassword=…` are for the Sentinels;
 * - `redis+cluster://host1:6379,host2:6379`: a cluster, found by any of its nodes.
 *
 * Needs the package `ioredis`; throws an `Error` that says so when it is missing, and a `TypeError` for another URL. It
 * connects by itself, and rejects with `StoreUnavailableError` while it cannot.
 *
 * Its connection keeps the process alive: call `close()` of the store when the server has stopped. Commands fail after it.
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
  url: string,
  { prefix = 'financing:', onSentinelRefusal }: RedisStoreOptions = {},
): Store {
  const { redis, isCluster, connectionError, checkMaySend, close } = createRedisClient(
    url,
    prefix,
    (error) => onSentinelRefusal?.(withoutArguments(error)),
  );
  const doubtful = new Set<SentClaim>();
  redis.on('ready', takeBackDoubtful);
  // A cluster is ready all the time; that it knows the new primary of some keys is a refresh.
  redis.on('refresh', takeBackDoubtful);
  const firstAttempt = settled(redis);

  async function run<T>(command: () => Promise<T>): Promise<T> {
    await firstAttempt;
    try {
      checkMaySend();
      return await command();
    } catch (error) {
      throw new StoreUnavailableError(withoutArguments(connectionError() ?? error));
    }
  }

  function remember(claim: SentClaim): void {
    if (doubtful.size < mostDoubtful) doubtful.add(claim);
  }

  /** On one connection, the server runs this after the claim itself. Where it fails, the next connection tries again. */
  function takeBackDoubtful(): void {
    if (redis.status !== 'ready') return;
    for (const claim of doubtful) {
      doubtful.delete(claim);
      redis.eval(takeBackScript, 1, claim.key, claim.value).catch(() => remember(claim));
    }
  }

  /** Works on all keys at once. In a cluster, on those of each hash tag: a script reaches the keys of one slot alone. */
  async function forEachSlot(
    keys: readonly string[],
    work: (keys: readonly string[]) => Promise<void>,
  ): Promise<void> {
    if (!isCluster) return work(keys);
    const groups = new Map<string, string[]>();
    for (const key of keys) {
      const tag = hashTagOf(prefix + key);
      const group = groups.get(tag);
      if (group) group.push(key);
      else groups.set(tag, [key]);
    }
    await Promise.all([...groups.values()].map(work));
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
          if (sent) remember(claim);
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

    async close() {
      close();
    },
  };
}

/** The part of a key that chooses its slot in a cluster. */
function hashTagOf(key: string): string {
  return /^[^{]*\{([^}]+)\}/.exec(key)?.[1] ?? key;
}

/** Resolves when the first connection is made or has failed, so that no command is refused meanwhile. */
function settled(redis: RedisClient['redis']): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, commandTimeout);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    redis.once('ready', end).once('error', end).once('close', end);
  });
}

/** Makes each value unique, so that a replica takes back only its own claim. */
function stamp(value: string): string {
  return crypto.randomUUID() + value;
}

const stampLength = 36;

/** Drops the command that ioredis adds to its errors: its passwords and links must not reach a log. */
function withoutArguments(error: unknown): Error {
  return new Error(error instanceof Error ? error.message : String(error));
}
