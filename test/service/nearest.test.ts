import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearest } from '../../src/service/nearest.js';

describe('nearest', () => {
  it('takes the candidate with the fewest changes', () => {
    assert.equal(nearest('--base-ur', ['--base-dir', '--base-url']), '--base-url');
  });

  it('counts two swapped letters as one change', () => {
    assert.equal(nearest('prot', ['pr0x', 'port']), 'port');
  });

  it('takes none when all are far', () => {
    assert.equal(nearest('--banana', ['--port', '--mount']), undefined);
  });
});
