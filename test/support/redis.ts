import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { Redis } from 'ioredis';
import assert from 'node:assert/strict';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { notRun } from '../runner/not-run.js';
import { quietPort } from './servers.js';
import { createRedisStore } from '../../src/node/redis-store.js';
import { type Store, StoreUnavailableError } from '../../src/proxy/stores/store.js';
import { rejection } from './assertions.js';

/** A real Redis on this machine, for one test. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Runs one command, as an operator would: `command('CONFIG', 'SET', 'maxmemory', '1')`. */
  command(...words: readonly [string, ...string[]]): Promise<unknown>;
  /** Ends it at once, as `kill -9` does. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with nothing in it. */
  start(): Promise<void>;
  /** Stops its process, which keeps its connections (SIGSTOP). */
  freeze(): void;
  /** Lets it go on (SIGCONT). */
  thaw(): void;
}

/**
 * The URL of a Redis for a store that waits for as long as it takes, in a test that is not about time: a busy machine
 * may well stop one of the two processes for longer than the 200 ms after which a store gives up. ioredis takes options
 * from the query before all others; a time limit that is no number is none.
 */
export function patient(url: string): string {
  return `${url}?commandTimeout=none&socketTimeout=60000`;
}

/** The same for a store that may be asked before its first connection is there, and then waits for that, too. */
export function patientFromTheFirst(url: string): string {
  return `${patient(url)}&enableOfflineQueue=yes`;
}

/**
 * Declares tests that need a `redis-server`. Where none is installed, it declares none and says so; with
 * `redis` in the variable REQUIRED_SERVERS it throws, so that a run that must have them does not pass without.
 */
export function withRedis(declare: () => void): void {
  if (spawnSync('redis-server', ['--version']).status === 0) return declare();
  const required = process.env['REQUIRED_SERVERS']?.split(',') ?? [];
  if (required.includes('redis')) throw new Error('redis-server is required, and not installed');
  notRun('a real Redis', 'redis-server is not installed (Debian: apt install redis-server)');
}

/** Starts a Redis for one test, with more arguments such as `--requirepass`, and stops it afterwards. */
export async function startRedis(t: TestContext, ...args: readonly string[]): Promise<RedisServer> {
  const port = await quietPort();
  let server = await launch(port, args);
  t.after(() => end(server));
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
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
      server = await launch(port, args);
    },
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
  };
}

/** Resolves when the server accepts connections. */
async function launch(port: number, args: readonly string[]): Promise<ChildProcess> {
  const place = ['--port', String(port), '--bind', '127.0.0.1'];
  const nothingOnDisk = ['--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', [...place, ...nothingOnDisk, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(server.stdout)) {
    if (line.includes('Ready to accept connections')) {
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

/** In ms. */
export const minute = 60_000;

/** A store for one test. */
export function connect(t: TestContext, url: string, prefix?: string): Store {
  const store = createRedisStore(url, { prefix });
  t.after(() => store.close());
  return store;
}

type Operations = Readonly<Record<string, (store: Store) => Promise<unknown>>>;

/** The operations of a store that write. */
export const writing: Operations = {
  set: (store) => store.set('key', 'value', minute),
  claim: (store) => store.claim('key', 'value', minute),
  delete: (store) => store.delete('key'),
  setMany: (store) => store.cache!.setMany(new Map([['key', 'value']]), minute),
  count: (store) => store.count('counter', minute),
};

/** Each operation of a store: first those that write nothing where there is nothing yet. */
export const operations: Operations = {
  get: (store) => store.get('key'),
  getMany: (store) => store.cache!.getMany(['key']),
  uncount: (store) => store.uncount!('counter', minute),
  ...writing,
};

/**
 * The error of operations that must all be refused in time. The timer is set a turn after theirs: however late a busy
 * machine is, those of less time are due before it.
 */
export async function refusals(ms: number, ...asked: readonly Promise<unknown>[]) {
  const errors = Promise.all(asked.map((each) => rejection(each, StoreUnavailableError)));
  const over = new AbortController();
  const late = async () => {
    await turn();
    await pause(ms, undefined, over);
    return assert.fail(`No answer within ${ms} ms`);
  };
  return Promise.race([errors, late()]).finally(() => over.abort());
}

/** True once the store takes writes. */
export const works = async (store: Store) => (await store.count('works', minute)).count > 0;
