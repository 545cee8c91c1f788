// @ts-check
/**
 * Runs the Node tests: `npm run test:node` runs `test/**\/*.test.ts`, and TEST_SCOPE=all adds `*.full.test.ts`. `--
 * client amount` runs every file with one of these words in its path, including full files and trials named by a word.
 * TEST_FOLDER and TEST_FILE_TIMEOUT (milliseconds) are for the tests of this runner.
 */
import { run } from 'node:test';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { inspect, stripVTControlCharacters } from 'node:util';
import { notRunMark } from './not-run.js';
import { findTestFiles, groupFiles, selectFiles } from './select-files.js';
import { unknownRequirements } from './requirements.js';

/**
 * Milliseconds after which a file, or a group of files in one process, is ended and fails: several times the slowest
 * one on an idle machine. A full file may build a site or a shop next to two others that do.
 */
const fileTimeouts = { eachCommit: 360_000, full: 720_000 };

const progressInterval = 20_000;

/** The start of a line that reports a test's progress. Such lines are printed at once. */
const progressMark = '… ';

/** The maximum number of output lines shown for a failed file, from the end. */
const outputLines = 60;

const unknown = unknownRequirements();
if (unknown.length > 0) {
  process.stderr.write(`${unknown.join('\n')}\n`);
  process.exit(1);
}

const wanted = process.argv.slice(2);
const runsAll = process.env.TEST_SCOPE === 'all';
const isTrialRun = process.env.TRIAL_SECONDS !== undefined;

const selection = selectFiles(findTestFiles(process.env.TEST_FOLDER ?? 'test'), {
  wanted,
  runsAll,
  runsTrials: isTrialRun,
});
if ('problem' in selection) {
  process.stderr.write(`${selection.problem}\n`);
  process.exit(2);
}

const { files } = selection;
const processes = wanted.length === 0 ? groupFiles(files) : files;
const fileTimeout = runsAll || wanted.length > 0 ? fileTimeouts.full : fileTimeouts.eachCommit;
const timeout = Number(process.env.TEST_FILE_TIMEOUT ?? fileTimeout);
const events = new PassThrough({ objectMode: true });
const waiting = [...processes];

/**
 * Runs one file after another, and ends a file that takes too long. Unlike Node's `timeout`, this also ends a busy
 * loop.
 */
async function runFiles() {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    for await (const event of run({ files: [file], signal: AbortSignal.timeout(timeout) })) {
      if (event.type === 'test:fail' || (event.type === 'test:pass' && isLeftOut(event.data))) {
        process.exitCode = 1;
      }
      events.write({ ...event, startedFile: file });
    }
  }
}

events.compose(report).pipe(process.stdout);
// One more than the number of cores, because many files wait for other processes.
await Promise.all(Array.from({ length: availableParallelism() + 1 }, runFiles));
events.end();

/**
 * Reports events of node:test without what passes. A failure is printed with its file, titles, error, and the file's
 * output. The last lines list what didn't run and why, and `N passed, N failed`.
 * @param {AsyncIterable<any>} events
 * @returns {AsyncGenerator<string>}
 */
async function* report(events) {
  const outputs = new Map();
  const titles = new Map();
  const failures = [];
  const notRun = new Set();
  const begun = new Set();
  /** For each started file, the test that began last. A file may import others. */
  const lastTests = new Map();
  /** @param {string} file @param {string} text */
  const addOutput = (file, text) => outputs.set(file, (outputs.get(file) ?? '') + text);
  let passed = 0;
  let failed = 0;
  let lastProgress = performance.now();

  for await (const { type, data, startedFile } of events) {
    const file = data.file ? relative('', data.file) : '';
    switch (type) {
      case 'test:dequeue':
        lastTests.set(startedFile, `${file}: ${relativeName(data.name)}`);
        break;
      case 'test:start': {
        const path = titles.get(file) ?? [];
        titles.set(file, [...path.slice(0, data.nesting), data.name]);
        break;
      }
      case 'test:stdout':
      case 'test:stderr':
        for (const line of data.message.split('\n')) {
          if (line.startsWith(notRunMark)) notRun.add(line.slice(notRunMark.length));
          if (line.startsWith(progressMark)) yield `${line}\n`;
        }
        addOutput(file, data.message);
        break;
      case 'test:diagnostic':
        // In a trial, tests report what they have measured.
        if (isTrialRun && file !== '') yield `${file}: ${data.message}\n`;
        // An error that no test can catch anymore, such as one in a timer.
        if (/after the test ended/.test(data.message))
          addOutput(relative('', startedFile), `${data.message}\n`);
        break;
      case 'test:pass':
        // A test may be written in another file than the one that runs it.
        if (files.includes(file)) begun.add(file);
        if (isLeftOut(data)) {
          failed += 1;
          failures.push(`${file}: ${data.name}`);
          yield `\nFAILED ${file}\n  ${data.name}\n${indent('is marked skip or todo: declare it with notRun(), or remove it')}\n`;
        } else if (data.details.type !== 'suite') passed += 1;
        break;
      case 'test:fail': {
        const { error } = data.details;
        if (error.failureType === 'subtestsFailed') break; // its subtests are reported
        failed += 1;
        const names = [...(titles.get(file) ?? []).slice(0, data.nesting), data.name];
        const sentence = names.map((name) => relativeName(name)).join(' › ');
        failures.push(`${file}: ${sentence}`);
        yield `\nFAILED ${file}\n  ${sentence}\n${indent(explain(error, lastTests.get(startedFile)))}\n`;
        break;
      }
    }
    if (performance.now() - lastProgress > progressInterval) {
      lastProgress = performance.now();
      yield `${progressMark}${passed} tests passed, ${begun.size} of ${files.length} files begun\n`;
    }
  }

  const redFiles = new Set(failures.map((failure) => failure.split(': ')[0]));
  for (const file of redFiles) {
    const lines = stripVTControlCharacters(outputs.get(file) ?? '')
      .trimEnd()
      .split('\n');
    if (lines.join('') === '') continue;
    yield `\nPrinted by ${file}:\n${indent(lines.slice(-outputLines).join('\n'))}\n`;
  }
  if (failures.length > 1) yield `\n${failures.map((failure) => `FAILED ${failure}`).join('\n')}\n`;
  for (const note of [...notRun].sort()) yield `${notRunMark}${note}\n`;
  yield `${passed} passed, ${failed} failed\n`;
}

/**
 * Returns true if a "passed" test didn't run or was allowed to fail.
 * @param {{ skip?: string | boolean, todo?: string | boolean }} data
 */
function isLeftOut({ skip, todo }) {
  return skip !== undefined || todo !== undefined;
}

/** If the runner ends a file, the path of the file is the name of the test. @param {string} name */
function relativeName(name) {
  return name.startsWith(process.cwd()) ? relative('', name) : name;
}

/**
 * @param {any} error the error of node:test around the one that was thrown
 * @param {string} lastTest
 */
function explain(error, lastTest) {
  if (error.failureType === 'testAborted')
    return `ended after ${timeout} ms, which is all that a file may take; the last test that began is\n${lastTest}`;
  const { cause } = error;
  return stripVTControlCharacters(
    cause instanceof Error ? inspect(cause) : String(cause ?? error.message),
  );
}

/** @param {string} text */
function indent(text) {
  return text.replace(/^/gm, '    ');
}
