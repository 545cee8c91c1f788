import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearest } from '../../src/internal/settings/nearest.js';

describe('nearest', () => {
  it('takes the candidate with the fewest changes', () => {
    assert.equal(nearest('--base-ur', ['--base-dir', '--base-url']), '--base-url');
  });

  it('counts two swapped letters as one change', () => {
    assert.equal(nearest('prot', ['pr0x', 'port']), 'port');
  });

  it('makes nothing of capitals', () => {
    assert.equal(nearest('--BASE-URL', ['--mount', '--base-url']), '--base-url');
  });

  for (const [part, whole] of [
    ['--key', '--svc-key'],
    ['REDIS', 'REDIS_URL'],
    ['origins', 'allowedOrigins'],
  ] as const) {
    it(`takes ${whole} for ${part}, which is a part of it`, () => {
      assert.equal(nearest(part, ['mount', whole]), whole);
    });
  }

  it('takes none when all are far', () => {
    assert.equal(nearest('--banana', ['--port', '--mount']), undefined);
  });
});
