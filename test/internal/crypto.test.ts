import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { equalBytes, fromBase64Url, toBase64Url } from '../../src/internal/crypto.js';

const equal = (left: number[], right: number[]) =>
  equalBytes(Uint8Array.from(left), Uint8Array.from(right));

describe('equalBytes()', () => {
  it('is true for equal bytes', () => {
    assert.equal(equal([], []), true);
    assert.equal(equal([0, 128, 255], [0, 128, 255]), true);
  });

  it('is false if any byte differs', () => {
    assert.equal(equal([1, 2, 3], [0, 2, 3]), false);
    assert.equal(equal([1, 2, 3], [1, 0, 3]), false);
    assert.equal(equal([1, 2, 3], [1, 2, 0]), false);
  });

  it('is false if the bytes are only a prefix of the others', () => {
    assert.equal(equal([1, 2], [1, 2, 0]), false);
    assert.equal(equal([1, 2, 0], [1, 2]), false);
    assert.equal(equal([], [0]), false);
  });
});

describe('base64url', () => {
  it('has no padding and only URL-safe characters', () => {
    for (const bytes of [[], [0], [0, 0], [251, 255, 191], [255, 239, 254, 62]]) {
      const text = toBase64Url(Uint8Array.from(bytes));
      assert.equal(text, Buffer.from(bytes).toString('base64url'));
      assert.deepEqual(fromBase64Url(text), Uint8Array.from(bytes));
    }
  });

  for (const text of ['!AAA', 'AAA!', 'AA+/', 'A', 'AAAAA', 'AA==', ' AAA', 'AB', 'AAB', 'é']) {
    it(`isn’t another encoding: ${text}`, () => {
      assert.equal(fromBase64Url(text), undefined);
    });
  }
});
