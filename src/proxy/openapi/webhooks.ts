import { webhookSignatureHeader, type OperationName } from '../../contract/index.js';
import { problemResponses } from './problems.js';
import { componentRef, type JsonObject } from './schemas.js';

/** What an answer with a link has, where the proxy takes events. */
export const linkTokenHeaders: JsonObject = {
  'Financing-Link-Token': {
    description:
      'Asks `/link-status` what became of the link, for 24 hours. Only the first link of a reference has one.',
    schema: { type: 'string', pattern: '^[\\w-]{43}$' },
  },
};

/** The header by reference, for the answers that may have it. */
export function linkTokenHeaderOf(operation: OperationName): JsonObject {
  const isFollowed = operation === 'createPayOverTimeLink' || operation === 'createPrequalLink';
  return isFollowed
    ? { 'Financing-Link-Token': componentRef('headers', 'Financing-Link-Token') }
    : {};
}

/** How a page shows that a link is its own. */
export const linkToken: JsonObject = {
  type: 'http',
  scheme: 'bearer',
  description: 'What the header `Financing-Link-Token` of the answer with the link said.',
};

/** Schemas of events and of the status of links. */
export const webhookSchemas: Readonly<Record<string, JsonObject>> = {
  WebhookEvent: {
    type: 'object',
    description: 'An event of the service, unless the proxy is told to read another envelope.',
    required: ['eventType', 'payload'],
    properties: {
      eventType: { type: 'string', minLength: 1, description: 'As in PREQUAL_COMPLETED.' },
      payload: { type: 'object' },
    },
  },
  LinkStatus: {
    type: 'object',
    description:
      'How the way through the link has ended, if it has. Completed says nothing of a decision.',
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
        'Answered when the integrator has handled the event. What is not answered with 2xx is to be delivered again; ' +
        'the same bytes are handled once. Where the integrator answers with a status, that is the answer.',
      tags: ['service'],
      security: [],
      parameters: [
        {
          name: webhookSignatureHeader,
          in: 'header',
          description:
            '`t=<Unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body. Another header, or another ' +
            'proof, where the proxy is told so.',
          schema: { type: 'string' },
        },
        componentRef('parameters', 'RequestId'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: componentRef('schemas', 'WebhookEvent') } },
      },
      responses: {
        '2XX': { description: 'The event is handled.', headers: requestId },
        ...problemResponses(...eventProblems),
        default: { description: 'What the integrator answered.', headers: requestId },
      },
    },
  },
  '/link-status': {
    get: {
      operationId: 'getLinkStatus',
      summary: 'Ask what became of a link',
      tags: ['page'],
      security: [{ linkToken: [] }],
      parameters: [componentRef('parameters', 'RequestId')],
      responses: {
        200: {
          description: 'As far as the service has told.',
          headers: requestId,
          content: { 'application/json': { schema: componentRef('schemas', 'LinkStatus') } },
        },
        ...problemResponses(...statusProblems),
      },
    },
  },
};
