/** `npm run mutation` takes hours and runs rarely, so this checks that its file lists are current. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { modules } from '../mutation/modules.js';

const root = join(import.meta.dirname, '../..');

describe('npm run mutation', () => {
  it('lists only sources and tests that exist', () => {
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
