/** Helpers that change fields of a request and check the response. */
import assert from 'node:assert/strict';
import type { OperationName } from '../../src/contract/index.js';
import { assertAbsent } from '../support/assertions.js';
import { samples } from '../support/samples.js';
import {
  assertRefused,
  createTestProxy,
  shop,
  type ReadResponse,
  type RequestChanges,
  type TestProxy,
} from '../support/test-proxy.js';

export type Fields = Readonly<Record<string, unknown>>;

export const creations = [
  'createPayOverTimeLink',
  'createPrequalLink',
  'addMerchantLocation',
] as const;
export type Creation = (typeof creations)[number];

/** The status of each code with which fields are refused. */
const statuses = {
  'invalid-json': 400,
  'invalid-request': 400,
  'invalid-phone-number': 422,
  'invalid-email': 422,
  'vertical-not-supported': 422,
  'state-not-supported': 422,
} as const;
export type Code = keyof typeof statuses;

/** The body of a plain request with other fields, in the shape of its operation. */
export function bodyOf(operation: Creation, fields: Fields): unknown {
  const [plain] = [samples[operation].body].flat() as Fields[];
  const body = { ...plain, ...fields };
  return operation === 'createPrequalLink' ? [body] : body;
}

/** Where a field of that body stands in errors and in the log. */
export function pathOf(operation: Creation, field: string): string {
  return operation === 'createPrequalLink' ? `[0].${field}` : field;
}

/** Returns `{ a: { b: value } }` for the path `a.b`. */
export function at(path: string, value: unknown): Fields {
  return path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Fields;
}

/** Asks, and asserts a refusal that names these paths, reaches no service and repeats none of `texts`. */
export async function assertRefusal(
  operation: OperationName,
  difference: RequestChanges,
  paths: readonly string[],
  code: Code = 'invalid-request',
  texts: readonly unknown[] = [],
): Promise<ReadResponse> {
  const proxy = createTestProxy({ sms: true });
  const response = await proxy.send(operation, difference);
  const { errors } = assertRefused(proxy, response, statuses[code], code);
  assert.deepEqual(
    errors?.map(({ path }) => path),
    paths,
  );
  for (const text of texts) assertNotShown(response.text + JSON.stringify(proxy.log), text);
  return response;
}

/** A text of up to three characters occurs by chance. */
export function assertNotShown(where: string, text: unknown): void {
  if (typeof text === 'string' && text.length > 3) assertAbsent(where, text);
}

/** The object that the service received in the only call. */
export function receivedBy({ service }: TestProxy): Fields {
  assert.equal(service.calls.length, 1);
  const [body] = [service.calls[0]!.body].flat() as Fields[];
  return body!;
}

export const texting = { origin: shop, 'idempotency-key': 'key-of-a-text-to-send' };

/** Fields that make the sample of an operation one that is texted. */
export const texted: Readonly<Record<Creation, Fields>> = {
  createPayOverTimeLink: { phoneNumber: '4155552671', sendSMS: true },
  createPrequalLink: { customerPhoneNumber: '4155552671', sendSMS: true },
  addMerchantLocation: { representativeDetails: { phoneNumber: '4155552671' }, sendSMS: true },
};
