// @ts-check
/**
 * Starts WebKitGTK: Xvfb (a screen in memory), WebKitWebDriver and its MiniBrowser, and speaks W3C WebDriver
 * (https://www.w3.org/TR/webdriver2/) with fetch.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A WebDriver session. `send` is one command of it, by method and path below the session's URL.
 * @typedef {object} WebKitSession
 * @property {(method: string, path: string, body?: object) => Promise<any>} send
 * @property {() => Promise<void>} stop
 */

/**
 * The screen in pixels. Xvfb puts its pointer in the middle and, no window manager being there, the window under it has
 * the focus. So the browser's stays in the middle: else `:focus` matches nothing.
 */
export const screenSize = { width: 1600, height: 1200 };

/**
 * Starts a browser of its own; what was started ends with this process, at the latest.
 * @param {{driver: string, xvfb: string, isRoot: boolean}} options paths of the two programs
 * @returns {Promise<WebKitSession>}
 */
export async function startWebKit({ driver, xvfb, isRoot }) {
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = [];
  const end = () => {
    for (const child of children.splice(0).reverse()) child.kill();
  };
  process.once('exit', end);

  const screen = spawn(
    xvfb,
    ['-displayfd', '3', '-screen', '0', `${screenSize.width}x${screenSize.height}x24`],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  children.push(screen);
  const displayPipe = /** @type {import('node:stream').Readable} */ (screen.stdio[3]);
  const [display] = await Promise.race([once(displayPipe, 'data'), failed(screen, xvfb)]);

  const port = await freePort();
  const server = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1', // no accessibility bus here: spares a warning and a wait
      ...(isRoot && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
  });
  children.push(server);
  const base = `http://127.0.0.1:${port}`;
  await Promise.race([answers(`${base}/status`), failed(server, driver)]);

  const { sessionId } = await call('POST', `${base}/session`, {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: 'dismiss' } },
  });
  const session = `${base}/session/${sessionId}`;
  return {
    send: (method, path, body) => call(method, session + path, body),
    async stop() {
      await call('DELETE', session).finally(end);
      process.off('exit', end);
    },
  };
}

/**
 * @param {string} method
 * @param {string} url
 * @param {object} [body]
 */
async function call(method, url, body) {
  const init = body ? { method, body: JSON.stringify(body) } : { method };
  const response = await fetch(url, init);
  const { value } = /** @type {{value: any}} */ (await response.json());
  if (!response.ok) throw new Error(`WebKitWebDriver: ${value.error}: ${value.message}`);
  return value;
}

/** @param {string} url waits until it answers, 10 s at most */
async function answers(url) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetch(url);
    } catch (error) {
      if (attempt === 200) throw error;
      await sleep(50);
    }
  }
}

/**
 * Rejects when the program cannot be started, or ends.
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} program
 */
async function failed(child, program) {
  const [code] = await once(child, 'exit');
  return Promise.reject(new Error(`${program} ended with ${code}`));
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(address.port));
    });
  });
}
