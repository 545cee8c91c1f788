// @ts-check
import { stripVTControlCharacters } from 'node:util';
import { notRunMark, notRun } from '../runner/not-run.js';
import { missingEngines, requiredEngines } from './find-engines.js';

const progressInterval = 20_000;

/**
 * Creates a reporter for the browser tests that doesn't print what passes. It prints each failure with its error and
 * the page's log, and ends with the counts of each engine. The run fails if an engine in REQUIRED_ENGINES, such as
 * `chromium,firefox,webkit`, is missing or ran no test. Otherwise a machine without browsers would pass.
 * @param {import('./find-engines.js').Engine[]} engines
 * @returns {import('@web/test-runner').Reporter}
 */
export function enginesReporter(engines) {
  for (const { name, launcher, note } of engines) {
    if (launcher) console.log(`${name} runs: ${note}`);
    else notRun(`browser tests in ${name}`, note);
  }
  const missing = missingEngines(engines);
  if (missing.length > 0) {
    console.error(
      `REQUIRED_ENGINES: ${missing.join(', ')} cannot run here. Run .ci/install, or see .github/MAINTAINING.md`,
    );
    process.exit(1);
  }
  if (!engines.some(({ launcher }) => launcher)) {
    console.log('No browser test ran.');
    process.exit(0);
  }

  let passed = 0;
  let lastProgress = performance.now();
  return {
    reportTestFileResults({ sessionsForTestFile, testFile }) {
      for (const session of sessionsForTestFile) {
        reportSession(session, testFile);
        passed += count(session.testResults).passed;
      }
      if (performance.now() - lastProgress < progressInterval) return;
      lastProgress = performance.now();
      console.log(`… ${passed} browser tests passed`);
    },
    onTestRunFinished({ sessions }) {
      for (const { name, launcher } of engines) {
        if (!launcher) continue;
        const own = sessions.filter(({ browser }) => browser.name === name);
        const counts = own.map(({ testResults }) => count(testResults));
        const ran = counts.reduce((sum, each) => sum + each.passed, 0);
        const failed = counts.reduce((sum, each) => sum + each.failed, 0);
        console.log(`${name}: ${ran} passed, ${failed} failed`);
        if (ran + failed > 0 || !requiredEngines.includes(name.toLowerCase())) continue;
        console.error(`REQUIRED_ENGINES names ${name}, but no test ran in it.`);
        // Set on exit, because the runner sets its own exit code.
        process.once('exit', () => (process.exitCode = 1));
      }
    },
  };
}

/**
 * Prints the failures of a file in one engine.
 * @param {import('@web/test-runner').TestSession} session
 * @param {string} file
 */
function reportSession({ browser, passed, errors, testResults, logs, request404s }, file) {
  for (const [text] of logs) {
    if (typeof text === 'string' && text.startsWith(notRunMark))
      console.log(`${text} (${browser.name})`);
  }
  if (passed) return;
  console.log(`\nFAILED in ${browser.name}: ${file.slice(process.cwd().length + 1)}`);
  for (const error of errors) console.log(explain(error));
  for (const { sentence, error } of failures(testResults, [])) {
    console.log(`  ${sentence}\n${error ? explain(error) : ''}`);
  }
  for (const url of request404s) console.log(`    404: ${url}`);
  for (const words of logs) console.log(`    logged: ${words.map(String).join(' ')}`);
}

/**
 * @param {import('@web/test-runner').TestSuiteResult | undefined} suite
 * @param {readonly string[]} names
 * @returns {{ sentence: string, error?: import('@web/test-runner').TestResultError }[]}
 */
function failures(suite, names) {
  if (!suite) return [];
  const path = suite.name ? [...names, suite.name] : names;
  const own = suite.tests
    .filter(({ passed, skipped }) => !passed && !skipped)
    .map(({ name, error }) => ({ sentence: [...path, name].join(' › '), ...(error && { error }) }));
  return [...own, ...suite.suites.flatMap((inner) => failures(inner, path))];
}

/** @param {import('@web/test-runner').TestResultError} error */
function explain({ message, stack, expected, actual }) {
  const difference = expected === undefined ? [] : [`expected: ${expected}`, `actual:   ${actual}`];
  const text = [message, ...difference, ...(stack ?? '').split('\n').slice(0, 8)].join('\n');
  return stripVTControlCharacters(text).replace(/^/gm, '    ');
}

/**
 * @param {import('@web/test-runner').TestSuiteResult} [suite]
 * @returns {{ passed: number, failed: number }} without skipped tests
 */
function count(suite) {
  const sum = { passed: 0, failed: 0 };
  for (const { passed, skipped } of suite?.tests ?? []) {
    if (!skipped) sum[passed ? 'passed' : 'failed'] += 1;
  }
  for (const inner of suite?.suites ?? []) {
    const { passed, failed } = count(inner);
    sum.passed += passed;
    sum.failed += failed;
  }
  return sum;
}
