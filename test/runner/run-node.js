// @ts-check
/**
 * Runs the Node tests: `npm run test:node` runs `test/**\/*.test.ts`, and TEST_SCOPE=all adds `*.full.test.ts`. `--
 * client amount` runs every file with one of these words in its path, including full files and trials named by a word.
 * TEST_FOLDER and TEST_FILE_TIMEOUT (milliseconds) are for the tests of this runner.
 */
import { run } from 'node:test';
import { availableParallelism } from 'node:os';
import { PassThrough } from 'node:stream';
import { findTestFiles, groupFiles, selectFiles } from './select-files.js';
import { isLeftOut, quietReporter } from './quiet-reporter.js';
import { unknownRequirements } from './requirements.js';

/**
 * Milliseconds after which a file, or a group of files in one process, is ended and fails: several times the slowest
 * one on an idle machine. A full file may build a site or a shop next to two others that do.
 */
const fileTimeouts = { eachCommit: 360_000, full: 720_000 };

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

events.compose(quietReporter({ files, timeout, showsFigures: isTrialRun })).pipe(process.stdout);
// One more than the number of cores, because many files wait for other processes.
await Promise.all(Array.from({ length: availableParallelism() + 1 }, runFiles));
events.end();
