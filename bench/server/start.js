// @ts-check
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ cpuMs: number, rss: number, heapUsed: number, requests: number }} Usage
 *
 * @typedef {object} Started
 * @property {string} url
 * @property {(how?: { gc?: boolean }) => Promise<Usage>}  usage With `gc`, after garbage collection.
 * @property {() => Promise<void>} stop
 */

const script = fileURLToPath(new URL('./process.js', import.meta.url));

/**
 * Starts a role of process.js. With `gc`, it can collect garbage on request.
 * @param {string} role
 * @param {object} [options]
 * @param {{ gc?: boolean }} [how]
 * @returns {Promise<Started>}
 */
export async function start(role, options = {}, { gc = false } = {}) {
  const execArgv = gc ? ['--expose-gc'] : [];
  const child = fork(script, [role, JSON.stringify(options)], { execArgv });
  const [url] = await once(child, 'message');
  /** @type {Promise<any>} */
  let lastReply = Promise.resolve();
  return {
    url,
    async usage(how = {}) {
      // One message at a time, because replies don't say which message they belong to.
      lastReply = lastReply.then(async () => {
        child.send(how);
        const [usage] = await once(child, 'message');
        return usage;
      });
      return lastReply;
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
