/** The parts that operations of the OpenAPI document share: parameters, headers, credentials, and problems. */
import { declaredErrors, operations, type OperationName } from '../../src/contract/index.js';
import { codes, isOnboarding, statusOf, titles, type ProblemCode } from '../proxy-facts.js';

/** A JSON Schema (draft 2020-12), or another object of an OpenAPI document. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns a reference to a component of the document. */
export function componentRef(kind: string, key: string): JsonObject {
  return { $ref: `#/components/${kind}/${key}` };
}

/** Returns the content of a body with this schema. */
export function json(schemaName: string): JsonObject {
  return { 'application/json': { schema: componentRef('schemas', schemaName) } };
}

/** Response headers. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'Identifies the request in the log of the proxy.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds after which a retry can succeed.',
    schema: { type: 'integer', minimum: 1 },
  },
  'Financing-Link-Token': {
    description:
      'The token for reading the status of the link at `/link-status`, for 24 hours. Only the first link of a reference has one.',
    schema: { type: 'string', pattern: '^[\\w-]{43}$' },
  },
};

/** Returns response headers, by reference. */
export function headersOf(...names: (keyof typeof responseHeaders)[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, componentRef('headers', name)]));
}

/** Request headers that several operations share. */
export const sharedParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Identifies one logical request for 24 hours, with 16 to 128 visible ASCII characters. The same key with the same ' +
      'body gets the same response, and no second text is sent. Required for a text.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{16,128}$' },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Used in the response and the log if it has 8 to 64 letters, digits, - and _.',
    schema: { type: 'string' },
  },
};

/** The credentials of staff and of a page. */
export const securitySchemes = {
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      "The proxy's admin token, or the credential that the integrator's `authorize` option checks.",
  },
  linkToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The value of `Financing-Link-Token` in the response with the link.',
  },
};

/** The header of a 401, with the schemes of tokens and of webhook signatures. */
const challengeHeader = {
  'WWW-Authenticate': { schema: { type: 'string', enum: ['Bearer', 'Signature'] } },
};

const statuses = [...new Set(codes.map(statusOf))];

/** The schemas that aren't in the contract: problems (RFC 9457), events, and the status of links. */
export const ownSchemas: Readonly<Record<string, JsonObject>> = {
  ProblemCode: {
    type: 'string',
    description: 'What went wrong, for programs. Later versions may add codes.',
    enum: codes,
  },
  Problem: {
    type: 'object',
    description: 'Problem details (RFC 9457). They never contain input from the request.',
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
    properties: {
      type: {
        type: 'string',
        description:
          'URL of the section about the code, if the option errorPages is set. Otherwise about:blank.',
      },
      title: { type: 'string' },
      status: { type: 'integer', enum: statuses },
      detail: { type: 'string', description: 'A sentence for developers.' },
      code: componentRef('schemas', 'ProblemCode'),
      requestId: { type: 'string', description: 'Identifies the request in the log of the proxy.' },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          required: ['path', 'message'],
          properties: {
            path: {
              type: 'string',
              description: 'Such as [0].totalAmount. Empty for the entire body.',
            },
            message: { type: 'string' },
          },
        },
      },
      service: {
        type: 'object',
        description: "The service's response, if it led to the problem.",
        required: ['status'],
        properties: {
          status: { type: 'integer' },
          message: { type: 'string', description: 'The message, if the contract lists it.' },
          states: {
            type: 'array',
            description: "Postal codes of the states that the service doesn't support.",
            items: { type: 'string', pattern: '^[A-Z]{2}$' },
          },
        },
      },
    },
  },
  WebhookEvent: {
    type: 'object',
    description: 'An event from the service. An option can replace the envelope.',
    required: ['eventType', 'payload'],
    properties: {
      eventType: { type: 'string', minLength: 1, description: 'Such as PREQUAL_COMPLETED.' },
      payload: { type: 'object' },
    },
  },
  LinkStatus: {
    type: 'object',
    description: 'The outcome of the link, or pending. Completed says nothing about the decision.',
    required: ['status'],
    properties: { status: { type: 'string', enum: ['pending', 'completed', 'aborted'] } },
  },
};

/** The problem responses by name. Without 405, because it isn't a response to any method of an operation. */
export const problemResponses: JsonObject = Object.fromEntries(
  statuses
    .filter((status) => status !== 405)
    .map((status) => [responseName(status), problemResponse(status)]),
);

/** Returns the problem responses with these statuses, by reference. */
export function problems(...wanted: readonly number[]): JsonObject {
  return Object.fromEntries(
    wanted.map((status) => [String(status), componentRef('responses', responseName(status))]),
  );
}

/** Returns the problem responses of an operation, by reference. */
export function problemsOf(operation: OperationName): JsonObject {
  return problems(...statuses.filter((status) => canAnswer(operation, status)));
}

function canAnswer(operation: OperationName, status: number): boolean {
  switch (status) {
    case 401:
      return isOnboarding(operation);
    case 404:
      return declaredErrors(operation).some((error) => error.status === status);
    case 405:
      return false;
    case 409:
      return 'sms' in operations[operation];
    case 413:
    case 415:
      return 'request' in operations[operation];
    default:
      return true;
  }
}

function problemResponse(status: number): JsonObject {
  const narrowed = {
    type: 'object',
    properties: {
      status: { type: 'integer', const: status },
      code: { type: 'string', enum: codesAt(status) },
    },
  };
  return {
    description: titles[status],
    headers: {
      ...headersOf('X-Request-Id'),
      ...([409, 429, 503].includes(status) && headersOf('Retry-After')),
      ...(status === 401 && challengeHeader),
    },
    content: {
      'application/problem+json': {
        schema: { allOf: [componentRef('schemas', 'Problem'), narrowed] },
      },
    },
  };
}

/** Returns the codes with a status. In the contract, an unknown location is 422 on estimation and 404 elsewhere. */
function codesAt(status: number): ProblemCode[] {
  return codes.filter(
    (code) => statusOf(code) === status || (status === 422 && code === 'location-not-found'),
  );
}

/** Returns the name of a response, such as `TooManyRequests`. */
function responseName(status: number): string {
  return (titles[status] ?? 'Problem').replaceAll(' ', '');
}
