import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isEmailAddress, isUsPhoneNumber } from '../../src/contract/index.js';

const longestEmail = `${'a'.repeat(64)}@${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(61)}.com`;

// oxfmt-ignore
const cases: readonly [(text: string) => boolean, accepted: string[], rejected: string[]][] = [
  [
    isUsPhoneNumber,
    [
      '4155552671', '(415) 555-2671', '(415)555-2671', '(415)-555-2671', '1 (415)-555-2671',
      '415-555-2671', '415.555.2671', '415 555 2671', '14155552671', '+14155552671',
      '+1 415 555 2671', '1-415-555-2671',
    ],
    [
      '', '911', '415555267', '41555526711', '+44 20 7946 0000', '+4155552671', '0155552671',
      '1155552671', '4151552671', '415-555-2671 x5', '415-CALL-NOW', 'call 4155552671',
      '4155552671\n', '(415 555-2671', '415) 555-2671', '٤١٥٥٥٥٢٦٧١', '４１５５５５２６７１', '4'.repeat(40),
    ],
  ],
  [
    isEmailAddress,
    ['ada@example.com', 'ada.lovelace+desk@mail.example.co', "o'hara@example.com", longestEmail],
    [
      '', 'ada', 'ada at example', 'ada@', '@example.com', 'ada@example', 'ada @example.com',
      'ada@example.com ', 'a@b.example\r\nBcc: x', 'Ada <ada@example.com>', 'ada@example..com',
      longestEmail.replace('.com', '.come'), `${'a'.repeat(10_000)}@example.com`,
      `a@${'a.'.repeat(5000)}`, `${'a.'.repeat(125)}!`,
    ],
  ],
];

for (const [check, accepted, rejected] of cases) {
  describe(`${check.name}()`, () => {
    for (const text of accepted) {
      it(`accepts ${text.slice(0, 40)}`, () => assert.equal(check(text), true));
    }
    for (const text of rejected) {
      it(`rejects ${JSON.stringify(text).slice(0, 40)}`, () => assert.equal(check(text), false));
    }
  });
}

it('isEmailAddress() accepts at most 254 characters', () => {
  assert.equal(longestEmail.length, 254);
});
