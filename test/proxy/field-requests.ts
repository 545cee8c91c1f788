/** Helpers that change fields of a request and check the response. */
import assert from 'node:assert/strict';
import * as z from 'zod';
import type { OperationName } from '../../src/contract/index.js';
import { bodySchemas } from '../../src/proxy/fields/body-schemas.js';
import { problemRow, type ProblemCode } from '../../src/proxy/problems.js';
import { assertAbsent, pluck } from '../support/assertions.js';
import type { Creation } from '../support/samples.js';
import {
  assertRefused,
  createTestProxy,
  shop,
  type ReadResponse,
  type RequestChanges,
  type TestProxy,
} from '../support/test-proxy.js';

export type Fields = Readonly<Record<string, unknown>>;

interface Field {
  /** The path below the fields of the operation, as in `customerDetails.email`. */
  readonly path: string;
  readonly isRequired: boolean;
}

export function fieldsOf(operation: Creation): readonly Field[] {
  const schema = z.toJSONSchema(bodySchemas[operation], { io: 'input' });
  return listFields(operation === 'createPrequalLink' ? schema.prefixItems![0]! : schema, '');
}

function listFields(schema: z.core.JSONSchema._JSONSchema, parent: string): Field[] {
  if (typeof schema === 'boolean') return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${parent}${name}`;
    const isRequired = schema.required?.includes(name) ?? false;
    return [{ path, isRequired }, ...listFields(field, `${path}.`)];
  });
}

/** Returns the path of a field as errors and the log name it. */
export function pathOf(operation: Creation, field: string): string {
  return operation === 'createPrequalLink' ? `[0].${field}` : field;
}

/** Returns `{ a: { b: value } }` for the path `a.b`. */
export function at(path: string, value: unknown): Fields {
  return path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Fields;
}

/**
 * Sends a request, and asserts that its response names these paths, that it doesn't reach the service, and that nothing repeats
 * one of the values.
 */
export async function assertRefusal(
  operation: OperationName,
  changes: RequestChanges,
  paths: readonly string[],
  code: ProblemCode = 'invalid-request',
  values: readonly unknown[] = [],
): Promise<ReadResponse> {
  const proxy = createTestProxy({ sms: true });
  const response = await proxy.send(operation, changes);
  const { errors } = assertRefused(proxy, response, problemRow(code).status, code);
  assert.deepEqual(pluck(errors, 'path'), paths);
  for (const value of values) assertNotShown(response.text + JSON.stringify(proxy.log), value);
  return response;
}

/** Asserts that a text doesn't contain a value. Skips values of up to three characters, which can occur by chance. */
export function assertNotShown(text: string, value: unknown): void {
  if (typeof value === 'string' && value.length > 3) assertAbsent(text, value);
}

export function receivedBy({ service }: TestProxy): Fields {
  assert.equal(service.calls.length, 1);
  const [body] = [service.calls[0]!.body].flat() as Fields[];
  return body!;
}

export const textHeaders = { origin: shop, 'idempotency-key': 'key-of-a-text-message' };

/** The fields that make the sample of an operation a request for a text message. */
export const textFields: Readonly<Record<Creation, Fields>> = {
  createPayOverTimeLink: { phoneNumber: '4155552671', sendSMS: true },
  createPrequalLink: { customerPhoneNumber: '4155552671', sendSMS: true },
  addMerchantLocation: { representativeDetails: { phoneNumber: '4155552671' }, sendSMS: true },
};
