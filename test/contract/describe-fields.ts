import assert from 'node:assert/strict';
import { it } from 'node:test';
import type * as z from 'zod';

/** A type as the service document names it, or a value of a type that it describes elsewhere. */
export type FieldType = 'text' | 'number' | 'boolean' | { readonly example: unknown };

const examples = { text: 'any text', number: 7.5, boolean: true } as const;
const values = ['any text', 7.5, true, null, ['any text'], { any: 'text' }] as const;

/**
 * Describes a request or a part of it, from a table of the service document: each field is accepted with its
 * type and refused with every other, may be left out or not, and nothing else is accepted.
 */
export function describeFields(
  schema: z.ZodType,
  required: Readonly<Record<string, FieldType>>,
  optional: Readonly<Record<string, FieldType>>,
): void {
  const accepts = (value: unknown): boolean => schema.safeParse(value).success;
  const minimal = Object.fromEntries(
    Object.entries(required).map(([name, type]) => [name, exampleOf(type)]),
  );

  it('is complete with its required fields', () => {
    assert.ok(accepts(minimal));
  });

  for (const name of Object.keys(required)) {
    it(`is not complete without ${name}`, () => {
      const { [name]: _, ...rest } = minimal;
      assert.ok(!accepts(rest));
    });
  }

  for (const [name, type] of Object.entries({ ...required, ...optional })) {
    it(`takes ${name} as ${typeof type === 'string' ? type : 'described'} and as nothing else`, () => {
      const example = exampleOf(type);
      assert.ok(accepts({ ...minimal, [name]: example }), 'its own type');
      for (const value of values.filter((other) => kindOf(other) !== kindOf(example))) {
        assert.ok(!accepts({ ...minimal, [name]: value }), JSON.stringify(value));
      }
    });
  }

  it('keeps every field as it is', () => {
    const whole = Object.fromEntries(
      Object.entries({ ...required, ...optional }).map(([name, type]) => [name, exampleOf(type)]),
    );
    assert.deepEqual(schema.parse(whole), whole);
  });

  it('takes no field that the document does not name', () => {
    assert.ok(!accepts({ ...minimal, foo: 'any text' }));
  });
}

function exampleOf(type: FieldType): unknown {
  return typeof type === 'string' ? examples[type] : type.example;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
