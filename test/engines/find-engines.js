// @ts-check
/**
 * Finds one browser per engine on this machine. Downloads nothing: on Linux on x64, the npm package of
 * @sparticuz/chromium contains a browser.
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
 * An engine that can run has a launcher for the test runner, and a function that starts a browser for other tests. An
 * engine that can't run has only a note about the reason.
 * @typedef {object} Engine
 * @property {string} name
 * @property {string} note
 * @property {import('@web/test-runner').BrowserLauncher} [launcher]
 * @property {() => Promise<import('./browsers.js').Browser>} [browse]
 * @property {() => Promise<import('./accessibility-tree.js').TreeBrowser>} [readTree] Needs Debian packages in Firefox
 * and WebKit.
 */

// The sandboxes of Chrome and WebKit refuse to start as root.
const isRoot = process.getuid?.() === 0;

/**
 * Returns the engines of this run: all installed ones with TEST_SCOPE=all, otherwise only the Chromium that comes with
 * `npm ci`, so that installed browsers don't change the result of `npm test`.
 * @returns {Engine[]} always all three, in this order
 */
export function findEngines() {
  if (process.env.TEST_SCOPE === 'all') return findAllEngines();
  const [chromium, ...others] = findAllEngines({ prefersBundled: true });
  const note = 'runs in npm run test:all';
  return [/** @type {Engine} */ (chromium), ...others.map(({ name }) => ({ name, note }))];
}

/** Returns the engines on this machine. @returns {Engine[]} always all three, in this order */
export function findAllEngines({ prefersBundled = false } = {}) {
  return [findChromium(prefersBundled), findFirefox(), findWebKit()];
}

/**
 * Returns the engines in REQUIRED_ENGINES, such as `chromium,firefox,webkit`, that can't run here.
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
 * Returns how to start Chromium on this machine, or undefined if there is none. `prefersBundled` prefers the one of the
 * npm package, which is for Linux on x64. Otherwise, CHROME_PATH comes first, then an installed browser.
 * @returns {import('puppeteer-core').LaunchOptions | undefined}
 */
export function findChromiumOptions({ prefersBundled = false } = {}) {
  // Memory tests need garbage collection and exact heap sizes.
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
  // Tests of focus and visibility need the tab in front. In the headless shell, every tab is.
  const isShell = launchOptions.headless === 'shell';
  const launcher = chromeLauncher({
    puppeteer,
    launchOptions,
    concurrency: isShell ? 2 : 1,
    async createPage({ browser, context }) {
      const own = isShell ? await browser.createBrowserContext() : context;
      const page = await own.newPage();
      // Test files share this page. Close windows that a test left open first.
      page.on('framenavigated', async (frame) => {
        if (frame !== page.mainFrame()) return;
        const others = (await own.pages()).filter((other) => other !== page);
        await Promise.allSettled(others.map((other) => other.close()));
      });
      return page;
    },
  });
  return { launcher, browse: () => browseWithPuppeteer(launchOptions) };
}

const programFiles = process.env.PROGRAMFILES ?? '';

const chromeNames = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  `${programFiles}\\Google\\Chrome\\Application\\chrome.exe`,
  `${programFiles} (x86)\\Microsoft\\Edge\\Application\\msedge.exe`,
];

const firefoxNames = [
  'firefox',
  'firefox-esr',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  `${programFiles}\\Mozilla Firefox\\firefox.exe`,
];

/**
 * Returns the first name that exists: names without a slash are looked up in PATH.
 * @param {string[]} names
 */
function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names
    .flatMap((name) => (/[\\/]/.test(name) ? [name] : folders.map((folder) => join(folder, name))))
    .find((path) => existsSync(path));
}

/**
 * @sparticuz/chromium is made for AWS Lambda: it unpacks into the temporary folder, and provides missing shared
 * libraries (NSS and others) only if it detects Lambda. It has its own fonts, so text has the same width on every
 * machine.
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
    // Its own configuration names Lambda's folders, and Chromium crashes without fonts.
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
      FONTCONFIG_FILE: join(folder, 'fonts/fonts.conf'), // takes precedence over FONTCONFIG_PATH
    },
  };
}
