import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../build/openapi/document.js';
import { type OperationName, operations } from '../../src/contract/index.js';

/** Validates with our OpenAPI document and an independent validator. */
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { date: /^\d{4}-\d\d-\d\d$/, email: /^\S+@\S+$/ },
});
ajv.addSchema(openApiDocument, 'openapi');

/** Returns true if the document allows this request body. */
export function isDocumentedRequest(operation: OperationName, body: unknown): boolean {
  const pointer = `${pointerTo(operation)}/requestBody/content/application~1json/schema`;
  return ajv.validate({ $ref: `openapi#${pointer}` }, body);
}

/** Asserts that the document declares the status, media type, and body of a response. */
export async function assertDocumented(
  operation: OperationName,
  response: Response,
): Promise<void> {
  const { status, headers } = response;
  const mediaType = status === 200 ? 'application/json' : 'application/problem+json';
  assert.equal(headers.get('content-type'), mediaType);
  const pointer = resolve(`${pointerTo(operation)}/responses/${status}`);
  const $ref = `openapi#${pointer}/content/${mediaType.replace('/', '~1')}/schema`;
  const isValid = ajv.validate({ $ref }, await response.clone().json());
  assert.ok(isValid, `${operation} ${status} ${await response.text()}: ${ajv.errorsText()}`);
}

function pointerTo(operation: OperationName): string {
  const { path, method } = operations[operation];
  return `/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method.toLowerCase()}`;
}

/** Follows a `$ref` outside of a schema, where JSON Schema doesn't. */
function resolve(pointer: string): string {
  let place: unknown = openApiDocument;
  for (const step of pointer.split('/').slice(1)) {
    const key = decodeURIComponent(step).replaceAll('~1', '/');
    place = (place as Record<string, unknown> | undefined)?.[key];
  }
  assert.ok(place, `the document has no ${pointer}`);
  const { $ref } = place as { $ref?: string };
  return $ref === undefined ? pointer : $ref.slice(1);
}
