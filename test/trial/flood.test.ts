import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { mebibyte } from '../support/memory.js';
import { trialSeconds } from '../support/trial.js';

const script = fileURLToPath(new URL('./flooded.ts', import.meta.url));

/** In `npm test` only that the floods are answered; test/proxy/floods.test.ts counts what is left of larger ones. */
const count = trialSeconds > 0 ? 1_000_000 : 1_000;

describe(`${count} addresses, ${count} keys and ${count} amounts`, { timeout: 1_800_000 }, () => {
  it('L16 leave at most 128 MB that are in use', async (t) => {
    const child = fork(script, [String(count)], { execArgv: ['--expose-gc', '--import', 'tsx'] });
    t.after(() => child.kill('SIGKILL'));
    const [{ before, most }] = (await once(child, 'message')) as [{ before: number; most: number }];
    t.diagnostic(
      `${Math.round(before / mebibyte)} MiB before, ${Math.round(most / mebibyte)} MiB at most`,
    );
    assert.ok(most - before <= 128 * mebibyte, `${most - before} bytes`);
  });
});
