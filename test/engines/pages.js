// @ts-check
import vue from '@vitejs/plugin-vue';
import { build } from 'vite';
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { built } from '../runner/fresh-build.js';

/**
 * Bundles the pages of this folder, as shops do, and serves them as `<name>.bundle.js`. React is CommonJS, and Vue's
 * templates have to be compiled.
 *
 * @returns {import('@web/test-runner').TestRunnerPlugin}
 */
export function bundlePages() {
  /** @type {Map<string, Promise<string>>} */
  const bundles = new Map();
  return {
    name: 'bundle-pages',
    async serve({ path }) {
      const [, page] = /^\/(test\/frameworks\/[\w-]+)\.bundle\.js$/.exec(path) ?? [];
      if (!page) return undefined;
      if (!bundles.has(page)) bundles.set(page, bundle(page));
      return { body: /** @type {string} */ (await bundles.get(page)), type: 'js' };
    },
  };
}

/** @param {string} entry */
async function bundle(entry) {
  const isElement = (/** @type {string} */ tag) => /^(financing-|prequal-|pay-over-)/.test(tag);
  const result = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development', // frameworks and lit warn about mistakes only in this mode
    resolve: { conditions: ['development', 'browser', 'module'] },
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [vue({ template: { compilerOptions: { isCustomElement: isElement } } })],
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['es'], fileName: 'page' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [page] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ (result);
  return page?.output[0].code ?? '';
}

/**
 * Renders the HTML in the query on the server with `@lit-labs/ssr`, as shops do, and serves it at `/server-page`. Needs
 * the build.
 *
 * @returns {import('@web/test-runner').TestRunnerPlugin}
 */
export function renderPages() {
  return {
    name: 'render-pages',
    async serve({ path, query }) {
      if (path !== '/server-page') return undefined;
      await import('../frameworks/shop-card.js');
      const { lang, body } = query;
      const rendered = await collectResult(render(html(asTemplate(String(body)))));
      return {
        body: `<!doctype html><html lang="${lang}"><title>A shop</title><body>${rendered}`,
        type: 'html',
      };
    },
  };
}

/** @param {string} text */
function asTemplate(text) {
  return Object.assign([text], { raw: [text] });
}

/**
 * The commands that @web/test-runner-commands lacks, such as `executeServerCommand('force-colors', true)`. Only Chromium
 * supports `force-colors` and `safe-area`.
 * @type {Record<string, (page: import('puppeteer-core').Page, payload: any) => Promise<unknown>>}
 */
const browserCommands = {
  /** Returns the viewport as a PNG in base64. */
  screenshot: (page) => page.screenshot({ encoding: 'base64' }),
  async 'force-colors'(page, isForced) {
    const features = [{ name: 'forced-colors', value: isForced ? 'active' : 'none' }];
    const client = await page.createCDPSession();
    await client.send('Emulation.setEmulatedMedia', { features });
    return true;
  },
  /** Sets insets, such as `{ bottom: 34 }`. */
  async 'safe-area'(page, insets = {}) {
    const client = await page.createCDPSession();
    await client.send('Emulation.setSafeAreaInsetsOverride', { insets });
    return true;
  },
};

/** @returns {import('@web/test-runner').TestRunnerPlugin} */
export function runBrowserCommands() {
  return {
    name: 'browser-commands',
    async executeCommand({ command, payload, session }) {
      const launcher = /** @type {import('@web/test-runner-chrome').ChromeLauncher} */ (
        session.browser
      );
      return browserCommands[command]?.(launcher.getPage(session.id), payload);
    },
  };
}

/** @type {ReturnType<typeof createBuiltProxy> | undefined} */
let builtProxy;

/** Loads the built proxy on first use, so that tests that don't need the build start without it. */
async function createBuiltProxy() {
  /** @type {typeof import('../../src/proxy/index.js')} */
  const { createFinancingProxy } = await import(pathToFileURL(built('proxy/index.js')).href);
  return createFinancingProxy({ baseUrl: 'https://service.example', svcKey: 'key' });
}

const record = new URL('../page/record.js', import.meta.url);

/** @type {Map<string, { promise: Promise<unknown>; resolve: (value: unknown) => void }>} */
const releases = new Map();

/** Returns the promise that the files under `/held/<name>/` wait for. @param {string} name */
function releaseOf(name) {
  /** @type {(value: unknown) => void} */
  let resolve = () => {};
  const promise = new Promise((settle) => (resolve = settle));
  const release = releases.get(name) ?? { promise, resolve };
  releases.set(name, release);
  return release;
}

/**
 * Serves pages and files to the browser tests:
 * - `/strict-page`: a page with the HTML and the Content-Security-Policy from the query
 * - `/dist/purchase/`: an estimate for every amount, for the built script in `/dist/`
 * - `/financing/`: the files of the proxy
 * - `/changed/<file>/`: the same files, with an extra byte in this one
 * - `/alone/`: the script without its other files
 * - `/stalled/`: the script with other files that never arrive
 * - `/held/<name>/`: the script with other files that arrive once the page requests `/held/<name>/release`
 * @type {NonNullable<import('@web/test-runner').TestRunnerConfig['middleware']>[number]}
 */
export async function serveStrictPages(context, next) {
  if (context.path === '/strict-page') {
    const { csp, html, integrityPolicy } = context.query;
    context.set('Content-Security-Policy', String(csp));
    if (integrityPolicy) context.set('Integrity-Policy', String(integrityPolicy));
    const hash = createHash('sha384')
      .update(await readFile(record))
      .digest('base64');
    context.type = 'html';
    context.body = `<!doctype html><script src="/record.js" integrity="sha384-${hash}" crossorigin></script>${html}`;
    return;
  }
  // The test runner would compile the script, and the integrity would no longer match.
  if (context.path === '/record.js') {
    context.type = 'js';
    context.body = await readFile(record, 'utf8');
    return;
  }
  if (context.path.startsWith('/stalled/elements-')) return void (context.respond = false);
  const [, held, heldFile] = /^\/held\/(\w+)\/(.*)$/.exec(context.path) ?? [];
  if (held && heldFile !== 'elements.js') {
    const release = releaseOf(held);
    if (heldFile === 'release') {
      context.body = 'released';
      return release.resolve(undefined);
    }
    await release.promise;
    context.path = `/financing/${heldFile}`;
  }
  if (/^\/(alone|stalled|held\/\w+)\/elements\.js$/.test(context.path)) {
    context.type = 'js';
    context.body = await readFile(built('elements.js'), 'utf8');
    return;
  }
  const [, changed, file] = /^\/(?:financing|changed\/([^/]+))(\/.*)$/.exec(context.path) ?? [];
  if (file) {
    const proxy = await (builtProxy ??= createBuiltProxy());
    const response = await proxy.fetch(new Request(new URL(`/financing${file}`, context.origin)));
    context.status = response.status;
    context.set(Object.fromEntries(response.headers));
    const text = await response.text();
    context.body = file === `/${changed}` ? `${text} ` : text;
    return;
  }
  if (!context.path.startsWith('/dist/purchase/')) return next();
  let json = '';
  for await (const chunk of context.req) json += chunk;
  /** @type {import('../../src/contract/estimate.js').EstimateItem[]} */
  const items = JSON.parse(json);
  if (context.path.endsWith('/online-link')) {
    context.body = { url: 'https://apply.example/1' };
    return;
  }
  context.body = items.map(({ id, totalAmount }) =>
    totalAmount === 25 // as in test/client/fake-proxy.ts
      ? { id, monthlyAmount: -1, amountFinanced: -1, downPayment: -1, apr: -1 }
      : {
          id,
          monthlyAmount: totalAmount / 10,
          amountFinanced: totalAmount,
          downPayment: 0,
          apr: 0,
        },
  );
}
