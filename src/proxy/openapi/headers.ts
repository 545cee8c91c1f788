import { operations, type OperationName } from '../../contract/index.js';
import { componentRef, createQueryParameters, type JsonObject } from './schemas.js';

/** Headers of answers. */
export const responseHeaders: Readonly<Record<string, JsonObject>> = {
  'X-Request-Id': {
    description: 'Identifies the request in the log of the proxy.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds after which a retry can succeed.',
    schema: { type: 'integer', minimum: 1 },
  },
};

/** Request headers that several operations share. */
export const sharedParameters: Readonly<Record<string, JsonObject>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Identifies one logical request for 24 hours, by 16 to 128 visible ASCII characters: the same key with the same ' +
      'body gets the same answer, and no second text is sent. Required for a text.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{16,128}$' },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Kept for the answer and the log when it is 8 to 64 letters, digits, - and _.',
    schema: { type: 'string' },
  },
};

const purchase: JsonObject = {
  name: 'Financing-Purchase',
  in: 'header',
  description:
    'A purchase token, signed by the back end of the integrator: it verifies the amount.',
  schema: { type: 'string', pattern: '^v1\\.[\\w-]+\\.[\\w-]{43}$' },
};

const pathLocation: JsonObject = {
  name: 'location',
  in: 'path',
  required: true,
  description: 'The location as it was given when it was added.',
  schema: { type: 'string', minLength: 1, maxLength: 256 },
};

/** Returns the parameters of an operation: query, path and headers. */
export function parametersOf(operation: OperationName): JsonObject[] {
  const row = operations[operation];
  return [
    ...('query' in row ? createQueryParameters(row.query) : []),
    ...(row.path.endsWith('{location}') ? [pathLocation] : []),
    ...('sms' in row ? [componentRef('parameters', 'IdempotencyKey')] : []),
    ...(operation === 'createPayOverTimeLink' ? [purchase] : []),
    componentRef('parameters', 'RequestId'),
  ];
}
