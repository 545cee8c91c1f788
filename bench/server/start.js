// @ts-check
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ cpuMs: number, rss: number, heapUsed: number, requests: number }} Usage
 *
 * @typedef {object} Started
 * @property {string} url
 * @property {number} pid
 * @property {(how?: { gc?: boolean }) => Promise<Usage>} usage With `gc`, after a collection of garbage.
 * @property {() => Promise<void>} stop
 */

const script = fileURLToPath(new URL('./process.js', import.meta.url));
const holdScript = fileURLToPath(new URL('./hold.js', import.meta.url));

/**
 * Starts a role of process.js. With `gc`, it can be told to collect garbage.
 * @param {string} role
 * @param {object} [options]
 * @param {{ gc?: boolean }} [how]
 * @returns {Promise<Started>}
 */
export async function start(role, options = {}, { gc = false } = {}) {
  const execArgv = [
    ...(gc ? ['--expose-gc'] : []),
    ...(process.env['BENCH_NODE']?.split(' ') ?? []),
  ];
  const child = fork(script, [role, JSON.stringify(options)], { execArgv });
  const [url] = await once(child, 'message');
  /** @type {Promise<any>} */
  let asked = Promise.resolve();
  return {
    url,
    pid: child.pid ?? NaN,
    async usage(how = {}) {
      // One question at a time, since answers do not say which they belong to.
      asked = asked.then(async () => {
        child.send(how);
        const [usage] = await once(child, 'message');
        return usage;
      });
      return asked;
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/**
 * Holds servers to a share of a core each. Returns what lets them go.
 * @param {number} share
 * @param {readonly Started[]} servers
 */
export function hold(share, servers) {
  const pids = servers.map(({ pid }) => String(pid));
  const child = fork(holdScript, [String(share), ...pids]);
  return async function letGo() {
    child.disconnect();
    await once(child, 'exit');
  };
}
