// @ts-check
/**
 * `npm run trial`: what `npm test` does in short, at length. Each property of test/properties runs for 60 s from a
 * new seed, 10,000 texts are sent through the troubles of test/trial, a service fails for ten minutes, and slow senders,
 * a service that hangs and a Redis that dies are seen at full size. More, or the same once more:
 * `npm run trial -- --seconds 300 --sends 50000 --seed 1`. A last word picks files, as in `npm run test:node`.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    sends: { type: 'string', default: '10000' },
    seed: { type: 'string' },
  },
});
for (const [option, value] of Object.entries(values)) {
  if (!/^\d+$/.test(value)) throw new Error(`--${option} is not a whole number`);
}

const files = positionals.length > 0 ? positionals : ['test/properties/', 'test/trial/'];
process.exitCode =
  spawnSync(process.execPath, ['test/run-node.js', ...files], {
    stdio: 'inherit',
    env: {
      ...process.env,
      TRIAL_SECONDS: values.seconds,
      TRIAL_SENDS: values.sends,
      ...(values.seed !== undefined && { TRIAL_SEED: values.seed }),
    },
  }).status ?? 1;
