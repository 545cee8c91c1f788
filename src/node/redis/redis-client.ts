/**
 * The Redis client: the members that the store uses, how the client connects, and how its errors are kept from crashing the
 * process.
 */
import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';
import type * as ioredis from 'ioredis';
import type { RedisAddress } from './redis-url.js';
import { InvalidOptionError, objectProblem } from '../../internal/options.js';

/** The part of an ioredis client that the store uses. A client from another library needs an adapter with these members. */
export interface RedisClient {
  /** The options of ioredis. The store reads `autoResendUnfulfilledCommands`, `sentinels`, and `redisOptions`. */
  readonly options: object;
  /** `ready` if the client can send commands. */
  readonly status: string;
  /** Sends one command. */
  call(command: string, ...args: (string | number)[]): Promise<unknown>;
  /** Adds a listener for `ready`, `error`, `close`, `end`, and other ioredis events. */
  on(event: string, listener: (error: Error) => void): unknown;
  /** Connects again after the event `end`. */
  connect(): Promise<unknown>;
  /** Closes the connection. With true, the client reconnects on its own. */
  disconnect(reconnect?: boolean): void;
}

/** The default maximum time of a command, in ms. */
export const defaultTimeoutMs = 200;

/**
 * The time before a reconnect, in ms. Longer than the socket timeout, because ioredis doesn't cancel that timer when a connection
 * ends in another way.
 */
export const retryDelayMs = defaultTimeoutMs + 50;

/**
 * Options for an ioredis client that you pass to `createRedisStore`. They keep the client from sending a command twice or queuing
 * it until there is a connection, and make it replace a connection that stops responding.
 */
export const redisOptions = {
  autoResendUnfulfilledCommands: false,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  socketTimeout: defaultTimeoutMs,
  connectTimeout: 500,
  // Azure's load balancers silently drop a connection that was idle for 4 minutes, and other firewalls do so later. Without these
  // TCP probes, the next command would fail.
  keepAlive: 60_000,
  maxLoadingRetryTime: 250,
  disableClientInfo: true,
  retryStrategy: (): number => retryDelayMs,
  sentinelRetryStrategy: (): number => retryDelayMs,
  // Longer than `connectTimeout`, which ends a TLS handshake without a second error (see `listenToAllErrors`).
  sentinelCommandTimeout: 1_000,
  // After a failover, the connection may lead to a replica. A new connection by name leads to the new primary.
  reconnectOnError: (error: Error): boolean => error.message.startsWith('READONLY'),
};

/** Creates a client for the target of a URL: one server, the primary that Sentinels name, or a cluster. */
export function connect(address: RedisAddress, timeout: number): RedisClient {
  const { kind, url, username, password, database: db, name, tls, query } = address;
  const { Redis, Cluster } = loadRedis();
  const nodes = [...address.nodes];
  const user = { ...(username && { username }), ...(password && { password }) };
  const shared = { ...redisOptions, socketTimeout: timeout };
  if (kind === 'server') return new Redis(url, shared);
  const options = { ...shared, ...user, ...(tls && { tls: {} }), ...query };
  if (kind === 'sentinel') {
    const sentinelTls = tls && { enableTLSForSentinelMode: true, sentinelTLS: {} };
    return new Redis({ ...options, ...sentinelTls, db, name, sentinels: nodes });
  }
  return new Cluster(nodes, {
    redisOptions: options,
    clusterRetryStrategy: redisOptions.retryStrategy,
    slotsRefreshTimeout: timeout,
    // A node's certificate is for its host name. By default, ioredis would replace the name with its address.
    dnsLookup: (host, callback) => callback(null, host),
  });
}

/** Loads ioredis on demand, because only users of a URL need the package. */
function loadRedis(): typeof ioredis {
  try {
    return createRequire(import.meta.url)('ioredis') as typeof ioredis;
  } catch (cause) {
    throw new Error('Redis needs the package ioredis: npm install ioredis', { cause });
  }
}

/** A client of a cluster. Not the type of ioredis, because users without Redis can't resolve it in our declarations. */
export interface RedisClusterClient extends RedisClient {
  /** Asks a node which node has which keys. */
  refreshSlotsCache(): void;
}

/**
 * Refuses a client that sends commands twice, and keeps malformed replies from crashing the process. Returns the client if it's
 * a cluster's.
 */
export function prepare(client: RedisClient, replicas: number): RedisClusterClient | undefined {
  if (objectProblem(client) !== undefined || typeof client.call !== 'function') {
    throw new InvalidOptionError('urlOrClient', 'must be a URL or a client of ioredis', 'Argument');
  }
  const options = client.options as ioredis.RedisOptions & ioredis.ClusterOptions;
  if ((options.redisOptions ?? options).autoResendUnfulfilledCommands !== false) {
    throw new InvalidOptionError(
      'urlOrClient',
      'is a client that sends commands again after a lost connection, and would refuse its own claim: create it with ' +
        'redisOptions of financing-elements/node',
      'Argument',
    );
  }
  containParserErrors(client);
  containParserErrorsOf((client as { readonly connector?: object }).connector, 'connectToSentinel');
  if (!('refreshSlotsCache' in client)) return undefined;
  if (replicas > 0) throw new InvalidOptionError('replicas', 'must be 0 for a cluster');
  const cluster = client as object as ioredis.Cluster;
  // Otherwise a cluster would resend commands that may have been carried out before the connection was lost, and delay others.
  const delays = { retryDelayOnFailover: 0, retryDelayOnClusterDown: 0, retryDelayOnTryAgain: 0 };
  Object.assign(options, delays);
  cluster.on('+node', (node) => {
    containParserErrors(node);
    containParserErrorsOf(node, 'duplicate'); // the duplicate requests the slots
    listenToAllErrors(node);
  });
  return cluster;
}

/**
 * Makes parser errors of ioredis close only the connection. Otherwise, bytes such as the start of a huge array would crash the
 * process.
 */
export function containParserErrors(client: RedisClient): void {
  const wrapParser = () => {
    const { stream } = client as { readonly stream?: Duplex };
    const [parse] = stream?.listeners('data') ?? [];
    if (!stream || !parse) return;
    stream.off('data', parse as () => void);
    stream.prependListener('data', (bytes) => {
      try {
        parse(bytes);
      } catch (error) {
        stream.destroy(error as Error);
      }
    });
  };
  client.on('connect', wrapParser);
  if (client.status === 'ready') wrapParser();
}

/** Does the same for clients that a method of ioredis creates, if the method exists. */
function containParserErrorsOf(owner: object | undefined, method: string): void {
  const members = (owner ?? {}) as Record<string, unknown>;
  const create = members[method];
  if (typeof create !== 'function') return;
  members[method] = (...args: unknown[]) => {
    const client = Reflect.apply(create, owner, args) as RedisClient;
    containParserErrors(client);
    return client;
  };
}

/**
 * Gives the connections of a cluster node a listener for every error. ioredis listens only to the first error. If ioredis closes
 * a late connection during a TLS handshake with a wrong certificate, Node emits two errors, and the second one would crash the
 * process.
 */
function listenToAllErrors(node: ioredis.Redis): void {
  const own = node as object as { connector: InstanceType<Connector> };
  const Standard = own.connector.constructor as Connector;
  class Listening extends Standard {
    override async connect(onError: unknown): Promise<Duplex> {
      const stream = await super.connect(onError);
      return stream.on('error', () => undefined);
    }
  }
  // Applies to this connection and to the connections that request the slots, which have the same options.
  own.connector = new Listening(node.options);
  Object.assign(node.options, { Connector: Listening });
}

/** A connector class of ioredis. */
type Connector = new (options: object) => { connect(onError: unknown): Promise<Duplex> };
