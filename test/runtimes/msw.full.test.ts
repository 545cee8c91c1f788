/** Runs the tests of `financing-elements/sandbox/msw` with msw 3, which needs a newer Node than this package. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { modules, programOf, withInstalled } from './start-runtime.js';

/** Resolves `msw` to this folder's `msw-3`. */
const hooks = `
  import { registerHooks } from 'node:module';
  const parentURL = ${JSON.stringify(pathToFileURL(modules).href)};
  registerHooks({
    resolve: (specifier, context, next) =>
      /^msw(\\/|$)/.test(specifier)
        ? next(specifier.replace('msw', 'msw-3'), { ...context, parentURL })
        : next(specifier, context),
  });`;

withInstalled('msw-3', () => {
  it('test/sandbox/msw.test.ts passes with msw 3 on Node 24', { timeout: 120_000 }, () => {
    const root = join(import.meta.dirname, '../..');
    const imports = ['tsx', `data:text/javascript,${encodeURIComponent(hooks)}`];
    const { status, stdout, stderr } = spawnSync(
      programOf('node'),
      [...imports.flatMap((each) => ['--import', each]), '--test', 'test/sandbox/msw.test.ts'],
      {
        cwd: root,
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
        encoding: 'utf8',
      },
    );
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /^ℹ pass [1-9]\d*$/m);
  });
});
