/** `npm run mutation` takes hours and runs rarely, so this checks that its file lists are current. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { modules, sourcesOf, testsOf } from '../mutation/modules.js';

describe('npm run mutation', () => {
  it('names only sources and tests that exist', () => {
    for (const module of Object.values(modules)) {
      assert.doesNotThrow(() => [sourcesOf(module), testsOf(module)]);
    }
  });
});
