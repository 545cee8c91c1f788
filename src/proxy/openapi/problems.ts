import { declaredErrors, operations, type OperationName } from '../../contract/index.js';
import { componentRef, type JsonObject } from './schemas.js';
import { isOnboarding, statuses, titles, type ProblemCode } from '../http/index.js';

const codes = Object.keys(statuses) as ProblemCode[];
const distinctStatuses = [...new Set(Object.values<number>(statuses))];

/** The schemas of problems: the codes, and the body (RFC 9457). */
export const problemSchemas: Readonly<Record<string, JsonObject>> = {
  ProblemCode: {
    type: 'string',
    description: 'What went wrong, for programs. Later versions may have more of them.',
    enum: codes,
  },
  Problem: {
    type: 'object',
    description: 'Problem details (RFC 9457). No text in it holds input of the request.',
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
    properties: {
      type: {
        type: 'string',
        description:
          'URL of the page of the code, with the option errorPages; otherwise about:blank.',
      },
      title: { type: 'string' },
      status: { type: 'integer', enum: distinctStatuses },
      detail: { type: 'string', description: 'A sentence for developers.' },
      code: componentRef('schemas', 'ProblemCode'),
      requestId: { type: 'string', description: 'Identifies the request in the log of the proxy.' },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          required: ['path', 'message'],
          properties: {
            path: { type: 'string', description: 'As in [0].totalAmount; empty for the whole.' },
            message: { type: 'string' },
          },
        },
      },
      service: {
        type: 'object',
        description: 'The answer of the service, when it led to the problem.',
        required: ['status'],
        properties: {
          status: { type: 'integer' },
          message: { type: 'string', description: 'Only a message that the contract lists.' },
          states: {
            type: 'array',
            description: 'Postal codes of the states that the service does not support.',
            items: { type: 'string', pattern: '^[A-Z]{2}$' },
          },
        },
      },
    },
  },
};

/** Returns the problem answers of an operation by status, as references. */
export function problemResponsesOf(operation: OperationName): JsonObject {
  return problemResponses(...distinctStatuses.filter((code) => canAnswer(operation, code)));
}

/** Returns the problem answers with these statuses, as references. */
export function problemResponses(...wanted: readonly number[]): JsonObject {
  return Object.fromEntries(
    wanted.map((code) => [String(code), componentRef('responses', responseName(code))]),
  );
}

/** Creates the problem answers of these operations, and those with further statuses. */
export function createProblemResponses(
  names: readonly OperationName[],
  ...further: readonly number[]
): JsonObject {
  const possible = distinctStatuses.filter(
    (code) => further.includes(code) || names.some((name) => canAnswer(name, code)),
  );
  return Object.fromEntries(possible.map((code) => [responseName(code), problemResponse(code)]));
}

/** False for 405: no method of an operation leads to it. */
function canAnswer(operation: OperationName, code: number): boolean {
  switch (code) {
    case 401:
      return isOnboarding(operation);
    case 404:
      return declaredErrors(operation).some((error) => error.status === code);
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

/** The schemes of tokens and of webhook signatures. */
const challenge = { type: 'string', enum: ['Bearer', 'Signature'] };

function problemResponse(code: number): JsonObject {
  return {
    description: titles[code],
    headers: {
      'X-Request-Id': componentRef('headers', 'X-Request-Id'),
      ...([409, 429, 503].includes(code) && {
        'Retry-After': componentRef('headers', 'Retry-After'),
      }),
      ...(code === 401 && { 'WWW-Authenticate': { schema: challenge } }),
    },
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            componentRef('schemas', 'Problem'),
            {
              type: 'object',
              properties: {
                status: { type: 'integer', const: code },
                code: { type: 'string', enum: codesOf(code) },
              },
            },
          ],
        },
      },
    },
  };
}

/** In the contract, an unknown location is 422 on the estimation and 404 elsewhere. */
function codesOf(code: number): ProblemCode[] {
  return codes.filter(
    (name) => statuses[name] === code || (code === 422 && name === 'location-not-found'),
  );
}

/** As in `TooManyRequests`. */
function responseName(code: number): string {
  return (titles[code] ?? 'Problem').replaceAll(' ', '');
}
