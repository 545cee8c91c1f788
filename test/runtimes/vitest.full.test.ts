/**
 * Runs the component test of docs/testing.md unchanged, with Vitest in jsdom, which need a newer Node than this
 * package.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createShop, modules, programOf, withInstalled } from './start-runtime.js';

const root = join(import.meta.dirname, '../..');

withInstalled('vitest', (packages) => {
  it('The component test of docs/testing.md passes', { timeout: 120_000 }, (t) => {
    const shop = createShop(t, packages);
    const guide = readFileSync(join(root, 'docs/testing.md'), 'utf8');
    const files = [...guide.matchAll(/```js\n\/\/ (\S+\.js)\n([^]*?)```/g)];
    for (const [, file = '', code = ''] of files) writeFileSync(join(shop, file), code);
    writeFileSync(join(shop, 'package.json'), '{"type": "module"}');
    symlinkSync(join(root, 'node_modules/msw'), join(shop, 'node_modules/msw'));
    const { status, stdout, stderr } = spawnSync(
      programOf('node'),
      [join(modules, 'vitest/vitest.mjs'), 'run', '--no-color'],
      { cwd: shop, encoding: 'utf8' },
    );
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /Tests +2 passed/);
    assert.equal(stderr, '', 'it prints no warning');
  });
});
