// @ts-check
import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { notRunMark } from './not-run.js';
import { findAllEngines, findEngines, missingEngines } from '../engines/find-engines.js';
import { missingPrograms, unknownRequirements } from './requirements.js';
import { listFiles } from './select-files.js';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} script what `npm run` calls
 */

const runsAll = process.argv.includes('--all');

/** @type {Step[]} */
const readings = [
  { name: 'Types', script: 'types' },
  ...(runsAll ? [{ name: 'Types in frameworks', script: 'types:frameworks' }] : []),
  { name: 'Lint', script: 'lint:code' },
  ...(runsAll ? [{ name: 'Unused code', script: 'lint:unused' }] : []),
];
const nodeTests = { name: 'Node tests', script: 'test:node' };
const browserTests = { name: 'Browser tests', script: 'test:browser' };

/**
 * The steps of a lane run one after the other. Two lanes use two cores. The full tests start three browsers and many
 * servers, so they run alone.
 */
const lanes = runsAll
  ? [[...readings, nodeTests, browserTests]]
  : [[...readings, nodeTests], [browserTests]];

/** Matches a line about tests in a step's output. */
const counts = /(\d+) passed, (\d+) failed$/;

const begin = performance.now();
const notRun = new Set();
const tests = { passed: 0, failed: 0 };
let failedSteps = 0;

refuseMissing();
// The build leaves a core idle. Only the check of the format doesn't read what the build writes.
const [isBuilt] = await Promise.all([
  run({ name: 'Build', script: 'build' }),
  run({ name: 'Format', script: 'lint:format' }),
]);
if (isBuilt) await Promise.all(lanes.map(runLane));
for (const note of [...notRun].sort()) console.log(note);
if (!runsAll) {
  const what = `Firefox, WebKit and the full tests (${describeFullFiles('test')})`;
  console.log(
    `${notRunMark}${what}: npm run test:all runs them, where what they need is installed`,
  );
}
const seconds = secondsSince(begin);
console.log(
  failedSteps === 0
    ? `All checks passed in ${seconds} s`
    : `${failedSteps} of the checks FAILED, after ${seconds} s; the reasons are above`,
);
console.log(`Tests: ${tests.passed} passed, ${tests.failed} failed`);
if (!findEngines().some(({ launcher }) => launcher)) {
  console.log('NO BROWSER TEST RAN: install Chrome, Chromium or Edge, or name one in CHROME_PATH');
}
process.exitCode = failedSteps === 0 ? 0 : 1;

/** @param {Step[]} steps */
async function runLane(steps) {
  for (const step of steps) await run(step);
}

/**
 * Runs a step, and prints its result, with all of its output if it failed.
 * @param {Step} step
 */
async function run({ name, script }) {
  const started = performance.now();
  const env = { ...process.env, ...(runsAll && { TEST_SCOPE: 'all' }) };
  const child = spawn('npm', ['run', '--silent', script], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32', // npm is a script on Windows
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      for (const line of stripVTControlCharacters(text).split('\n')) {
        if (line.startsWith('… ')) console.log(`${name}: ${line}`);
      }
    });
  }
  const code = await new Promise((resolve) => child.once('close', resolve));

  const lines = stripVTControlCharacters(output).split('\n');
  const ran = lines.filter((line) => counts.test(line));
  for (const line of ran) {
    const [, passed, failed] = counts.exec(line) ?? [];
    tests.passed += Number(passed);
    tests.failed += Number(failed);
  }
  for (const line of lines) if (line.startsWith(notRunMark)) notRun.add(line);
  if (code === 0) {
    console.log(`${name}: passed in ${secondsSince(started)} s`);
    for (const line of ran) console.log(`  ${line}`);
    return true;
  }
  failedSteps += 1;
  console.log(`${name}: FAILED after ${secondsSince(started)} s (npm run ${script})`);
  console.log(lines.join('\n').trimEnd());
  return false;
}

/** @param {number} start */
function secondsSince(start) {
  return Math.round((performance.now() - start) / 1_000);
}

/**
 * Fails at once if a word in REQUIRED_ENGINES, REQUIRED_SERVERS, or REQUIRED_RUNTIMES is unknown, or if an engine or
 * server isn't installed.
 */
function refuseMissing() {
  const problems = unknownRequirements();
  if (problems.length === 0) {
    const missing = [...missingEngines(findAllEngines()), ...missingPrograms()];
    if (missing.length === 0) return;
    problems.push(`Required, and not installed: ${missing.join(', ')}.`);
  }
  console.error(problems.join('\n'));
  console.error('To install what the full tests need, on Debian as root: .ci/install');
  process.exit(1);
}

/**
 * Counts the test files in a folder that only `npm run test:all` runs, by subfolder, such as `cli 19, node 6`.
 * @param {string} folder
 */
function describeFullFiles(folder) {
  const full = listFiles(folder).filter((file) => /\.full\.(test|browser)\.ts$/.test(file));
  const rooms = full.map((file) => file.slice(folder.length + 1).split('/')[0]);
  return [...new Set(rooms)]
    .map((room) => `${room} ${rooms.filter((each) => each === room).length}`)
    .join(', ');
}
