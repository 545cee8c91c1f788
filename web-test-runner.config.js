// @ts-check
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { findEngines } from './test/engines/find-engines.js';
import { bundlePages } from './test/frameworks/bundle-pages.js';
import { forceColors } from './test/engines/force-colors.js';
import { renderPages } from './test/frameworks/render-pages.js';
import { enginesReporter } from './test/engines/engines-reporter.js';
import { serveStrictPages } from './test/page/serve-strict-pages.js';

const engines = findEngines();

/** How many orders of events `npm run trial` sees (test/run-trial.js); 0 in `npm test`. */
const trialInterleavings = process.env.TRIAL_INTERLEAVINGS ?? '0';

/** @type {import('@web/test-runner').TestRunnerConfig} */
export default {
  files: 'test/**/*.browser.ts',
  browsers: engines.flatMap(({ launcher }) => launcher ?? []),
  concurrentBrowsers: 3,
  // The elements are tested as users get them, with lit's production build.
  nodeResolve: { exportConditions: ['production', 'browser'] },
  plugins: [
    bundlePages(),
    renderPages(),
    forceColors(),
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
  reporters: [defaultReporter(), enginesReporter(engines)],
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 120_000 + Number(trialInterleavings) * 1_000,
  // Mocha's 2 s are too short for an accessibility audit on a busy machine.
  testFramework: { config: { timeout: 10_000 } },
};
