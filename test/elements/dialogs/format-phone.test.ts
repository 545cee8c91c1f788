import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatPhone } from '../../../src/elements/dialogs/format-phone.js';

describe('formatPhone()', () => {
  for (const text of [
    '4155552671',
    '14155552671',
    '+1 415 555 2671',
    '415-555-2671',
    '(415)555.2671',
  ]) {
    it(`formats ${text}`, () => {
      assert.equal(formatPhone(text), '(415) 555-2671');
    });
  }

  for (const [what, text] of [
    ['an incomplete number', '415555267'],
    ['a number with a digit too many', '41555526711'],
    ['a number of another country', '+4155552671'],
    ['a number with an area code that does not exist', '1155552671'],
    ['words', 'call me'],
    ['nothing', ''],
  ] as const) {
    it(`leaves ${what}`, () => {
      assert.equal(formatPhone(text), text);
    });
  }
});
