/** The client of Redis: what the store needs of it, how it connects, and what must not end the process. */
import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';
import type * as ioredis from 'ioredis';
import type { RedisAddress } from './redis-url.js';
import { InvalidOptionError, isObject } from '../contract/options.js';

/** The part of a client of ioredis that the store uses. A client of another library needs an adapter with these members. */
export interface RedisClient {
  /** Those of ioredis: the store looks at `autoResendUnfulfilledCommands`, `sentinels` and `redisOptions`. */
  readonly options: object;
  /** `ready` while the client can send commands. */
  readonly status: string;
  /** Sends one command. */
  call(command: string, ...args: (string | number)[]): Promise<unknown>;
  /** Listens to `ready`, `error`, `close`, `end` and other events of ioredis. */
  on(event: string, listener: (error: Error) => void): unknown;
  /** Connects again, after the event `end`. */
  connect(): Promise<unknown>;
  /** Ends the connection; with true, the client connects again by itself. */
  disconnect(reconnect?: boolean): void;
}

/** Milliseconds that a command may take. */
export const defaultTimeout = 200;

/** Longer than the socket's time limit, which ioredis does not cancel when a connection ends in another way. */
export const retryDelay = defaultTimeout + 50;

/**
 * Options for a client of ioredis that `createRedisStore` is given. No command is sent twice or waits for a connection, and
 * a silent connection is replaced.
 */
export const redisOptions = {
  autoResendUnfulfilledCommands: false,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  socketTimeout: defaultTimeout,
  connectTimeout: 500,
  maxLoadingRetryTime: 250,
  disableClientInfo: true,
  retryStrategy: (): number => retryDelay,
  sentinelRetryStrategy: (): number => retryDelay,
  // Longer than `connectTimeout`, which ends a TLS handshake without a second error (`listenToAllErrors`).
  sentinelCommandTimeout: 1_000,
  // After a failover the connection can lead to a replica. A new connection by name leads to the new primary.
  reconnectOnError: (error: Error): boolean => error.message.startsWith('READONLY'),
};

/** Connects to what a URL names: one server, the primary that Sentinels know, or a cluster. */
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
    // The certificate of a node is for its name, which ioredis would replace by its address.
    dnsLookup: (host, callback) => callback(null, host),
  });
}

/** Loaded on demand, since only users of a URL need the package. */
function loadRedis(): typeof ioredis {
  try {
    return createRequire(import.meta.url)('ioredis') as typeof ioredis;
  } catch (cause) {
    throw new Error('Redis needs the package ioredis: npm install ioredis', { cause });
  }
}

/**
 * Refuses a client that sends commands twice, and makes malformed bytes cost only a connection. Returns the client as that of a
 * cluster, if it is one.
 */
export function prepare(client: RedisClient, replicas: number): ioredis.Cluster | undefined {
  if (isObject(client) !== undefined || typeof client.call !== 'function') {
    throw new InvalidOptionError('urlOrClient', 'is not a URL or a client of ioredis', 'Argument');
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
  if (replicas > 0) throw new InvalidOptionError('replicas', 'is not 0, which a cluster requires');
  const cluster = client as object as ioredis.Cluster;
  // A cluster would also send commands again that a lost connection may have carried out, and let others wait.
  const delays = { retryDelayOnFailover: 0, retryDelayOnClusterDown: 0, retryDelayOnTryAgain: 0 };
  Object.assign(options, delays);
  cluster.on('+node', (node) => {
    containParserErrors(node);
    containParserErrorsOf(node, 'duplicate'); // asks for the slots
    listenToAllErrors(node);
  });
  return cluster;
}

/**
 * Makes bytes that the parser of ioredis throws on, such as the start of a huge array, end only the connection, not the
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

/** Does the same for the clients that a method of ioredis creates, if it has the method. */
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
 * Gives the connections of a cluster node a listener for every error. ioredis listens only to the first. Where ioredis ends a
 * late connection during a TLS handshake with a wrong certificate, Node emits two, and the second would end the process.
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
  // For this connection, and for those that ask for the slots, which have the same options.
  own.connector = new Listening(node.options);
  Object.assign(node.options, { Connector: Listening });
}

/** A class that connects for ioredis. */
type Connector = new (options: object) => { connect(onError: unknown): Promise<Duplex> };
