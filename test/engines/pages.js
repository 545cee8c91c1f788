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
 * Serves the pages of this folder as `<name>.bundle.js`, made as shops make theirs, by a bundler: React is CommonJS,
 * and a template of Vue has to be compiled.
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
    mode: 'development', // in which the frameworks and lit tell what they find wrong
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
 * Serves at `/server-page` the HTML of the query, in which a server has rendered the elements, as shops do with
 * `@lit-labs/ssr`. It needs the build.
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

// @ts-check
/**
 * Lets tests in Chromium have forced colors: `executeServerCommand('force-colors', true)`, which
 * @web/test-runner-commands cannot.
 *
 * @returns {import('@web/test-runner').TestRunnerPlugin<boolean>}
 */
export function forceColors() {
  return {
    name: 'force-colors',
    async executeCommand({ command, payload, session }) {
      if (command !== 'force-colors') return undefined;
      const launcher = /** @type {import('@web/test-runner-chrome').ChromeLauncher} */ (
        session.browser
      );
      const client = await launcher.getPage(session.id).createCDPSession();
      const value = payload ? 'active' : 'none';
      const features = [{ name: 'forced-colors', value }];
      await client.send('Emulation.setEmulatedMedia', { features });
      return true;
    },
  };
}

/**
 * Lets tests in Chromium have a safe area: `executeServerCommand('safe-area', { bottom: 34 })`.
 *
 * @returns {import('@web/test-runner').TestRunnerPlugin<{ bottom?: number }>}
 */
export function setSafeArea() {
  return {
    name: 'safe-area',
    async executeCommand({ command, payload: insets = {}, session }) {
      if (command !== 'safe-area') return undefined;
      const launcher = /** @type {import('@web/test-runner-chrome').ChromeLauncher} */ (
        session.browser
      );
      const client = await launcher.getPage(session.id).createCDPSession();
      await client.send('Emulation.setSafeAreaInsetsOverride', { insets });
      return true;
    },
  };
}

/** @type {ReturnType<typeof createBuiltProxy> | undefined} */
let builtProxy;

/** Loads the built proxy when it is first needed: the tests that need no build start without one. */
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
 * Serves to the browser tests what cannot be in a file: at `/strict-page`, a page with the HTML and the
 * Content-Security-Policy of the query, and an estimate for every amount to the built script next to it. Under
 * `/financing/` are the files of the proxy, and under `/changed/<file>/` the same files with one more byte in that file. Under
 * `/alone/` is the script without its other files. Under `/stalled/` the other files never arrive, and under `/held/<name>/`
 * they arrive when the page requests `/held/<name>/release`.
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
  // Not as the runner would serve it, which compiles scripts.
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
