import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>
  >;
}

const lockFiles = ['.', 'site', 'test/mutation', 'test/runtimes'];

describe('A lock file', () => {
  for (const folder of lockFiles) {
    // npm may write only the binaries for its own platform, which `npm ci` rejects elsewhere.
    it(`has the binaries of all platforms, in ${folder}`, () => {
      const file = new URL(`../../${folder}/package-lock.json`, import.meta.url);
      const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Lock;
      const locked = new Set(
        Object.keys(packages).map((path) => path.split('node_modules/').at(-1)),
      );
      const wanted = Object.values(packages).flatMap(({ optionalDependencies }) =>
        Object.keys(optionalDependencies ?? {}),
      );
      assert.deepEqual(
        wanted.filter((name) => !locked.has(name)),
        [],
        'remove node_modules and this file, and run: npm install --package-lock-only',
      );
    });
  }
});
