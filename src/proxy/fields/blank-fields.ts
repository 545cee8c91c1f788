/** Removes blank optional fields: a form sends an empty string for an input that the shopper left empty. */
import * as z from 'zod';
import { isBlank } from '../../internal/blank.js';

/**
 * Fields that stay although they're blank. A blank `sendSMS` isn't a missing one, because missing can mean true. A blank
 * date of birth is left out by its own rule, which logs it.
 */
const keptFields = ['sendSMS', 'dateOfBirth'];

/** Returns a copy of a body without its blank optional fields, at any level. Leaves what doesn't fit the schema as it is. */
export function withoutBlankFields(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodOptional) return withoutBlankFields(schema.unwrap(), value);
  if (schema instanceof z.ZodTuple && Array.isArray(value)) {
    const { items } = schema.def;
    return value.map((member, index) => {
      const item = items[index];
      return item ? withoutBlankFields(item, member) : (member as unknown);
    });
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value;
  const shape = schema.shape as Readonly<Record<string, z.core.$ZodType>>;
  const fields = Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!field) return [[name, member] as const];
    const isLeftOut =
      field instanceof z.ZodOptional &&
      typeof member === 'string' &&
      isBlank(member) &&
      !keptFields.includes(name);
    return isLeftOut ? [] : [[name, withoutBlankFields(field, member)] as const];
  });
  return Object.fromEntries(fields);
}
