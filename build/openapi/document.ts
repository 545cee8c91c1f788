/**
 * The OpenAPI 3.1 document of a proxy, generated from the operations table, the schemas of its fields, and the problem codes.
 * Only sentences, headers, and the proxy's own paths are written by hand. It includes everything that options can open, at the
 * default mount. A proxy serves it with its own mount.
 */
import {
  operationNames,
  operations,
  webhookSignatureHeader,
  type OperationName,
} from '../../src/contract/index.js';
import { LineQuerySchema, isOnboarding, methodsOf, type ElementsFile } from '../proxy-facts.js';
import {
  componentRef,
  headersOf,
  json,
  ownSchemas,
  problemResponses,
  problems,
  problemsOf,
  responseHeaders,
  securitySchemes,
  sharedParameters,
  type JsonObject,
} from './components.js';
import { createBodySchemas, createQueryParameters, schemaName } from './schemas.js';

const texts: Readonly<Record<OperationName, { summary: string; description: string }>> = {
  estimatePayments: {
    summary: 'Estimate payments',
    description:
      'One result per item, in the order of the items. An item without a valid response from the service is left out. An ' +
      "amount below one cent or above $999,999,999.99 can't be financed: -1.",
  },
  createPayOverTimeLink: {
    summary: 'Create a pay-over-time link',
    description:
      "A checkout link for one transaction. `departmentId` is text here. Customer details that can't be used are left out.",
  },
  createPrequalLink: {
    summary: 'Create a pre-qualification link',
    description:
      "A link where a customer finds out what they qualify for. Exactly one item. Customer and contact details that can't " +
      'be used are left out, except for a number that should get a text.',
  },
  addMerchantLocation: {
    summary: 'Add a merchant location',
    description:
      "Registers a location once, and returns the URL of its onboarding form. Contact details that can't be used are left " +
      'out, except for a number that should get a text.',
  },
  getMerchantStatus: {
    summary: 'Get the status of a merchant location',
    description: 'The onboarding status. There are more than CREATED and LOCATION_DETAILS_ADDED.',
  },
};

const purchase = {
  name: 'Financing-Purchase',
  in: 'header',
  description: "A purchase token, signed by the integrator's back end. It verifies the amount.",
  schema: { type: 'string', pattern: '^v1\\.[\\w-]+\\.[\\w-]{43}$' },
};

const pathLocation = {
  name: 'location',
  in: 'path',
  required: true,
  description: 'The location, as it was named when it was added.',
  schema: { type: 'string', minLength: 1, maxLength: 256 },
};

function pathItemOf(operation: OperationName): JsonObject {
  const methods = methodsOf(operation).map((method) => [
    method.toLowerCase(),
    operationObject(operation, method),
  ]);
  return Object.fromEntries(methods) as JsonObject;
}

function operationObject(operation: OperationName, method: string): JsonObject {
  const row = operations[operation];
  const isForStaff = isOnboarding(operation);
  const hasLinkStatus = 'sms' in row && !isForStaff;
  return {
    // An operationId belongs to one method.
    operationId: method === row.method ? operation : `${operation}By${method}`,
    ...texts[operation],
    tags: [isForStaff ? 'onboarding' : 'page'],
    security: isForStaff ? [{ adminToken: [] }] : [],
    parameters: [
      ...('query' in row ? createQueryParameters(row.query) : []),
      ...(row.path.endsWith('{location}') ? [pathLocation] : []),
      ...('sms' in row ? [componentRef('parameters', 'IdempotencyKey')] : []),
      ...(operation === 'createPayOverTimeLink' ? [purchase] : []),
      componentRef('parameters', 'RequestId'),
    ],
    ...('request' in row && {
      requestBody: { required: true, content: json(schemaName(operation, 'Request')) },
    }),
    responses: {
      200: {
        description: "The service's response.",
        headers: headersOf(
          'X-Request-Id',
          ...(hasLinkStatus ? (['Financing-Link-Token'] as const) : []),
        ),
        content: json(schemaName(operation, 'Response')),
      },
      ...problemsOf(operation),
    },
  };
}

const text = { schema: { type: 'string' } };

/** The files for pages. */
const elementsFiles: Readonly<
  Record<ElementsFile, readonly [operationId: string, summary: string]>
> = {
  'elements.js': ['getElementsScript', 'Get the script of the elements'],
  'elements.css': ['getElementsStyleSheet', 'Get the rules that reserve space'],
  'elements-dialogs.js': ['getElementsDialogs', 'Get the dialogs of the elements'],
  'elements-links.js': ['getElementsLinks', 'Get what creates links on a click'],
  'elements-messages.js': ['getElementsMessages', 'Get the warnings of the script'],
  'elements-prices.js': ['getElementsPrices', 'Get the reader of prices'],
  'elements-qr.js': ['getElementsQrCodes', 'Get the QR codes of the elements'],
};

const elementsPaths = Object.fromEntries(
  Object.entries(elementsFiles).map(([file, [operationId, summary]]) => {
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript';
    return [`/${file}`, reading(operationId, summary, { [type]: text })];
  }),
);

const stopping = {
  503: {
    description: 'The proxy is stopping: send elsewhere.',
    content: statusContent('stopping'),
  },
};

/** The paths that aren't part of the contract. HEAD is answered like GET. */
const ownPaths: Readonly<Record<string, JsonObject>> = {
  '/webhooks': {
    post: {
      operationId: 'receiveWebhook',
      summary: 'Take an event of the service',
      description:
        'Answered when the integrator has handled the event. Deliver it again after any response except 2xx. The same bytes ' +
        "are handled once. The response has the integrator's status, if it returns one.",
      tags: ['service'],
      security: [],
      parameters: [
        {
          name: webhookSignatureHeader,
          in: 'header',
          description:
            '`t=<Unix seconds>,v1=<hex>`: the HMAC-SHA256 of `t`, a dot, and the body. Options can name another header, ' +
            'or replace the signature.',
          schema: { type: 'string' },
        },
        componentRef('parameters', 'RequestId'),
      ],
      requestBody: { required: true, content: json('WebhookEvent') },
      responses: {
        '2XX': { description: 'The event was handled.', headers: headersOf('X-Request-Id') },
        ...problems(400, 401, 413, 429, 502, 503),
        default: {
          description: "The integrator's response.",
          headers: headersOf('X-Request-Id'),
        },
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
          headers: headersOf('X-Request-Id'),
          content: json('LinkStatus'),
        },
        ...problems(401, 403, 429, 502, 503),
      },
    },
  },
  '/line': {
    get: {
      operationId: 'getLine',
      summary: 'Get an estimate in words',
      description:
        'The line that the element shows, for emails, quotes, apps, and feeds. It is HTML if `Accept` prefers `text/html` ' +
        "to `text/plain`, otherwise text. If the amount can't be financed, the response is 204 without content.",
      tags: ['page'],
      security: [],
      parameters: [
        ...createQueryParameters(LineQuerySchema),
        componentRef('parameters', 'RequestId'),
      ],
      responses: {
        200: {
          description: 'The line.',
          headers: headersOf('X-Request-Id'),
          content: { 'text/plain': text, 'text/html': text },
        },
        204: {
          description: "The amount can't be financed.",
          headers: headersOf('X-Request-Id'),
        },
        ...problems(400, 403, 422, 429, 502, 503, 504),
      },
    },
  },
  ...elementsPaths,
  '/openapi.json': reading('getOpenApiDocument', 'Get this document', {
    'application/json': { schema: { type: 'object' } },
  }),
  '/health': reading('getHealth', 'Check whether the proxy is up', statusContent('ok'), stopping),
  '/ready': reading(
    'getReadiness',
    'Check whether to send requests',
    statusContent('ok'),
    stopping,
  ),
};

function statusContent(status: string): JsonObject {
  const properties = { status: { type: 'string', const: status } };
  return { 'application/json': { schema: { type: 'object', required: ['status'], properties } } };
}

function reading(
  operationId: string,
  summary: string,
  content: JsonObject,
  others: JsonObject = {},
): JsonObject {
  const success = { description: 'The content.', headers: headersOf('X-Request-Id'), content };
  const responses = { 200: success, ...others };
  return { get: { operationId, summary, tags: ['proxy'], security: [], responses } };
}

/** An OpenAPI document (OpenAPI Specification 3.1, section "OpenAPI Object"). */
interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonObject;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, JsonObject>>;
  readonly components: Readonly<Record<string, JsonObject>>;
}

export const openApiDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Financing proxy',
    // The service has its version in every path: /purchase/api/v1/...
    version: '1',
    summary: 'The contract of the Financing Service, without its credentials.',
    description:
      'Estimates and links for pages, onboarding for staff. Every error is a Problem. Any path may return ' +
      "`not-found`, or `method-not-allowed` with `Allow`. Fields that aren't listed are refused.",
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/financing' }],
  tags: [
    { name: 'page', description: "For the integrator's pages." },
    { name: 'onboarding', description: 'For staff and back ends.' },
    { name: 'service', description: 'For the service.' },
    { name: 'proxy', description: 'The proxy itself.' },
  ],
  paths: {
    ...Object.fromEntries(operationNames.map((name) => [operations[name].path, pathItemOf(name)])),
    ...ownPaths,
  },
  components: {
    schemas: { ...createBodySchemas(), ...ownSchemas },
    responses: problemResponses,
    parameters: sharedParameters,
    headers: responseHeaders,
    securitySchemes,
  },
};
