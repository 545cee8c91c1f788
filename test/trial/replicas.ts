import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { createPooledFetch, createRedisStore, serve } from '../../src/node/index.js';
import { createFinancingProxy } from '../../src/proxy/index.js';
import { unlimited } from '../support/test-proxy.js';

/** Replicas of the proxy, each in its own process. */
export interface Replicas {
  /** Returns the URL of a running replica, in turns. */
  pick(): string;
  /** Kills a replica with SIGKILL and starts another one. */
  restart(): Promise<void>;
}

/** The first argument of the processes that run a replica. */
const replicaMark = 'run-a-replica';

/** Starts replicas with these arguments of `runReplica` for one test. */
export async function startReplicas(
  t: TestContext,
  count: number,
  args: readonly string[],
): Promise<Replicas> {
  const children = new Set<ChildProcess>();
  t.after(() => children.forEach((child) => child.kill('SIGKILL')));

  async function start() {
    const child = fork(import.meta.filename, [replicaMark, ...args], {
      execArgv: ['--import', 'tsx'],
    });
    children.add(child);
    child.on('exit', () => children.delete(child));
    const [url] = (await once(child, 'message')) as [string];
    return { child, url };
  }

  const running = await Promise.all(Array.from({ length: count }, start));
  let turn = 0;
  return {
    pick: () => running[turn++ % running.length]!.url,
    async restart() {
      const oldest = running.shift()!;
      oldest.child.kill('SIGKILL');
      running.push(await start());
    },
  };
}

/**
 * Runs one replica with a shared Redis in this process, until the parent exits. Unlike `financing-elements serve`, it has
 * no limit of texts and a short timeout for links. `limited` restores both, and `rateLimit` sets the requests per address.
 */
async function runReplica(baseUrl = '', redisUrl = '', limits = '', rateLimit = '120') {
  const store = createRedisStore(redisUrl);

  const proxy = createFinancingProxy({
    baseUrl,
    svcKey: 'key-of-the-trial',
    sms: true,
    trustPageAmount: true,
    trustedHops: 1,
    timeout: 30_000,
    ...(limits === 'limited'
      ? { store, rateLimit: Number(rateLimit) }
      : { rateLimit: 1_000_000, linkTimeout: 400, store: unlimited(store) }),
    fetch: createPooledFetch(),
  });
  const { url } = await serve(proxy, { host: '127.0.0.1', port: 0 });
  process.on('disconnect', () => process.exit());
  process.send?.(url);
}

const [mark, ...args] = process.argv.slice(2);
if (mark === replicaMark) await runReplica(...args);
