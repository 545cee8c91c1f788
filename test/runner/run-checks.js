// @ts-check
/**
 * `npm test`: the build, then types, lint and tests side by side. Needs only what `npm ci` brings, and nothing else that
 * happens to be installed changes its verdict. `npm run test:all` (`--all`) adds the full tests, in each engine found.
 */
import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { refuseMissing } from './required.js';
import { notRunMark } from './not-run.js';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} script what `npm run` calls
 */

const runsAll = process.argv.includes('--all');

/** Steps of a lane follow each other. Two lanes, for machines with two cores. @type {Step[][]} */
const lanes = [
  [
    { name: 'Types', script: 'types' },
    { name: 'Lint', script: 'lint' },
    { name: 'Browser tests', script: 'test:browser' },
  ],
  [{ name: 'Node tests', script: 'test:node' }],
];

/** The last lines of a step that ended well, which say what ran in it. */
const summary = /^(\d+ passed, \d+ failed|Chromium.*|Firefox.*|WebKit.*)$/;

const begin = performance.now();
const notRun = new Set();
let failed = 0;

await refuseMissing();
if (await run({ name: 'Build', script: 'build' })) {
  await Promise.all(lanes.map(runLane));
}
for (const note of [...notRun].sort()) console.log(note);
if (!runsAll) console.log('Full tests (all engines, Redis, runtimes, journeys, faults): npm run test:all');
const seconds = secondsSince(begin);
console.log(failed === 0 ? `All passed in ${seconds} s` : `${failed} of the steps failed, after ${seconds} s`);
process.exitCode = failed === 0 ? 0 : 1;

/** @param {Step[]} steps */
async function runLane(steps) {
  for (const step of steps) await run(step);
}

/**
 * Runs a step, and prints how it ended; all of its output, where it failed.
 * @param {Step} step
 */
async function run({ name, script }) {
  const started = performance.now();
  const env = { ...process.env, ...(runsAll && { TEST_SCOPE: 'all' }) };
  const child = spawn('npm', ['run', '--silent', script], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32', // npm is a script there
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const code = await new Promise((resolve) => child.once('close', resolve));

  const lines = stripVTControlCharacters(output).split('\n');
  for (const line of lines) if (line.startsWith(notRunMark)) notRun.add(line);
  if (code === 0) {
    console.log(`${name}: passed in ${secondsSince(started)} s`);
    for (const line of lines) if (summary.test(line)) console.log(`  ${line}`);
    return true;
  }
  failed += 1;
  console.log(`${name}: FAILED after ${secondsSince(started)} s (npm run ${script})`);
  console.log(lines.join('\n').trimEnd());
  return false;
}

/** @param {number} start */
function secondsSince(start) {
  return Math.round((performance.now() - start) / 1_000);
}
