import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { readStrings } from '../../src/proxy/fields.js';

describe('A phone number of North America', () => {
  const textable = ['FIXED_LINE_OR_MOBILE', 'MOBILE'];

  it('is taken as by the metadata of all countries, whatever its area', () => {
    const different: string[] = [];
    for (let area = 200; area < 1_000; area += 1) {
      for (const rest of ['2000000', '3210100', '5550123', '7770199', '9999999']) {
        const number = parsePhoneNumberFromString(`${area}${rest}`, 'US');
        const isTextable = number?.country === 'US' && textable.includes(number.getType() ?? '');
        const expected = isTextable ? number.number : undefined;
        const { phoneNumber } = readStrings({ phoneNumber: `${area}${rest}` }, () => undefined);
        if (phoneNumber !== expected) different.push(`${area}${rest}`);
      }
    }
    assert.deepEqual(different, []);
  });
});
