// @ts-check
/**
 * Starts WebKitGTK: Xvfb (a screen in memory), WebKitWebDriver, and its MiniBrowser. Speaks W3C WebDriver
 * (https://www.w3.org/TR/webdriver2/) with fetch.
 *
 * The test runner sees a launcher of type `playwright`, because the commands of that type (sendKeys with down and up,
 * sendMouse, setViewport) are simple calls on a page object.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A WebDriver session. `send` sends a command by method and path, relative to the session's URL. `stop` closes the
 * browser; `kill` ends a browser that no longer responds.
 * @typedef {object} WebKitSession
 * @property {(method: string, path: string, body?: object) => Promise<any>} send
 * @property {() => Promise<void>} stop
 * @property {() => void} kill
 */

/**
 * The screen in pixels. Xvfb puts its pointer in the middle and, without a window manager, the window under the pointer
 * has the focus. So the browser's window must cover the middle, or `:focus` matches nothing.
 */
const screenSize = { width: 1600, height: 1200 };

/**
 * Starts a screen in memory (Xvfb). It ends with this process at the latest.
 * @param {string} xvfb the path of the program
 */
export async function startScreen(xvfb) {
  const { width, height } = screenSize;
  const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const end = () => void screen.kill();
  process.once('exit', end);
  const displayPipe = /** @type {import('node:stream').Readable} */ (screen.stdio[3]);
  const [display] = await Promise.race([once(displayPipe, 'data'), failed(screen, xvfb)]);
  return {
    display: `:${String(display).trim()}`,
    stop() {
      end();
      process.off('exit', end);
    },
  };
}

/**
 * Starts a new browser. It ends with this process at the latest.
 * @param {object} options
 * @param {string} options.driver the path of the program
 * @param {string} options.xvfb the path of the program
 * @param {boolean} options.isRoot
 * @param {NodeJS.ProcessEnv} [options.env] variables that connect the browser to an accessibility bus
 * @returns {Promise<WebKitSession>}
 */
export async function startWebKit({ driver, xvfb, isRoot, env }) {
  const screen = await startScreen(xvfb);
  const port = await freePort();
  const server = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.display,
      GDK_BACKEND: 'x11',
      ...(env ?? { NO_AT_BRIDGE: '1' }), // avoids a warning and a delay without an accessibility bus
      ...(isRoot && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
  });
  const end = () => {
    server.kill();
    screen.stop();
  };
  const kill = () => {
    process.off('exit', end);
    end();
  };
  process.once('exit', end);
  const base = `http://127.0.0.1:${port}`;
  await Promise.race([untilItResponds(`${base}/status`), failed(server, driver)]);

  const { sessionId } = await call('POST', `${base}/session`, {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: 'dismiss' } },
  });
  const session = `${base}/session/${sessionId}`;
  return {
    send: (method, path, body) => call(method, session + path, body),
    stop: () => call('DELETE', session).finally(kill),
    kill,
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

/** @param {string} url waits until it responds, for at most 10 s */
async function untilItResponds(url) {
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
 * Rejects if the program can't be started or ends.
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

/**
 * @param {Parameters<typeof startWebKit>[0]} options
 * @returns {import('@web/test-runner').BrowserLauncher & {getPage(id: string): object | undefined}}
 */
export function webkitLauncher(options) {
  /** @type {string | undefined} the test session that has the one window */
  let active;
  /** @type {string | undefined} */
  let activeUrl;
  /** @type {ReturnType<typeof webdriver> | undefined} */
  let page;

  return {
    name: 'WebKit',
    type: 'playwright',
    concurrency: 1,
    async startSession(id, url) {
      page ??= webdriver(await startWebKit(options)); // only once, because sessions don't overlap
      active = id;
      activeUrl = url;
      await page.setViewportSize({ width: 800, height: 600 }); // as in the other engines
      await page.goto(url);
    },
    async stopSession() {
      active = undefined;
      await page?.reset().catch((/** @type {Error} */ error) => {
        console.warn(`WebKit crashed (${error.message}). The next file gets a new browser.`);
        page?.kill();
        page = undefined;
      });
      return {};
    },
    isActive: (id) => id === active,
    getBrowserUrl: () => activeUrl,
    getPage: () => page,
    async startDebugSession() {
      throw new Error('WebKit has no window to debug in here');
    },
    async stop() {
      await page?.quit();
    },
  };
}

/**
 * Returns what a person does in a window, with coordinates in CSS pixels.
 * @param {(path: string, body: object) => Promise<any>} post sends a command to the window
 */
export function actionsOf(post) {
  /** @param {string} expression */
  const evaluate = (expression) =>
    post('/execute/sync', { script: `return ${expression}`, args: [] });

  /** @param {object[]} actions */
  const keys = (...actions) =>
    post('/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  const down = (/** @type {string} */ key) => ({ type: 'keyDown', value: keyValue(key) });
  const up = (/** @type {string} */ key) => ({ type: 'keyUp', value: keyValue(key) });

  /** @param {object[]} actions */
  const pointer = (...actions) =>
    post('/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  /** @param {number} x @param {number} y */
  const to = (x, y) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y) });
  /** @param {string} type @param {{ button?: string }} [options] */
  const button = (type, { button = 'left' } = {}) => ({ type, button: buttons.indexOf(button) });

  const keyboard = {
    type: (/** @type {string} */ text) => keys(...[...text].flatMap((key) => [down(key), up(key)])),
    press: (/** @type {string} */ key) => keys(down(key), up(key)),
    down: (/** @type {string} */ key) => keys(down(key)),
    up: (/** @type {string} */ key) => keys(up(key)),
  };
  const mouse = {
    /** @param {number} x @param {number} y */
    move: (x, y) => pointer(to(x, y)),
    /** @param {number} x @param {number} y @param {{ button?: string }} [how] */
    click: (x, y, how) => pointer(to(x, y), button('pointerDown', how), button('pointerUp', how)),
    down: (/** @type {{ button?: string }} */ how) => pointer(button('pointerDown', how)),
    up: (/** @type {{ button?: string }} */ how) => pointer(button('pointerUp', how)),
  };
  return { evaluate, keyboard, mouse };
}

/**
 * The part of playwright's Page that the runner's commands use.
 * @param {WebKitSession} session
 */
function webdriver({ send, stop, kill }) {
  const post = (/** @type {string} */ path, body = {}) => send('POST', path, body);
  const { evaluate, keyboard, mouse } = actionsOf(post);

  return {
    goto: (/** @type {string} */ url) => post('/url', { url }),
    quit: stop,
    kill,
    screenshot: () => send('GET', '/screenshot'),
    /** Ends what a test has left: pressed keys, open windows, and running scripts. */
    async reset() {
      await send('DELETE', '/actions');
      const own = await send('GET', '/window');
      for (const handle of await send('GET', '/window/handles')) {
        if (handle === own) continue;
        // A window that closes itself may already be gone.
        await post('/window', { handle })
          .then(() => send('DELETE', '/window'))
          .catch((/** @type {Error} */ error) => {
            if (!error.message.includes('no such window')) throw error;
          });
      }
      await post('/window', { handle: own });
      await post('/url', { url: 'about:blank' });
    },
    /** @param {{width: number, height: number}} size of the page, without the window's frame */
    async setViewportSize({ width, height }) {
      const frame = await evaluate('[outerWidth - innerWidth, outerHeight - innerHeight]');
      const outer = { width: width + frame[0], height: height + frame[1] };
      const x = Math.round((screenSize.width - outer.width) / 2);
      const y = Math.round((screenSize.height - outer.height) / 2);
      await post('/window/rect', { ...outer, x, y });
      for (let attempt = 0; attempt < 40; attempt++) {
        const [innerWidth, innerHeight] = await evaluate('[innerWidth, innerHeight]');
        if (innerWidth === width && innerHeight === height) return;
        await sleep(25);
      }
      // The toolbar of MiniBrowser needs about 450 px.
      throw new Error(`WebKit's window cannot be ${width} x ${height}; try a narrow container`);
    },
    keyboard,
    mouse,
  };
}

const buttons = ['left', 'middle', 'right'];

/**
 * Maps key names to WebDriver's code points (https://www.w3.org/TR/webdriver2/#keyboard-actions). Single characters map
 * to themselves.
 * @param {string} name
 */
function keyValue(name) {
  if ([...name].length === 1) return name;
  const value = keyValues[name];
  if (!value) throw new Error(`webkit.js knows no key ${name}`);
  return value;
}

/** @type {Record<string, string>} */
const keyValues = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE006',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  Meta: '\uE03D',
};
