/** Phone numbers and email addresses, as people type and copy them, in the form that the service gets. */
import { isEmailAddress, isUsPhoneNumber } from '../../contract/index.js';
import { refusedAreaCodes } from './refused-area-codes.js';

/** The maximum number of characters in a phone number, white space included. */
const maxPhoneLength = 39;

/**
 * Returns text without white space around it and around its punctuation. Removes invisible characters and turns every
 * kind of space into a plain one, because a number copied from a phone's contacts has direction marks and no-break spaces.
 */
function tidy(text: string, punctuation: RegExp): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .replace(punctuation, '$1');
}

/**
 * Returns a geographic US number as `+14155552671`, or undefined for any other text. The contract wants "a valid US phone
 * number", and the service isn't available in US territories, so numbers of Puerto Rico and Guam are refused along with
 * foreign, toll-free, and premium numbers. Accepts area codes that are too new to be listed, and the fictional 555-0100.
 */
export function canonicalPhoneNumber(text: string): string | undefined {
  const typed = tidy(text.replace(/\p{Pd}/gu, '-'), / ?([-+.()]) ?/g);
  if (text.length > maxPhoneLength || !isUsPhoneNumber(typed)) return undefined;
  const digits = typed.replace(/\D/g, '').slice(-10);
  return refusedAreaCodes.has(digits.slice(0, 3)) ? undefined : `+1${digits}`;
}

/** Returns an email address, or undefined for any other text. */
export function canonicalEmailAddress(text: string): string | undefined {
  const typed = tidy(text, / ?([@._+-]) ?/g);
  return isEmailAddress(typed) ? typed : undefined;
}
