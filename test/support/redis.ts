import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import assert from 'node:assert/strict';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { withProgram } from '../runner/requirements.js';
import { temporaryFolder } from './files.js';
import { quietPort } from './servers.js';
import { createRedisStore, type RedisStoreOptions } from '../../src/node/index.js';
import { type Store, StoreUnavailableError } from '../../src/proxy/index.js';
import { rejection } from './assertions.js';
import { eventually } from './until.js';

/** A real Redis on this machine, for one test. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** The port for clients and other servers: the TLS port if there is one. */
  readonly announcedPort: number;
  /** Runs one command, as an operator would: `command('CONFIG', 'SET', 'maxmemory', '1')`. */
  command(...words: readonly [string, ...string[]]): Promise<unknown>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Restarts it on the same port, without its data. */
  start(): Promise<void>;
  /** Stops its process without closing connections (SIGSTOP). */
  freeze(): void;
  /** Continues its process (SIGCONT). */
  thaw(): void;
}

/** Adds a long timeout to a Redis URL, for tests that aren't about time: a busy machine can exceed the default of 200 ms. */
export function withLongTimeout(url: string): string {
  return `${url}?timeout=60000`;
}

/** Declares tests that need a `redis-server`. */
export function withRedis(declare: () => void): void {
  withProgram('redis', 'a real Redis', declare);
}

/** Starts a Redis for one test, with optional arguments such as `--requirepass`. */
export async function startRedis(t: TestContext, ...args: readonly string[]): Promise<RedisServer> {
  const port = await quietPort();
  // A replica writes to its folder even if saving is off.
  const folder = mkdtempSync(join(tmpdir(), 'financing-redis-'));
  const all = [...args, ...(args.includes('--dir') ? [] : ['--dir', folder])];
  let server = await launch(port, all);
  t.after(async () => {
    await end(server);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    announcedPort: args.includes('--tls-port')
      ? Number(args[args.indexOf('--tls-port') + 1])
      : port,
    async command(...words) {
      const client = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: 0 });
      try {
        return await client.call(...words);
      } finally {
        client.disconnect();
      }
    },
    kill: () => end(server),
    async start() {
      server = await launch(port, all);
    },
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
  };
}

/** Starts a Redis for one test that syncs each write to disk, as in `ops/compose.yaml`. */
export const startRedisWithDisk = (t: TestContext) =>
  startRedis(t, '--appendonly', 'yes', '--appendfsync', 'always', '--dir', temporaryFolder(t));

/**
 * Returns the arguments for a second port with TLS, for clients and other servers. The self-signed certificate needs
 * `key.pem` in the same folder.
 */
export async function tlsArguments(certificate: string | undefined): Promise<string[]> {
  if (certificate === undefined) return [];
  const key = certificate.replace('cert.pem', 'key.pem');
  // oxfmt-ignore
  return [
    '--tls-port', String(await quietPort()), '--tls-auth-clients', 'no',
    '--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate,
    '--tls-replication', 'yes', '--tls-cluster', 'yes',
  ];
}

/** Makes a server a replica and waits until it has synced. */
async function replicate(primary: RedisServer, replica: RedisServer): Promise<void> {
  await replica.command('REPLICAOF', '127.0.0.1', String(primary.announcedPort));
  await eventually(async () =>
    String(await replica.command('INFO', 'replication')).includes('master_link_status:up'),
  );
}

/** A primary and two replicas, watched by three Sentinels. */
export interface SentinelGroup {
  readonly url: string;
  readonly servers: readonly RedisServer[];
  readonly sentinels: readonly RedisServer[];
  /** Returns the primary according to the Sentinels. */
  primary(): Promise<RedisServer>;
}

/**
 * Starts a primary, two replicas, and three Sentinels for one test. A failover starts half a second after the primary is gone.
 * If a certificate file is given, all servers use TLS.
 */
export async function startSentinels(t: TestContext, certificate?: string): Promise<SentinelGroup> {
  const servers = await Promise.all(
    [1, 2, 3].map(async () => startRedis(t, ...(await tlsArguments(certificate)))),
  );
  const [first] = servers as [RedisServer];
  await Promise.all(servers.slice(1).map((replica) => replicate(first, replica)));
  const folder = temporaryFolder(t);
  const sentinels = await Promise.all(
    [1, 2, 3].map(async (index) => {
      const file = join(folder, `sentinel-${index}.conf`);
      const lines = [
        `sentinel monitor mymaster 127.0.0.1 ${first.announcedPort} 2`,
        'sentinel down-after-milliseconds mymaster 500',
        'sentinel failover-timeout mymaster 2000',
      ];
      writeFileSync(file, lines.join('\n'));
      return startRedis(t, file, '--sentinel', ...(await tlsArguments(certificate)));
    }),
  );
  const inSentinel = (sentinel: RedisServer) => sentinel.command('SENTINEL', 'MASTER', 'mymaster');
  // Wait until each Sentinel knows both replicas and both other Sentinels.
  await eventually(async () => {
    const known = await Promise.all(sentinels.map(inSentinel));
    return known.every((reply) => {
      const words = (reply as string[]).map(String);
      const valueOf = (name: string) => words[words.indexOf(name) + 1];
      return valueOf('num-slaves') === '2' && valueOf('num-other-sentinels') === '2';
    });
  });
  const hosts = sentinels.map(({ announcedPort }) => `127.0.0.1:${announcedPort}`);
  return {
    url: `${certificate ? 'rediss' : 'redis'}+sentinel://${hosts.join()}/mymaster`,
    servers,
    sentinels,
    async primary() {
      const address = await sentinels[0]!.command(
        'SENTINEL',
        'GET-MASTER-ADDR-BY-NAME',
        'mymaster',
      );
      const [, port] = address as [string, string];
      return servers.find(({ announcedPort }) => String(announcedPort) === port)!;
    },
  };
}

/** A cluster of three primaries and a replica of the first. */
export interface RedisCluster {
  readonly url: string;
  readonly primaries: readonly RedisServer[];
  readonly replica: RedisServer;
}

const slots = 16_384;

/**
 * Starts a cluster for one test. A failover starts half a second after a primary is gone. If a certificate file is given,
 * all servers use TLS.
 */
export async function startCluster(t: TestContext, certificate?: string): Promise<RedisCluster> {
  const folder = temporaryFolder(t);
  const buses = await Promise.all([0, 1, 2, 3].map(() => quietPort()));
  const nodes = await Promise.all(
    buses.map(async (bus, index) => {
      const file = join(folder, `nodes-${index}.conf`);
      const place = ['--cluster-config-file', file, '--cluster-port', String(bus)];
      const time = ['--cluster-node-timeout', '500'];
      const tls = await tlsArguments(certificate);
      return startRedis(t, '--cluster-enabled', 'yes', ...place, ...time, ...tls);
    }),
  );
  const [first, ...others] = nodes as [RedisServer, ...RedisServer[]];
  const primaries = nodes.slice(0, 3);
  const replica = nodes[3]!;
  for (const [index, primary] of primaries.entries()) {
    const [from, to] = [index, index + 1].map((third) => Math.floor((third * slots) / 3));
    await primary.command('CLUSTER', 'ADDSLOTSRANGE', String(from), String(to! - 1));
  }
  for (const [index, { announcedPort }] of others.entries()) {
    const address = ['127.0.0.1', String(announcedPort), String(buses[index + 1])];
    await first.command('CLUSTER', 'MEET', ...address);
  }
  const id = String(await first.command('CLUSTER', 'MYID'));
  await eventually(async () => (await replica.command('CLUSTER', 'REPLICATE', id)) === 'OK');
  await eventually(async () => {
    const states = await Promise.all(nodes.map((node) => node.command('CLUSTER', 'INFO')));
    const slotsOfAll = (await first.command('CLUSTER', 'SLOTS')) as [
      number,
      number,
      ...unknown[],
    ][];
    const hasReplica = slotsOfAll.some((range) => range.length === 4);
    return hasReplica && states.every((state) => String(state).includes('cluster_state:ok'));
  });
  const hosts = primaries.map(({ announcedPort }) => `127.0.0.1:${announcedPort}`);
  return {
    url: `${certificate ? 'rediss' : 'redis'}+cluster://${hosts.join()}`,
    primaries,
    replica,
  };
}

/** Starts a server and waits until it accepts connections. */
async function launch(port: number, args: readonly string[]): Promise<ChildProcess> {
  const place = ['--port', String(port), '--bind', '127.0.0.1'];
  const nothingOnDisk = ['--save', '', '--appendonly', 'no'];
  // A Sentinel needs its file first, and rejects the options about data.
  const all = args.includes('--sentinel')
    ? [...args, ...place]
    : [...place, ...nothingOnDisk, ...args];
  const server = spawn('redis-server', all, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(server.stdout)) {
    if (/Ready to accept connections|Sentinel ID is/.test(line)) {
      server.stdout.resume();
      return server;
    }
  }
  throw new Error(`redis-server did not start on port ${port}`);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}

export const minuteMs = 60_000;

/** Creates a Redis store for one test. */
export function connectStore(t: TestContext, url: string, options?: RedisStoreOptions): Store {
  const store = createRedisStore(url, options);
  t.after(() => store.close());
  return store;
}

type Operations = Readonly<Record<string, (store: Store) => Promise<unknown>>>;

export const storeWrites: Operations = {
  set: (store) => store.set('key', 'value', minuteMs),
  claim: (store) => store.claim('key', 'value', minuteMs),
  delete: (store) => store.delete('key'),
  count: (store) => store.count('counter', minuteMs),
};

/** All operations of a store, starting with those that don't write to an empty store. */
export const storeOperations: Operations = {
  get: (store) => store.get('key'),
  uncount: (store) => store.uncount!('counter', minuteMs),
  ...storeWrites,
};

/**
 * Returns the errors of operations that must all fail within `ms`. The timer starts one turn after theirs, so that a
 * late event loop doesn't fail the test.
 */
export async function rejectionsWithin(ms: number, ...operations: readonly Promise<unknown>[]) {
  const errors = Promise.all(operations.map((each) => rejection(each, StoreUnavailableError)));
  const over = new AbortController();
  const late = async () => {
    await turn();
    await sleep(ms, undefined, over);
    return assert.fail(`No error within ${ms} ms`);
  };
  return Promise.race([errors, late()]).finally(() => over.abort());
}

export const acceptsWrites = async (store: Store) =>
  (await store.count('works', minuteMs)).count > 0;
