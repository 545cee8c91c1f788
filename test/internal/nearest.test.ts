import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearest } from '../../src/internal/nearest.js';

describe('nearest()', () => {
  it('finds the candidate with the fewest changes', () => {
    assert.equal(nearest('--base-ur', ['--base-dir', '--base-url']), '--base-url');
  });

  it('counts two swapped letters as one change', () => {
    assert.equal(nearest('prot', ['pr0x', 'port']), 'port');
  });

  it('ignores case', () => {
    assert.equal(nearest('--BASE-URL', ['--mount', '--base-url']), '--base-url');
  });

  for (const [part, whole] of [
    ['--key', '--svc-key'],
    ['REDIS', 'REDIS_URL'],
    ['origins', 'allowedOrigins'],
  ] as const) {
    it(`finds ${whole} for ${part}, which is part of it`, () => {
      assert.equal(nearest(part, ['mount', whole]), whole);
    });
  }

  it('finds none if all are too different', () => {
    assert.equal(nearest('--banana', ['--port', '--mount']), undefined);
  });
});
