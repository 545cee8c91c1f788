import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { readStrings } from '../../src/proxy/fields/string-rules.js';

describe('A North American phone number', () => {
  it('is rejected if its area code is foreign, toll-free, premium, or personal', () => {
    const different: string[] = [];
    for (let area = 200; area < 1_000; area += 1) {
      for (const rest of ['2000000', '3210100', '5550123', '7770199', '9999999']) {
        const number = parsePhoneNumberFromString(`${area}${rest}`, 'US');
        if (number?.country === undefined || (number.country === 'US' && !number.isValid())) {
          continue; // The metadata doesn't know it.
        }
        const isGeographic = number.country === 'US' && number.getType() === 'FIXED_LINE_OR_MOBILE';
        const expected = isGeographic ? number.number : undefined;
        const { phoneNumber } = readStrings({ phoneNumber: `${area}${rest}` }, () => undefined);
        if (phoneNumber !== expected) different.push(`${area}${rest}`);
      }
    }
    assert.deepEqual(different, []);
  });
});
