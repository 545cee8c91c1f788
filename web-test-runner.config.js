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
const hasFiles = process.argv.includes('--files'); // then those alone run
const notHere = process.env.TEST_SCOPE === 'all' ? ['trial'] : ['trial', 'full'];

/** How many orders of events `npm run trial` sees (test/runner/run-trial.js); 0 in `npm test`. */
const trialInterleavings = process.env.TRIAL_INTERLEAVINGS ?? '0';

/** @type {import('@web/test-runner').TestRunnerConfig} */
export default {
  files: hasFiles
    ? []
    : [
        'test/**/*.browser.ts',
        '!**/node_modules/**', // the packages of test/runtimes have such files, too
        ...notHere.map((kind) => `!test/**/*.${kind}.browser.ts`),
      ],
  browsers: engines.flatMap(({ launcher }) => launcher ?? []),
  concurrentBrowsers: 3,
  // The elements are tested as users get them, with lit's production build.
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
        // As the proxy serves it: a page of another origin may load it, too.
        context.set('access-control-allow-origin', '*');
      }
      return next();
    },
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
