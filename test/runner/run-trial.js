// @ts-check
/** `npm run trial`: runs the long versions of what `npm test` runs briefly. See `npm run trial -- --help`. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const help = `npm run trial [-- [--seconds 60] [--sends 10000] [--documents 200000]
                  [--interleavings 10000] [--seed 1] [word …]]

What npm test does in short, at length:
  --seconds    for how long each property of test/properties runs
  --sends      how many texts go through a bad network, dying replicas and a dying Redis
  --documents  how many JSON documents each operation is shown, and a tenth as many changes of its valid body
  --interleavings  in how many orders, in each browser, an element's amount changes and its responses arrive
  --seed       what chance begins with, to see the same again; another each time, except for the texts
  word         only the files with it in their path, as in npm run trial -- ledger, or races for those orders
Slow senders, floods, and a Redis that fails over are seen at full size. Lines that begin with … say how far a trial is; the lines at its end have its figures.
`;

/**
 * Prints the reason and exits.
 * @type {(reason: string) => never}
 */
function refuse(reason) {
  process.stderr.write(`${reason}\n\n${help}`);
  process.exit(2);
}

const options = /** @type {const} */ ({
  help: { type: 'boolean', short: 'h' },
  seconds: { type: 'string', default: '60' },
  sends: { type: 'string', default: '10000' },
  documents: { type: 'string', default: '200000' },
  interleavings: { type: 'string', default: '10000' },
  seed: { type: 'string' },
});

function readOptions() {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    refuse(/** @type {Error} */ (error).message);
  }
}

const {
  values: { help: isAskedForHelp, ...values },
  positionals,
} = readOptions();
if (isAskedForHelp) {
  process.stdout.write(help);
  process.exit();
}
for (const [option, value] of Object.entries(values)) {
  const isFit = option === 'seed' ? /^\d+$/ : /^[1-9]\d*$/;
  if (!isFit.test(value)) refuse(`--${option} is not a whole number, or is 0`);
}

const env = {
  ...process.env,
  TEST_SCOPE: 'all',
  TEST_FILE_TIMEOUT: String(4 * 3_600_000), // some take an hour
  TRIAL_SECONDS: values.seconds,
  TRIAL_SENDS: values.sends,
  TRIAL_DOCUMENTS: values.documents,
  TRIAL_INTERLEAVINGS: values.interleavings,
  ...(values.seed !== undefined && { TRIAL_SEED: values.seed }),
};

/** @param {string[]} args */
function run(...args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
}

const inBrowsers = [
  'test/elements/financing-estimate/races.browser.ts',
  'test/elements/financing-estimate/memory.trial.browser.ts',
];
const isForBrowsers = (/** @type {string} */ word) =>
  inBrowsers.some((file) => file.includes(word));
const runsAll = positionals.length === 0;
const words = positionals.filter((word) => !isForBrowsers(word));
if (runsAll) words.push('test/properties/', 'test/trial/', '.trial.test.ts');
if (words.length > 0) run('--import', 'tsx', 'test/runner/run-node.js', ...words);
for (const file of inBrowsers) {
  if (runsAll || positionals.some((word) => file.includes(word))) {
    run('node_modules/@web/test-runner/dist/bin.js', '--files', file);
  }
}
