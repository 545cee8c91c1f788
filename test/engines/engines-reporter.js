// @ts-check
import { missingEngines, requiredEngines } from './find-engines.js';

/**
 * Says which engines the tests run in, and which not, and why. REQUIRED_ENGINES, a comma list such
 * as `chromium,firefox,webkit`, makes the run fail when one of them is missing or ran no test:
 * otherwise a machine without browsers would pass.
 * @param {import('./find-engines.js').Engine[]} engines
 * @returns {import('@web/test-runner').Reporter}
 */
export function enginesReporter(engines) {
  for (const { name, launcher, note } of engines) {
    console.log(launcher ? `${name}: runs (${note})` : `${name}: DOES NOT RUN, ${note}`);
  }
  const missing = missingEngines(engines);
  if (missing.length > 0) {
    console.error(`REQUIRED_ENGINES: ${missing.join(', ')} cannot run here`);
    process.exit(1);
  }

  return {
    onTestRunFinished({ sessions }) {
      for (const name of requiredEngines) {
        const tests = sessions
          .filter(({ browser }) => browser.name.toLowerCase() === name)
          .reduce((sum, { testResults }) => sum + countTests(testResults), 0);
        if (tests > 0) continue;
        console.error(`\nREQUIRED_ENGINES names ${name}, but no test ran in it.\n`);
        // The runner ends with an exit code of its own, which this outlasts.
        process.once('exit', () => (process.exitCode = 1));
      }
    },
  };
}

/** @param {import('@web/test-runner').TestSuiteResult} [suite] @returns {number} those not skipped */
function countTests(suite) {
  if (!suite) return 0;
  const own = suite.tests.filter(({ skipped }) => !skipped).length;
  return suite.suites.reduce((sum, inner) => sum + countTests(inner), own);
}
