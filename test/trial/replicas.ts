import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

/** Replicas of the proxy, each in its own process. */
export interface Replicas {
  /** Returns the URL of a running replica, in turns. */
  pick(): string;
  /** Kills a replica with SIGKILL and starts another one. */
  restart(): Promise<void>;
}

const script = fileURLToPath(new URL('./replica.js', import.meta.url));

/** Starts replicas with these arguments for one test. */
export async function startReplicas(
  t: TestContext,
  count: number,
  args: readonly string[],
): Promise<Replicas> {
  const children = new Set<ChildProcess>();
  t.after(() => children.forEach((child) => child.kill('SIGKILL')));

  async function start() {
    const child = fork(script, args, { execArgv: ['--import', 'tsx'] });
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
