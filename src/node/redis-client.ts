/** Connects to Redis, with time limits so that no command waits: to one server, by Sentinels, or to a cluster. */
import { createRequire } from 'node:module';
import type * as ioredis from 'ioredis';
import type { Cluster, Redis, RedisOptions } from 'ioredis';
import { watchSentinels } from './redis-sentinels.js';
import { createTlsConnector } from './redis-tls.js';
import { parseRedisUrl, type RedisNodes } from '../internal/redis-url.js';

/** A connection to Redis, which reconnects by itself. */
export interface RedisClient {
  readonly redis: Redis | Cluster;
  readonly isCluster: boolean;
  /** Returns why there is no connection, while there is none. */
  readonly connectionError: () => Error | undefined;
  /** Throws while no command may be sent. */
  readonly checkMaySend: () => void;
  readonly close: () => void;
}

type Library = typeof ioredis;

/** An error of ioredis: with the command that was refused, or with that of a node of a cluster. */
interface RedisError extends Error {
  readonly command?: { readonly name: string };
  readonly lastNodeError?: Error;
}

/** Milliseconds that a command may take. */
export const commandTimeout = 200;

/** Milliseconds after which a cluster is asked again which node has which keys. */
const slotsRefreshInterval = 1_000;

/** Longer than the socket's time limit, which ioredis does not cancel when a connection ends in another way. */
const retryDelay = commandTimeout + 50;

/** For each connection. No command is sent twice. */
const connectionOptions: RedisOptions = {
  commandTimeout,
  socketTimeout: commandTimeout,
  connectTimeout: 500,
  maxLoadingRetryTime: 250,
  maxRetriesPerRequest: 1,
  autoResendUnfulfilledCommands: false,
  disableClientInfo: true,
};

/** For one server, or the primary behind Sentinels. */
const serverOptions: RedisOptions = {
  ...connectionOptions,
  enableOfflineQueue: false,
  retryStrategy: () => retryDelay,
  // After a failover the connection can lead to a replica. A new connection by name leads to the new primary.
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
};

/**
 * Connects to the Redis of a URL; `keyPrefix` begins each key; `onSentinelRefusal` is that of `SentinelEvents`. Throws a
 * `TypeError` for a wrong URL, and an `Error` where the package `ioredis` is missing.
 */
export function createRedisClient(
  url: string,
  keyPrefix: string,
  onSentinelRefusal: (error: Error) => void,
): RedisClient {
  const address = parseRedisUrl(url);
  const library = loadRedis();
  const redis =
    address.kind === 'server'
      ? new library.Redis(url, { ...serverOptions, keyPrefix })
      : address.kind === 'sentinel'
        ? connectBySentinels(library, address, keyPrefix)
        : connectCluster(library, address, keyPrefix);

  let lastError: Error | undefined;
  /** Why the present connection may not use the database of the URL. */
  let databaseError: Error | undefined;
  let isClosed = false;
  const keepError = (error: RedisError) => {
    // By itself, the error of a cluster says no more than that no node answers.
    lastError = error.lastNodeError ?? error;
    if (error.command?.name !== 'select') return;
    // ioredis would go on in database 0.
    databaseError = error;
    redis.disconnect(true);
  };
  const connect = () => {
    if (!isClosed) redis.connect().catch(() => undefined);
  };
  redis.on('error', keepError).on('node error', keepError);
  redis.on('ready', () => {
    lastError = databaseError;
  });
  redis.on('close', () => {
    databaseError = undefined;
  });
  // ioredis gives up when it is disconnected while it asks the Sentinels.
  redis.on('end', () => {
    if (!isClosed) setTimeout(connect, retryDelay);
  });
  const watch =
    address.kind === 'sentinel'
      ? watchSentinels(library, address, {
          onEnd: () => redis.disconnect(true),
          onRefusal: onSentinelRefusal,
        })
      : undefined;
  // That of ioredis would go on for ever when it is closed amid a refresh.
  const refresh =
    redis instanceof library.Cluster
      ? setInterval(() => redis.refreshSlotsCache(), slotsRefreshInterval)
      : undefined;
  return {
    redis,
    isCluster: address.kind === 'cluster',
    connectionError: () => (redis.status === 'ready' ? undefined : lastError),
    checkMaySend() {
      // A cluster would queue the command without a time limit.
      if (address.kind === 'cluster' && redis.status !== 'ready') {
        throw new Error('The cluster is not connected');
      }
      if (databaseError) throw databaseError;
      if (watch?.isFailingOver()) throw new Error('The Sentinels are failing over');
    },
    close() {
      isClosed = true;
      clearInterval(refresh);
      watch?.close();
      redis.disconnect();
    },
  };
}

function connectBySentinels(
  { Redis }: Library,
  { nodes, name, database, tls, username, password, options }: RedisNodes,
  keyPrefix: string,
): Redis {
  return new Redis({
    ...serverOptions,
    ...{ keyPrefix, name, username, password, db: database },
    sentinels: [...nodes],
    // A handshake is left to `connectTimeout`, which ends it without a second error (redis-tls.ts).
    sentinelCommandTimeout: tls ? 5_000 : commandTimeout,
    sentinelRetryStrategy: () => retryDelay,
    ...(tls && { tls: {}, enableTLSForSentinelMode: true, sentinelTLS: {} }),
    ...options,
  });
}

function connectCluster(
  library: Library,
  { nodes, tls, username, password, options }: RedisNodes,
  keyPrefix: string,
): Cluster {
  return new library.Cluster([...nodes], {
    keyPrefix,
    clusterRetryStrategy: () => retryDelay,
    slotsRefreshTimeout: commandTimeout,
    // A command that a lost connection may have carried out is not sent again.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    retryDelayOnTryAgain: 0,
    // The certificate of a node is for its name, which ioredis would replace by its address.
    dnsLookup: (address, callback) => callback(null, address),
    redisOptions: {
      ...connectionOptions,
      ...{ username, password },
      ...(tls && { tls: {}, Connector: createTlsConnector(library) }),
      ...options,
    },
  });
}

/** Loaded on demand, since only users of Redis have the package. */
function loadRedis(): Library {
  try {
    return createRequire(import.meta.url)('ioredis') as Library;
  } catch (cause) {
    throw new Error('Redis needs the package ioredis: npm install ioredis', { cause });
  }
}
