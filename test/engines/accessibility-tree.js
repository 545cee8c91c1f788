// @ts-check
/**
 * Reads the accessibility tree of a page, which is what assistive technology and agents get. Chromium reports its tree over
 * the DevTools protocol. Firefox and WebKitGTK report theirs on AT-SPI, the accessibility bus of Linux.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import puppeteer from 'puppeteer-core';
import { startScreen, startWebKit } from './webkit.js';

/**
 * A browser whose accessibility tree can be read.
 * @typedef {object} TreeBrowser
 * @property {(url: string) => Promise<void>} goto
 * @property {() => Promise<string[]>} texts The name or text of each node of the page's tree that has one.
 * @property {() => Promise<void>} close
 */

/** The Python of Debian, for which the package python3-dbus is installed. */
const python = '/usr/bin/python3';
const script = join(import.meta.dirname, 'accessibility-tree.py');

/** The programs that AT-SPI needs, each with its Debian package. */
const busPrograms = {
  'dbus-daemon': '/usr/bin/dbus-daemon',
  'at-spi2-core': '/usr/libexec/at-spi-bus-launcher',
  'python3-dbus': '/usr/lib/python3/dist-packages/dbus/__init__.py',
};

/** Returns the Debian packages that AT-SPI needs and that aren't installed. */
export function missingBusPackages() {
  return Object.entries(busPrograms)
    .filter(([, path]) => !existsSync(path))
    .map(([name]) => name);
}

/**
 * @param {import('puppeteer-core').LaunchOptions} options
 * @returns {Promise<TreeBrowser>}
 */
export async function readTreeOfChromium(options) {
  const browser = await puppeteer.launch(options);
  const page = await browser.newPage();
  const client = await page.createCDPSession();
  return {
    goto: async (url) => void (await page.goto(url)),
    async texts() {
      const { nodes } = await client.send('Accessibility.getFullAXTree');
      return nodes
        .filter(({ ignored, role }) => !ignored && role?.value !== 'InlineTextBox')
        .map(({ name }) => String(name?.value ?? ''))
        .filter(Boolean);
    },
    close: () => browser.close(),
  };
}

/**
 * @param {{executablePath: string, xvfb: string}} options
 * @returns {Promise<TreeBrowser>}
 */
export async function readTreeOfFirefox({ executablePath, xvfb }) {
  const bus = await startBus();
  const screen = await startScreen(xvfb);
  const env = { ...process.env, ...bus.env, DISPLAY: screen.display, GNOME_ACCESSIBILITY: '1' };
  // Headless Firefox has no accessibility tree.
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: false,
    env,
  });
  const page = await browser.newPage();
  return {
    goto: async (url) => void (await page.goto(url)),
    texts: bus.texts,
    async close() {
      await browser.close();
      screen.stop();
      bus.stop();
    },
  };
}

/**
 * @param {Parameters<typeof startWebKit>[0]} options
 * @returns {Promise<TreeBrowser>}
 */
export async function readTreeOfWebKit(options) {
  const bus = await startBus();
  const { send, stop } = await startWebKit({ ...options, env: bus.env });
  return {
    goto: (url) => send('POST', '/url', { url }),
    texts: bus.texts,
    async close() {
      await stop();
      bus.stop();
    },
  };
}

/** Starts a private accessibility bus. */
async function startBus() {
  const folder = mkdtempSync(join(tmpdir(), 'at-spi-'));
  const env = { XDG_CACHE_HOME: folder, XDG_RUNTIME_DIR: folder };
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const end = () => void daemon.kill();
  process.once('exit', end);
  const [address] = await once(daemon.stdout, 'data');
  const busEnv = { ...env, DBUS_SESSION_BUS_ADDRESS: String(address).trim() };
  return {
    env: busEnv,
    /** @returns {Promise<string[]>} */
    async texts() {
      const { stdout } = await promisify(execFile)(python, [script], {
        env: { ...process.env, ...busEnv },
      });
      return JSON.parse(stdout);
    },
    stop() {
      end();
      process.off('exit', end);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
