// @ts-check
/**
 * Runs the Node tests: `npm run test:node` for `test/**\/*.test.ts`, with
 * TEST_SCOPE=all `*.full.test.ts` as well; `-- client amount` for every file, full ones too, with one of these words in
 * its path.
 */
import { run } from 'node:test';
import { availableParallelism } from 'node:os';
import { findTestFiles, groupFiles, selectFiles } from './select-files.js';
import { quietReporter } from './quiet-reporter.js';

/** Milliseconds after which a file is ended and fails; the slowest takes a tenth of it where nothing else runs. */
const defaultFileTimeout = 240_000;

const wanted = process.argv.slice(2);
const runsAll = process.env.TEST_SCOPE === 'all';

const selection = selectFiles(findTestFiles('test'), { wanted, runsAll });
if ('problem' in selection) {
  process.stderr.write(`${selection.problem}\n`);
  process.exit(2);
}

const { files } = selection;
const processes = wanted.length === 0 ? groupFiles(files) : files;
const timeout = Number(process.env.TEST_FILE_TIMEOUT ?? defaultFileTimeout);
// One file more than there are cores, since many wait for processes of their own.
const concurrency = availableParallelism() + 1;
run({ files: processes, concurrency, timeout })
  .on('test:fail', () => (process.exitCode = 1))
  .compose(quietReporter({ files, timeout }))
  .pipe(process.stdout);
