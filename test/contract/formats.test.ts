import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isEmailAddress, isUsPhoneNumber } from '../../src/contract/index.js';

describe('isUsPhoneNumber()', () => {
  for (const number of [
    '4155552671',
    '(415) 555-2671',
    '(415)555-2671',
    '(415)-555-2671',
    '1 (415)-555-2671',
    '415-555-2671',
    '415.555.2671',
    '415 555 2671',
    '14155552671',
    '+14155552671',
    '+1 415 555 2671',
    '1-415-555-2671',
  ]) {
    it(`takes ${number}`, () => {
      assert.equal(isUsPhoneNumber(number), true);
    });
  }

  for (const number of [
    '',
    '911',
    '415555267',
    '41555526711',
    '+44 20 7946 0000',
    '+4155552671',
    '0155552671',
    '1155552671',
    '4151552671',
    '415-555-2671 x5',
    '415-CALL-NOW',
    'call 4155552671',
    '4155552671\n',
    '(415 555-2671',
    '415) 555-2671',
    '٤١٥٥٥٥٢٦٧١',
    '４１５５５５２６７１',
    '4'.repeat(40),
  ]) {
    it(`refuses ${JSON.stringify(number)}`, () => {
      assert.equal(isUsPhoneNumber(number), false);
    });
  }
});

describe('isEmailAddress()', () => {
  for (const address of [
    'ada@example.com',
    'ada.lovelace+desk@mail.example.co',
    "o'hara@example.com",
  ]) {
    it(`takes ${address}`, () => {
      assert.equal(isEmailAddress(address), true);
    });
  }

  const longest = `${'a'.repeat(64)}@${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(61)}.com`;

  it('takes 254 characters and refuses 255', () => {
    assert.equal(longest.length, 254);
    assert.equal(isEmailAddress(longest), true);
    assert.equal(isEmailAddress(longest.replace('.com', '.come')), false);
  });

  for (const address of [
    '',
    'ada',
    'ada at example',
    'ada@',
    '@example.com',
    'ada@example',
    'ada @example.com',
    'ada@example.com ',
    'a@b.example\r\nBcc: x',
    'Ada <ada@example.com>',
    'ada@example..com',
  ]) {
    it(`refuses ${JSON.stringify(address)}`, () => {
      assert.equal(isEmailAddress(address), false);
    });
  }

  for (const [kind, hostile] of [
    ['10 kB', `${'a'.repeat(10_000)}@example.com`],
    ['nested dots', `a@${'a.'.repeat(5000)}`],
    ['repeated words', `${'a.'.repeat(125)}!`],
  ] as const) {
    it(`refuses ${kind}`, () => {
      assert.equal(isEmailAddress(hostile), false);
    });
  }
});
