import type * as z from 'zod';

/**
 * A schema for each field of a type, and for no other field; optional fields have an optional schema. The type is written
 * beside its schema, since the comments in a schema do not reach the declarations that editors read.
 */
export type FieldSchemas<Fields> = {
  readonly [Name in keyof Fields]-?: undefined extends Fields[Name]
    ? z.ZodOptional<z.ZodType<Exclude<Fields[Name], undefined>>>
    : z.ZodType<Fields[Name]>;
};
