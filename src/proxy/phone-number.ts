import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { isUsPhoneNumber } from '../contract/index.js';

/**
 * A US number that can be texted, as `+14155552671`; undefined for everything else. The contract wants "a valid US
 * number", and the service is not available in the territories, so Puerto Rico, Guam and their like are refused with
 * Canada, the Caribbean, premium and toll-free numbers. The fictional 555-0100 to 555-0199 pass: they reach nobody.
 */
export function canonicalPhoneNumber(text: string): string | undefined {
  // The library finds numbers in sentences, drops extensions, and reads digits of any script.
  if (!isUsPhoneNumber(text)) return undefined;
  const number = parsePhoneNumberFromString(text, 'US');
  if (number?.country !== 'US') return undefined;
  // In the US a number's digits do not tell mobile from fixed line: most are of this one type.
  const type = number.getType();
  return type === 'FIXED_LINE_OR_MOBILE' || type === 'MOBILE' ? number.number : undefined;
}
