import { operations, webhookSignatureHeader, type OperationName } from '../../contract/index.js';
import { isOnboarding } from '../http/index.js';
import { problemResponses } from './problems.js';
import { componentRef, type JsonObject } from './schemas.js';

/** The header of an answer with a link, when the proxy takes webhooks. */
export const linkTokenHeaders: JsonObject = {
  'Financing-Link-Token': {
    description:
      'The token with which `/link-status` tells the status of the link, for 24 hours. Only the first link of a reference has one.',
    schema: { type: 'string', pattern: '^[\\w-]{43}$' },
  },
};

/** Returns the header by reference, for operations that create links for shoppers. */
export function linkTokenHeaderOf(operation: OperationName): JsonObject {
  const isFollowed = 'sms' in operations[operation] && !isOnboarding(operation);
  return isFollowed
    ? { 'Financing-Link-Token': componentRef('headers', 'Financing-Link-Token') }
    : {};
}

/** The credential of a page for the status of its link. */
export const linkToken: JsonObject = {
  type: 'http',
  scheme: 'bearer',
  description: 'The value of `Financing-Link-Token` in the answer with the link.',
};

/** Schemas of events and of the status of links. */
export const webhookSchemas: Readonly<Record<string, JsonObject>> = {
  WebhookEvent: {
    type: 'object',
    description: 'An event of the service. An option can replace the envelope.',
    required: ['eventType', 'payload'],
    properties: {
      eventType: { type: 'string', minLength: 1, description: 'As in PREQUAL_COMPLETED.' },
      payload: { type: 'object' },
    },
  },
  LinkStatus: {
    type: 'object',
    description: 'The outcome of the link, or pending. Completed says nothing about a decision.',
    required: ['status'],
    properties: { status: { type: 'string', enum: ['pending', 'completed', 'aborted'] } },
  },
};

const eventProblems = [400, 401, 413, 429, 502, 503];
const statusProblems = [401, 403, 429, 502, 503];

/** The statuses of problems on the two paths. */
export const webhookStatuses: readonly number[] = [...eventProblems, ...statusProblems];

const requestId = { 'X-Request-Id': componentRef('headers', 'X-Request-Id') };

/** The two paths. HEAD goes where GET does. */
export const webhookPaths: Readonly<Record<string, JsonObject>> = {
  '/webhooks': {
    post: {
      operationId: 'receiveWebhook',
      summary: 'Take an event of the service',
      description:
        'Answered when the integrator has handled the event. Deliver again after any answer but 2xx; the same bytes ' +
        'are handled once. The answer has the status of the integrator, if it returns one.',
      tags: ['service'],
      security: [],
      parameters: [
        {
          name: webhookSignatureHeader,
          in: 'header',
          description:
            '`t=<Unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body. Options can name another header, ' +
            'or replace the signature.',
          schema: { type: 'string' },
        },
        componentRef('parameters', 'RequestId'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: componentRef('schemas', 'WebhookEvent') } },
      },
      responses: {
        '2XX': { description: 'The event was handled.', headers: requestId },
        ...problemResponses(...eventProblems),
        default: { description: 'The answer of the integrator.', headers: requestId },
      },
    },
  },
  '/link-status': {
    get: {
      operationId: 'getLinkStatus',
      summary: 'Get the status of a link',
      tags: ['page'],
      security: [{ linkToken: [] }],
      parameters: [componentRef('parameters', 'RequestId')],
      responses: {
        200: {
          description: 'The status of the link.',
          headers: requestId,
          content: { 'application/json': { schema: componentRef('schemas', 'LinkStatus') } },
        },
        ...problemResponses(...statusProblems),
      },
    },
  },
};
