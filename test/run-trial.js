// @ts-check
/**
 * `npm run trial`: what `npm test` does in short, at length. Each property of test/properties runs for 60 s from a
 * new seed, 10,000 texts are sent through the troubles of test/trial, a service fails for ten minutes, and slow senders,
 * a service that hangs and a Redis that dies are seen at full size. Then, in each browser, an element's amount and
 * location change in 10,000 orders with the answers. More, or the same once more:
 * `npm run trial -- --seconds 300 --sends 50000 --interleavings 50000 --seed 1`. A last word picks files, as in
 * `npm run test:node`; `races` picks what runs in browsers.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    sends: { type: 'string', default: '10000' },
    interleavings: { type: 'string', default: '10000' },
    seed: { type: 'string' },
  },
});
for (const [option, value] of Object.entries(values)) {
  if (!/^\d+$/.test(value)) throw new Error(`--${option} is not a whole number`);
}

const env = {
  ...process.env,
  TRIAL_SECONDS: values.seconds,
  TRIAL_SENDS: values.sends,
  TRIAL_INTERLEAVINGS: values.interleavings,
  ...(values.seed !== undefined && { TRIAL_SEED: values.seed }),
};

/** @param {string[]} args */
function run(...args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
}

const races = 'test/elements/financing-estimate-races.browser.ts';
const files = positionals.filter((part) => !races.includes(part));
const runsAll = positionals.length === 0;
if (runsAll) files.push('test/properties/', 'test/trial/');
if (files.length > 0) run('test/run-node.js', ...files);
if (runsAll || files.length < positionals.length) {
  run('node_modules/@web/test-runner/dist/bin.js', '--files', races);
}
