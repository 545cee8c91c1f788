import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { mebibyte } from '../support/memory.js';
import { startCommand } from './command.js';

const script = fileURLToPath(new URL('./memory-churn.ts', import.meta.url));

/** Prints each flag that is set. */
const printFlags = `
  import v8 from 'node:v8';
  import { syncBuiltinESMExports } from 'node:module';
  v8.setFlagsFromString = (flag) => console.error(flag);
  syncBuiltinESMExports();
`;

describe('The memory of a command that serves', { timeout: 120_000 }, () => {
  it('L16 ends at three times what is in use, garbage included', async (t) => {
    const child = fork(script, [], { execArgv: ['--expose-gc', '--import', 'tsx'] });
    t.after(() => child.kill('SIGKILL'));
    const [{ heap, young, inUse }] = (await once(child, 'message')) as [Record<string, number>];
    // V8 by itself: five times, and 32 MiB for the young, on Node 24 eight times and 128.
    assert.ok(heap! < 3.2 * inUse!, `${heap} bytes for ${inUse}`);
    assert.ok(young! < 30 * mebibyte, `${young} bytes for the young`);
  });

  for (const command of ['serve --sandbox', 'demo']) {
    it(`L16 is bounded by ${command}`, async (t) => {
      const args = [...command.split(' '), '--port', '0'];
      const { child, listening, closed } = startCommand(t, args, { preload: printFlags });
      await listening();
      child.kill('SIGKILL');
      assert.match((await closed).stderr, /--heap-growing-percent/);
    });
  }
});
