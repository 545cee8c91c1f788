// @ts-check
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { findEngines } from './test/engines/find-engines.js';
import {
  bundlePages,
  renderPages,
  runBrowserCommands,
  serveStrictPages,
} from './test/engines/pages.js';
import { enginesReporter } from './test/engines/engines-reporter.js';
import { refuseOldBuild } from './test/runner/fresh-build.js';

const engines = findEngines();
const isWatching = process.argv.includes('--watch');
const hasFiles = process.argv.includes('--files'); // then only they run
const notHere = process.env.TEST_SCOPE === 'all' ? ['trial'] : ['trial', 'full'];

/** The number of event orders that `npm run trial` tries (test/runner/run-trial.js). `npm test` tries none. */
const trialInterleavings = process.env.TRIAL_INTERLEAVINGS ?? '0';

/** @type {import('@web/test-runner').TestRunnerConfig} */
export default {
  files: hasFiles
    ? []
    : [
        'test/**/*.browser.ts',
        '!**/node_modules/**', // packages in test/runtimes have such files, too
        ...notHere.map((kind) => `!test/**/*.${kind}.browser.ts`),
      ],
  browsers: engines.flatMap(({ launcher }) => launcher ?? []),
  concurrentBrowsers: 3,
  // Users get lit's production build, so the tests use it, too.
  nodeResolve: { exportConditions: ['production', 'browser'] },
  plugins: [
    bundlePages(),
    renderPages(),
    runBrowserCommands(),
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      define: { trialInterleavings, trialSeed: process.env.TRIAL_SEED ?? 'undefined' },
    }),
  ],
  middleware: [
    serveStrictPages,
    (context, next) => {
      if (context.path.startsWith('/dist/')) {
        refuseOldBuild();
        // The proxy sends this header, too, so that pages of other origins can load the script.
        context.set('access-control-allow-origin', '*');
      }
      return next();
    },
    // A service worker controls only the folder that it's served from, so msw's is served from the root.
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
  // An accessibility audit on a busy machine takes longer than Mocha's default of 2 s.
  testFramework: { config: { timeout: 10_000 } },
};
