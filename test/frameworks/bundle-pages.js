// @ts-check
import vue from '@vitejs/plugin-vue';
import { build } from 'vite';

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
    },
  });
  const [page] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ (result);
  return page?.output[0].code ?? '';
}
