/** Holds that `npm run mutation`, which takes hours and so runs seldom, still knows the files. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { equivalent } from '../mutation/equivalent.js';
import { modules } from '../mutation/modules.js';

const root = join(import.meta.dirname, '../..');

describe('npm run mutation', () => {
  it('names lines that the sources have as changes that no test can notice', () => {
    const gone = equivalent.filter(({ file, line }) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      return !lines.some((each) => each.trim() === line);
    });
    assert.deepEqual(gone, []);
  });

  it('names sources and tests that are there', () => {
    const files = Object.values(modules).flatMap(({ sources, tests }) => [
      ...sources.map((source) => `src/${source.replace(/ from .*/, '')}.ts`),
      ...tests.map((test) => `test/${test}.test.ts`),
    ]);
    assert.deepEqual(
      files.filter((file) => !existsSync(join(root, file))),
      [],
    );
  });
});
