import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';

it('The client loads in an edge runtime, which has no MessageEvent', () => {
  const client = new URL('../../src/client/index.ts', import.meta.url).href;
  const code = `delete globalThis.MessageEvent; await import(${JSON.stringify(client)});`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', code],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
});
