/** Schemas that several resources share, and checks of single fields. */
import * as z from 'zod';

/**
 * A schema for each field of a type and for no other field. Optional fields have an optional schema. The types are written
 * out next to their schemas, because comments in a schema don't reach the declarations that editors read.
 */
export type FieldSchemas<Fields> = {
  readonly [Name in keyof Fields]-?: undefined extends Fields[Name]
    ? z.ZodOptional<z.ZodType<Exclude<Fields[Name], undefined>>>
    : z.ZodType<Fields[Name]>;
};

/** The phone number that the service texts. Each request has its own name for the field. */
export const TextedNumberSchema = z
  .string()
  .optional()
  .describe('US phone number that can receive text messages. Required if `sendSMS` is true.');

// Not specified: the length of fields in a response. We reject longer ones, because the proxy stores responses. This uses a
// refinement, so that the OpenAPI document doesn't present our limit as the contract's.
const textUpTo = (max: number) =>
  z.string().refine((text) => text.length <= max, { error: `Longer than ${max} characters` });

/** A name or a state in a response. */
export const ResponseTextSchema = textUpTo(256);

/** A URL, a token, or a location in a response. A location is the caller's own identifier, and can be part of a URL. */
export const ResponseUrlSchema = textUpTo(8_192);

const email = z.email();

/** True for an email address of at most 254 characters (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && email.safeParse(text).success;
}

/**
 * True for ten digits of the North American numbering plan, with or without +1 and the usual punctuation. The number may not
 * exist, or may be unable to receive text messages.
 */
export function isUsPhoneNumber(text: string): boolean {
  return /^(?:\+?1[ .-]?)?(?:\([2-9]\d{2}\)[ .-]?|[2-9]\d{2}[ .-]?)[2-9]\d{2}[ .-]?\d{4}$/.test(
    text,
  );
}
