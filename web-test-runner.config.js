// @ts-check
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { findEngines } from './test/engines/find-engines.js';
import { bundlePages } from './test/frameworks/bundle-pages.js';
import { forceColors } from './test/engines/force-colors.js';
import { leanLitHtml } from './test/engines/lean-lit-html.js';
import { renderPages } from './test/frameworks/render-pages.js';
import { enginesReporter } from './test/engines/engines-reporter.js';
import { serveStrictPages } from './test/page/serve-strict-pages.js';

const engines = findEngines();
const isWatching = process.argv.includes('--watch');
const hasFiles = process.argv.includes('--files'); // then those alone run
const notHere = process.env.TEST_SCOPE === 'all' ? ['trial'] : ['trial', 'full'];

/** How many orders of events `npm run trial` sees (test/run-trial.js); 0 in `npm test`. */
const trialInterleavings = process.env.TRIAL_INTERLEAVINGS ?? '0';

/**
 * Runs the elements a second time, in one engine, on what stands in for lit in the script (see vite.config.ts), and on
 * lit-html as the script has it.
 * @type {import('@web/test-runner').TestRunnerGroupConfig[]}
 */
const onLeanBase = [
  {
    name: 'lean',
    files: [
      'test/elements/*.browser.ts',
      '!test/elements/{estimate-line,manifest,preferences,financing-estimate-races}.browser.ts', // not of the base
      'test/page/script-tag.browser.ts',
    ],
    browsers: engines.flatMap(({ launcher }) => launcher ?? []).slice(0, 1),
    testRunnerHtml: (testFramework) => `<!doctype html>
      <script type="importmap">
        {
          "scopes": {
            "/src/": {
              "/node_modules/lit/index.js": "/src/elements/lean/lit.ts",
              "/node_modules/lit/html.js": "/lean-lit-html.js",
              "/src/elements/estimate-line.ts": "/src/elements/lean/estimate-line.ts"
            }
          }
        }
      </script>
      <script type="module" src="${testFramework}"></script>`,
  },
];

/** @type {import('@web/test-runner').TestRunnerConfig} */
export default {
  files: hasFiles
    ? []
    : ['test/**/*.browser.ts', ...notHere.map((kind) => `!test/**/*.${kind}.browser.ts`)],
  browsers: engines.flatMap(({ launcher }) => launcher ?? []),
  groups: process.argv.includes('--files') ? [] : onLeanBase, // `--files` is for the default group
  concurrentBrowsers: 3,
  // The elements are tested as users get them, with lit's production build.
  nodeResolve: { exportConditions: ['production', 'browser'] },
  plugins: [
    bundlePages(),
    renderPages(),
    forceColors(),
    leanLitHtml(),
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      define: { trialInterleavings, trialSeed: process.env.TRIAL_SEED ?? 'undefined' },
    }),
  ],
  middleware: [
    serveStrictPages,
    // A service worker controls the folder it is served from: msw's must seem to be in the root.
    (context, next) => {
      if (context.path === '/mockServiceWorker.js') {
        context.url = '/node_modules/msw/lib/mockServiceWorker.js';
      }
      return next();
    },
  ],
  reporters: [...(isWatching ? [defaultReporter()] : []), enginesReporter(engines)],
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 120_000 + Number(trialInterleavings) * 1_000,
  // Mocha's 2 s are too short for an accessibility audit on a busy machine.
  testFramework: { config: { timeout: 10_000 } },
};
