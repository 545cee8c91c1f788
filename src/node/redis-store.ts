/**
 * The store in Redis, with which replicas act as one. A command fails when it has no answer in time, and at once while there
 * is no connection.
 *
 * No command is ever sent twice: a claim would find itself, and be refused, and a text would count for two. A claim that failed
 * can still be made when a frozen server resumes; it is then taken back.
 */
import type * as ioredis from 'ioredis';
import { checkOptions, isCallback, isText } from '../contract/options.js';
import { withDeadline } from '../internal/deadline.js';
import { StoreUnavailableError, type Store } from '../proxy/store.js';
import { connect, defaultTimeout, prepare, retryDelay, type RedisClient } from './redis-client.js';
import { parseRedisUrl, storeOptionChecks } from './redis-url.js';
import { watchSentinels } from './redis-sentinels.js';

/** Options of `createRedisStore`. */
export interface RedisStoreOptions {
  /**
   * Begins each key, so that other programs can use the same database.
   * @default 'financing:'
   */
  prefix?: string | undefined;
  /**
   * How many replicas of Redis must have a claim before it counts (`WAIT`), so that no failover loses it. 0 for a cluster.
   * @default 0
   */
  replicas?: number | undefined;
  /**
   * Milliseconds that a command may take.
   * @default 200
   */
  timeout?: number | undefined;
  /**
   * Called when Redis may drop claims, and when a Sentinel does not announce failovers; again only after that was put right.
   * The message is a sentence; `cause` is the error of the Sentinel, which may repeat a password.
   * @default nothing
   */
  onWarning?: ((warning: Error) => void) | undefined;
}

const optionChecks = { prefix: isText, ...storeOptionChecks, onWarning: isCallback };

/** Milliseconds after which a cluster is asked again which node has which keys. */
const slotsRefreshInterval = 1_000;

/** Counts, and starts the window with the first. One script, so that no counter is left without an expiration. */
const countScript = `
local count = redis.call('incr', KEYS[1])
if count == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return {count, redis.call('pttl', KEYS[1])}`;

const uncountScript = `
local count = redis.call('get', KEYS[1])
if count and tonumber(count) > 0 then redis.call('decr', KEYS[1]) end`;

/** Deletes a key whose value, from character ARGV[2] on, is ARGV[1]. */
const deleteScript = `
local value = redis.call('get', KEYS[1])
if value and string.sub(value, ARGV[2]) == ARGV[1] then return redis.call('del', KEYS[1]) end
return 0`;

/** The arguments of `deleteScript` for a claim to delete. */
type DoubtfulClaim = readonly [key: string, value: string, from: number];

/** Claims at most that wait to be deleted. One beyond it expires by itself. */
const mostDoubtful = 1_000;

/** Milliseconds between two attempts to delete all of them on one connection. */
const doubtfulInterval = 1_000;

/** Characters that make each value unique, so that a replica takes back only its own claim. */
const stampLength = 36;
const stamp = (value: string) => crypto.randomUUID() + value;

/**
 * Creates a store in Redis 6 or later. A URL needs the package `ioredis`: `redis://user:password@host:6379/0` names one
 * server, `redis+sentinel://host1,host2/mymaster` Sentinels and `redis+cluster://host1,host2` a cluster; `rediss` in its place
 * asks for TLS. A client of ioredis 5 or 6 that nothing else uses does as well: `new Redis({ ...redisOptions, sentinels, name })`
 * or `new Cluster(nodes, { redisOptions })`. The store follows the failovers of Sentinels.
 *
 * Throws an `InvalidOptionError`, also for another URL and for a client that sends commands twice, and an `Error` where
 * `ioredis` is missing. While Redis cannot be reached, the store rejects with `StoreUnavailableError`, and connects again by itself.
 *
 * The connection keeps the process alive: call `close()` of the store when the server has stopped, and then disconnect a
 * client of your own. Commands fail after it.
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
  given: RedisStoreOptions = {},
): Store {
  checkOptions(optionChecks, given);
  const address = typeof urlOrClient === 'string' ? parseRedisUrl(urlOrClient) : undefined;
  const { storeOptions = {} } = address ?? {};
  const {
    prefix = 'financing:',
    replicas = storeOptions.replicas ?? 0,
    timeout = storeOptions.timeout ?? defaultTimeout,
    onWarning = () => undefined,
  } = given;
  const client = address ? connect(address, timeout) : (urlOrClient as RedisClient);
  const cluster = prepare(client, replicas);
  let lastError: Error | undefined;
  /** Why the present connection may not be used: its user, password or database was refused. */
  let refusal: Error | undefined;
  let isReconnecting = false;
  let isClosed = false;
  let mayEvict = false;
  /**
   * Claims to delete once Redis is back: those that failed and can still be made, and those whose deletion failed. Otherwise
   * a request that sent nothing would keep its key for a day.
   */
  const doubtful = new Set<DoubtfulClaim>();
  let lastTakeBack = -Infinity;

  /** Sends a command, and gives up after the time limit: ioredis forgets those that a lost connection has not answered. */
  const call: RedisClient['call'] = (...words) =>
    withDeadline(timeout, undefined, () => client.call(...words));

  function reconnect(): void {
    isReconnecting = true;
    client.disconnect(true);
  }

  const watch =
    (client.options as ioredis.RedisOptions).sentinels &&
    watchSentinels(client as object as ioredis.Redis, {
      onEnd: reconnect,
      onRefusal(error) {
        const cause = withoutArguments(error);
        onWarning(new Error('A Sentinel refuses to announce failovers', { cause }));
      },
    });

  function keepError(error: Error & { command?: { name: string }; lastNodeError?: Error }): void {
    // By itself, the error of a cluster says no more than that no node answers.
    lastError = refusal ?? error.lastNodeError ?? error;
    if (!['auth', 'select'].includes(error.command?.name ?? '')) return;
    // ioredis would go on as the default user, or in database 0.
    refusal = error;
    reconnect();
  }

  async function warnOfEviction(): Promise<void> {
    // A user who may not ask is not warned.
    const info = await call('info', 'memory').catch(() => '');
    const [, policy = 'noeviction'] = /^maxmemory_policy:([\w-]+)/m.exec(String(info)) ?? [];
    const didEvict = mayEvict;
    mayEvict = policy !== 'noeviction';
    if (mayEvict && !didEvict) {
      onWarning(
        new Error(`Redis may drop claims: its maxmemory-policy is ${policy}, not noeviction`),
      );
    }
  }

  function keepDoubtful(claim: DoubtfulClaim): void {
    if (doubtful.size < mostDoubtful) doubtful.add(claim);
  }

  /** On one connection, the server runs this after the claim itself. Where it fails, the next connection tries again. */
  function takeBack(claims: Iterable<DoubtfulClaim>): void {
    // What an old primary deletes comes back with the new one.
    if (client.status !== 'ready' || watch?.isFailingOver()) return;
    for (const claim of claims) {
      doubtful.delete(claim);
      call('eval', deleteScript, 1, ...claim).catch(() => keepDoubtful(claim));
    }
  }

  const takeBackDoubtful = () => takeBack(doubtful);

  function takeBackLater(...claim: DoubtfulClaim): void {
    keepDoubtful(claim);
    const time = performance.now();
    // A Redis that refuses them at once would otherwise get all of them again with each failure.
    if (time - lastTakeBack < doubtfulInterval) return takeBack([claim]);
    lastTakeBack = time;
    takeBackDoubtful();
  }

  client.on('error', keepError);
  client.on('node error', (error) => (lastError = error));
  client.on('close', () => (refusal = undefined));
  // A cluster is ready all the time; that it knows the new primary of some keys is a refresh.
  client.on('refresh', takeBackDoubtful);
  // ioredis gives up when it is disconnected while it asks the Sentinels.
  client.on('end', () => {
    const tryAgain = () => {
      if (!isClosed) client.connect().catch(() => undefined); // an error is an event, too
    };
    if (isReconnecting) setTimeout(tryAgain, retryDelay);
  });
  // So that no command is refused while the first connection is being made.
  const firstAttempt = new Promise<void>((resolve) => {
    const onReady = () => {
      isReconnecting = false;
      lastError = refusal;
      takeBackDoubtful();
      void warnOfEviction().finally(resolve);
    };
    if (client.status === 'ready') onReady();
    client.on('ready', onReady);
    client.on('error', () => resolve());
    client.on('close', () => resolve());
  });
  // The interval of ioredis would keep running if the client were closed during a refresh.
  const refresh = cluster && setInterval(() => cluster.refreshSlotsCache(), slotsRefreshInterval);

  /** Runs a command, and gives up after the time limit. */
  async function run<T>(command: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await withDeadline(timeout, undefined, async (signal) => {
        await firstAttempt;
        if (refusal) throw refusal;
        // Otherwise the client could queue the command, and send it when the request has been refused.
        if (isClosed || client.status !== 'ready') throw lastError ?? new Error('Not connected');
        if (watch?.isFailingOver()) throw new Error('The Sentinels are failing over');
        return command(signal);
      });
    } catch (error) {
      throw new StoreUnavailableError(withoutArguments(error));
    }
  }

  const write =
    replicas > 0
      ? createReplicatedWrite(() => call('wait', replicas, Math.ceil(timeout / 2)), replicas)
      : (send: () => Promise<unknown>) => send();

  return {
    get: (key) =>
      run(async () => {
        const value = await client.call('get', prefix + key);
        if (value === null) return undefined;
        if (typeof value !== 'string' || value.length < stampLength) throw oddAnswer();
        return value.slice(stampLength);
      }),

    set: (key, value, ttl) =>
      run(async () => {
        const answer = await client.call('set', prefix + key, stamp(value), 'PX', ttl);
        if (answer !== 'OK') throw oddAnswer();
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
          const answer = await write(() => send(signal));
          if (answer !== 'OK' && answer !== null) throw oddAnswer();
          return answer === 'OK';
        });
      } catch (error) {
        if (isSent) takeBackLater(name, stamped, 1);
        throw error;
      }
    },

    async delete(key, value) {
      const name = prefix + key;
      try {
        await run(async () => {
          const answer =
            value === undefined
              ? await client.call('del', name)
              : await client.call('eval', deleteScript, 1, name, value, stampLength + 1);
          if (typeof answer !== 'number') throw oddAnswer();
        });
      } catch (error) {
        if (value !== undefined) takeBackLater(name, value, stampLength + 1);
        throw error;
      }
    },

    count: (key, window) =>
      run(async () => {
        const answer = await client.call('eval', countScript, 1, prefix + key, window);
        const [count, remainingMs] = Array.isArray(answer) ? (answer as unknown[]) : [];
        if (typeof count !== 'number' || typeof remainingMs !== 'number') throw oddAnswer();
        return { count, remainingMs };
      }),

    uncount: (key) =>
      run(async () => {
        await client.call('eval', uncountScript, 1, prefix + key);
      }),

    async close() {
      isClosed = true;
      clearInterval(refresh);
      watch?.close();
      if (address) client.disconnect();
    },
  };
}

/**
 * Returns a function that writes and resolves with the answer once enough replicas have the write. During a `WAIT`, a
 * connection handles no other command. So the writes that come meanwhile wait, are then sent together, and share one `WAIT`.
 */
function createReplicatedWrite(wait: () => Promise<unknown>, replicas: number) {
  let next: Promise<{ readonly acknowledged: Promise<unknown> }> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function startTurn() {
    next = undefined;
    const acknowledged = new Promise((resolve) => {
      // After the writes of all that wait for this turn, and before anything is received.
      process.nextTick(() => resolve(wait()));
    });
    last = acknowledged.catch(() => undefined);
    return { acknowledged };
  }

  return async (write: () => Promise<unknown>): Promise<unknown> => {
    const { acknowledged } = await (next ??= last.then(startTurn));
    const answer = await write();
    if (answer === null || Number(await acknowledged) >= replicas) return answer;
    throw new Error('Too few replicas acknowledged the claim in time');
  };
}

const oddAnswer = () => new Error('The answer is not one of Redis');

/** Drops the command that ioredis adds to its errors: its passwords and links must not reach a log. */
function withoutArguments(error: unknown): Error {
  return new Error(error instanceof Error ? error.message : String(error));
}
