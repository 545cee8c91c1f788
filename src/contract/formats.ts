import * as z from 'zod';

const email = z.email();

/** True for an email address of at most 254 characters (RFC 5321, section 4.5.3.1.3, less the brackets). */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && email.safeParse(text).success;
}

/**
 * True for ten digits of the North American plan, with or without +1 and the usual punctuation.
 * Says nothing about whether the number exists or can be texted.
 */
export function isUsPhoneNumber(text: string): boolean {
  return /^(?:\+?1[ .-]?)?(?:\([2-9]\d{2}\)[ .-]?|[2-9]\d{2}[ .-]?)[2-9]\d{2}[ .-]?\d{4}$/.test(
    text,
  );
}
