import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { isUsPhoneNumber } from '../../contract/index.js';

/**
 * Returns a US number that can be texted as `+14155552671`, or undefined for any other text. The contract wants "a valid
 * US number", and the service is not available in the territories, so numbers of Puerto Rico and Guam are refused like
 * those of Canada and the Caribbean, premium and toll-free numbers. The fictional 555-0100 to 555-0199 pass.
 */
export function canonicalPhoneNumber(text: string): string | undefined {
  // The library would find numbers in sentences, drop extensions, and read digits of any script.
  if (!isUsPhoneNumber(text)) return undefined;
  const number = parsePhoneNumberFromString(text, 'US');
  if (number?.country !== 'US') return undefined;
  // In the US the digits do not tell mobile from fixed line, so most numbers have this one type.
  const type = number.getType();
  return type === 'FIXED_LINE_OR_MOBILE' || type === 'MOBILE' ? number.number : undefined;
}
