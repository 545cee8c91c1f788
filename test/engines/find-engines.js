// @ts-check
/**
 * Finds the browsers that this machine can test in, one per engine. It downloads nothing: on Linux on x64,
 * @sparticuz/chromium brings one within its npm package.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromeLauncher } from '@web/test-runner-chrome';
import puppeteer from 'puppeteer-core';
import { requiredIn } from '../runner/requirements.js';
import {
  missingBusPackages,
  readTreeOfChromium,
  readTreeOfFirefox,
  readTreeOfWebKit,
} from './accessibility-tree.js';
import { browseWithPuppeteer, browseWithWebKit } from './browsers.js';
import { webkitLauncher } from './webkit.js';

/**
 * An engine that runs has a launcher for the test runner, and starts a browser for tests that drive it from outside;
 * one that does not run has only a note of why.
 * @typedef {object} Engine
 * @property {string} name
 * @property {string} note
 * @property {import('@web/test-runner').BrowserLauncher} [launcher]
 * @property {() => Promise<import('./browsers.js').Browser>} [browse]
 * @property {() => Promise<import('./accessibility-tree.js').TreeBrowser>} [readTree] Firefox and WebKit need packages of
 *   Debian for it.
 */

// Chrome's and WebKit's own sandboxes refuse to start as root.
const isRoot = process.getuid?.() === 0;

/**
 * The engines of this run: in `npm run test:all` (TEST_SCOPE=all) those that are installed; in `npm test` the Chromium
 * that comes with `npm ci` alone, so that nothing that is installed changes its verdict.
 * @returns {Engine[]} always all three, in this order
 */
export function findEngines() {
  if (process.env.TEST_SCOPE === 'all') return findAllEngines();
  const [chromium, ...others] = findAllEngines({ prefersBundled: true });
  const note = 'runs in npm run test:all';
  return [/** @type {Engine} */ (chromium), ...others.map(({ name }) => ({ name, note }))];
}

/** Those on this machine. @returns {Engine[]} always all three, in this order */
export function findAllEngines({ prefersBundled = false } = {}) {
  return [findChromium(prefersBundled), findFirefox(), findWebKit()];
}

/**
 * Those of REQUIRED_ENGINES, a comma list such as `chromium,firefox,webkit`, that cannot run here.
 * @param {Engine[]} engines
 */
export function missingEngines(engines) {
  const running = engines.filter(({ launcher }) => launcher).map(({ name }) => name.toLowerCase());
  return requiredEngines.filter((name) => !running.includes(name));
}

export const requiredEngines = requiredIn('REQUIRED_ENGINES');

/** @param {boolean} prefersBundled @returns {Engine} */
function findChromium(prefersBundled) {
  const name = 'Chromium';
  const options = findChromiumOptions({ prefersBundled });
  if (!options) return { name, note: 'no Chrome, Chromium or Edge found; set CHROME_PATH' };
  const isBundled = options.headless === 'shell';
  const note = isBundled ? 'the one in @sparticuz/chromium' : `${options.executablePath}`;
  return { name, note, ...startedBy(options), readTree: () => readTreeOfChromium(options) };
}

/**
 * How to start the Chromium of this machine; undefined where there is none. `prefersBundled` takes the one of the npm
 * package, which is for Linux on x64, before any other; otherwise comes the one that CHROME_PATH names, then an installed
 * one.
 * @returns {import('puppeteer-core').LaunchOptions | undefined}
 */
export function findChromiumOptions({ prefersBundled = false } = {}) {
  // Tests that hold what may stay in memory ask for a collection, and for the size of the heap as it is.
  const args = [
    '--js-flags=--expose-gc',
    '--enable-precise-memory-info',
    ...(isRoot ? ['--no-sandbox'] : []),
  ];
  const hasBundled = process.platform === 'linux' && process.arch === 'x64';
  if (hasBundled && prefersBundled) return unpackBundledChromium(args);
  const wanted = process.env.CHROME_PATH;
  if (wanted && !existsSync(wanted)) throw new Error(`CHROME_PATH: there is no file ${wanted}`);
  const executablePath = wanted || findProgram(chromeNames);
  if (executablePath) return { executablePath, args };
  return hasBundled ? unpackBundledChromium(args) : undefined;
}

/** @returns {Engine} */
function findFirefox() {
  const name = 'Firefox';
  const executablePath = findProgram(firefoxNames);
  if (!executablePath) return { name, note: 'no Firefox found' };
  const xvfb = findProgram(['Xvfb']);
  const hasTree = xvfb && missingBusPackages().length === 0;
  return {
    name,
    note: executablePath,
    ...startedBy({ browser: 'firefox', executablePath }),
    ...(hasTree && { readTree: () => readTreeOfFirefox({ executablePath, xvfb }) }),
  };
}

/** @returns {Engine} */
function findWebKit() {
  const name = 'WebKit';
  const driver = findProgram(['WebKitWebDriver']);
  const xvfb = findProgram(['Xvfb']);
  if (!driver || !xvfb) {
    return { name, note: 'needs WebKitWebDriver and Xvfb (Debian: webkit2gtk-driver, xvfb)' };
  }
  const options = { driver, xvfb, isRoot };
  return {
    name,
    note: driver,
    launcher: webkitLauncher(options),
    browse: () => browseWithWebKit(options),
    ...(missingBusPackages().length === 0 && { readTree: () => readTreeOfWebKit(options) }),
  };
}

/** @param {import('puppeteer-core').LaunchOptions} launchOptions */
function startedBy(launchOptions) {
  const launcher = chromeLauncher({
    puppeteer,
    launchOptions,
    // One page at a time: tests of focus and of the tab's visibility need the tab in front.
    concurrency: 1,
    async createPage({ context }) {
      const page = await context.newPage();
      // It is the same page for all test files. A window that one has left open goes before the next.
      page.on('framenavigated', async (frame) => {
        if (frame !== page.mainFrame()) return;
        const others = (await context.pages()).filter((other) => other !== page);
        await Promise.allSettled(others.map((other) => other.close()));
      });
      return page;
    },
  });
  return { launcher, browse: () => browseWithPuppeteer(launchOptions) };
}

const programFiles = process.env.PROGRAMFILES ?? '';

const chromeNames = [
  ...['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'],
  ...['microsoft-edge-stable', 'microsoft-edge'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  `${programFiles}\\Google\\Chrome\\Application\\chrome.exe`,
  `${programFiles} (x86)\\Microsoft\\Edge\\Application\\msedge.exe`,
];

const firefoxNames = [
  ...['firefox', 'firefox-esr'],
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  `${programFiles}\\Mozilla Firefox\\firefox.exe`,
];

/**
 * The first of these that exists: a bare name is looked for in PATH, a path as it is.
 * @param {string[]} names
 */
function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names
    .flatMap((name) => (/[\\/]/.test(name) ? [name] : folders.map((folder) => join(folder, name))))
    .find((path) => existsSync(path));
}

/**
 * @sparticuz/chromium is made for AWS Lambda: it unpacks into the temporary folder, and brings the
 * shared libraries that a bare Linux lacks (NSS and others) only when it believes to run there. It has fonts of its own,
 * so that text is as wide on every machine.
 * @param {string[]} args
 * @returns {import('puppeteer-core').LaunchOptions}
 */
function unpackBundledChromium(args) {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/chromium');
  if (!existsSync(folder)) {
    const unfinished = `${folder}-${process.pid}`;
    const unpack = `import('@sparticuz/chromium').then((module) => module.default.executablePath())`;
    mkdirSync(unfinished, { recursive: true });
    execFileSync(process.execPath, ['--eval', unpack], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    });
    // Its own names folders of Lambda's, and without a single font Chromium crashes.
    writeFileSync(
      join(unfinished, 'fonts/fonts.conf'),
      '<fontconfig><dir prefix="relative">fonts</dir></fontconfig>\n',
    );
    renameSync(unfinished, folder);
  }
  return {
    executablePath: join(folder, 'chromium'),
    headless: 'shell', // it is a chrome-headless-shell
    args: [...new Set([...args, '--no-sandbox'])],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
      FONTCONFIG_FILE: join(folder, 'fonts/fonts.conf'), // goes before FONTCONFIG_PATH
    },
  };
}
