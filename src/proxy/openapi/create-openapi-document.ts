/**
 * The OpenAPI 3.1 document of the proxy, generated from the operations table, the schemas of the fields gate and the
 * problem codes. Only sentences, headers and the proxy's own paths are written by hand. Of a proxy's options it shows
 * the mount, and whether onboarding and webhooks exist.
 */
import { operationNames, operations, type OperationName } from '../../contract/index.js';
import { parametersOf, responseHeaders, sharedParameters } from './headers.js';
import { createProblemResponses, problemResponsesOf, problemSchemas } from './problems.js';
import { componentRef, createSchemas, schemaName, type JsonObject } from './schemas.js';
import {
  linkToken,
  linkTokenHeaderOf,
  linkTokenHeaders,
  webhookPaths,
  webhookSchemas,
  webhookStatuses,
} from './webhooks.js';
import { isOnboarding, methodsOf } from '../http/index.js';

/** Options of `createOpenApiDocument`. */
export interface OpenApiOptions {
  /**
   * The path under which the proxy answers.
   * @default '/financing'
   */
  readonly mount?: string;
  /**
   * Whether the onboarding routes exist.
   * @default true
   */
  readonly onboarding?: boolean;
  /**
   * Whether the routes of webhooks and link status exist.
   * @default true
   */
  readonly webhooks?: boolean;
}

/** An OpenAPI document (OpenAPI Specification 3.1, section "OpenAPI Object"). */
export interface OpenApiDocument {
  /** Version of the specification. */
  readonly openapi: string;
  /** Title, version and license of the document. */
  readonly info: JsonObject;
  /** Where the proxy answers: its mount. */
  readonly servers: readonly JsonObject[];
  /** The groups of operations. */
  readonly tags: readonly JsonObject[];
  /** The operations, by path. */
  readonly paths: Readonly<Record<string, JsonObject>>;
  /** Schemas, answers, parameters and headers that operations share. */
  readonly components: Readonly<Record<string, JsonObject>>;
}

/** Creates the document that the proxy serves as `/openapi.json`. */
export function createOpenApiDocument({
  mount = '/financing',
  onboarding = true,
  webhooks = true,
}: OpenApiOptions = {}): OpenApiDocument {
  const names = operationNames.filter((operation) => onboarding || !isOnboarding(operation));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Financing proxy',
      // The service has its version in every path: /purchase/api/v1/...
      version: '1',
      summary: 'The contract of the Financing Service, without its credentials.',
      description:
        'Estimates and links for pages, onboarding for staff. Every error is a Problem. Any path may answer ' +
        '`not-found`, and `method-not-allowed` with `Allow`. Fields that are not listed are refused.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: mount || '/' }],
    tags: [
      { name: 'page', description: 'For pages of the integrator.' },
      ...(onboarding ? [{ name: 'onboarding', description: 'For staff and back ends.' }] : []),
      ...(webhooks ? [{ name: 'service', description: 'For the service.' }] : []),
      { name: 'proxy', description: 'The proxy itself.' },
    ],
    paths: { ...createPaths(names, webhooks), ...(webhooks && webhookPaths), ...ownPaths },
    components: {
      schemas: { ...createSchemas(names), ...problemSchemas, ...(webhooks && webhookSchemas) },
      responses: createProblemResponses(names, ...(webhooks ? webhookStatuses : [])),
      parameters: sharedParameters,
      headers: { ...responseHeaders, ...(webhooks && linkTokenHeaders) },
      securitySchemes: { ...(onboarding && { adminToken }), ...(webhooks && { linkToken }) },
    },
  };
}

const texts: Readonly<Record<OperationName, { summary: string; description: string }>> = {
  estimatePayments: {
    summary: 'Estimate payments',
    description:
      'One result for each item, in the order of the items. An item without a valid answer of the service is left out.',
  },
  createPayOverTimeLink: {
    summary: 'Create a pay-over-time link',
    description: 'A checkout link for one transaction. `departmentId` is text here.',
  },
  createPrequalLink: {
    summary: 'Create a pre-qualification link',
    description: 'A link on which a customer learns what they qualify for. Exactly one item.',
  },
  addMerchantLocation: {
    summary: 'Add a merchant location',
    description: 'Registers a location once, and returns the URL of its onboarding form.',
  },
  getMerchantStatus: {
    summary: 'Get the status of a merchant location',
    description: 'The onboarding status. There are more than CREATED and LOCATION_DETAILS_ADDED.',
  },
};

function createPaths(
  names: readonly OperationName[],
  webhooks: boolean,
): Record<string, JsonObject> {
  return Object.fromEntries(
    names.map((operation) => {
      const methods = methodsOf(operation).map((method) => [
        method.toLowerCase(),
        createOperation(operation, method, webhooks),
      ]);
      return [operations[operation].path, Object.fromEntries(methods)];
    }),
  );
}

function createOperation(operation: OperationName, method: string, webhooks: boolean): JsonObject {
  const isContractMethod = method === operations[operation].method;
  const hasBody = 'request' in operations[operation];
  return {
    // An operationId belongs to one method.
    operationId: isContractMethod ? operation : `${operation}By${method}`,
    ...texts[operation],
    tags: [isOnboarding(operation) ? 'onboarding' : 'page'],
    security: isOnboarding(operation) ? [{ adminToken: [] }] : [],
    parameters: parametersOf(operation),
    ...(hasBody && {
      requestBody: { required: true, content: json(schemaName(operation, 'Request')) },
    }),
    responses: {
      200: {
        description: 'The answer of the service.',
        headers: {
          'X-Request-Id': componentRef('headers', 'X-Request-Id'),
          ...(webhooks && linkTokenHeaderOf(operation)),
        },
        content: json(schemaName(operation, 'Response')),
      },
      ...problemResponsesOf(operation),
    },
  };
}

function json(name: string): JsonObject {
  return { 'application/json': { schema: componentRef('schemas', name) } };
}

/** The paths that are not part of the contract. HEAD is answered like GET. */
const ownPaths: Readonly<Record<string, JsonObject>> = {
  '/elements.js': reading('getElementsScript', 'Get the script of the elements', {
    'text/javascript': { schema: { type: 'string' } },
  }),
  '/elements.css': reading('getElementsStyleSheet', 'Get the rules that reserve space', {
    'text/css': { schema: { type: 'string' } },
  }),
  '/elements-dialogs.js': reading('getElementsDialogs', 'Get the dialogs of the elements', {
    'text/javascript': { schema: { type: 'string' } },
  }),
  '/elements-messages.js': reading('getElementsMessages', 'Get the warnings of the script', {
    'text/javascript': { schema: { type: 'string' } },
  }),
  '/openapi.json': reading('getOpenApiDocument', 'Get this document', {
    'application/json': { schema: { type: 'object' } },
  }),
  '/health': reading('getHealth', 'Check whether the proxy is up', statusContent('ok'), {
    503: {
      description: 'The proxy is stopping: send elsewhere.',
      content: statusContent('stopping'),
    },
  }),
  '/ready': reading('getReadiness', 'Check whether to send requests', statusContent('ok'), {
    503: {
      description: 'The proxy is stopping, or a store that is required is away: send elsewhere.',
      content: statusContent('stopping', 'store-unavailable'),
    },
  }),
};

type Status = 'ok' | 'stopping' | 'store-unavailable';

function statusContent(...statuses: readonly [Status, ...Status[]]): JsonObject {
  const [first, ...others] = statuses;
  const values = others.length > 0 ? { enum: statuses } : { const: first };
  const properties = { status: { type: 'string', ...values } };
  return { 'application/json': { schema: { type: 'object', required: ['status'], properties } } };
}

function reading(
  operationId: string,
  summary: string,
  content: JsonObject,
  others: JsonObject = {},
): JsonObject {
  const headers = { 'X-Request-Id': componentRef('headers', 'X-Request-Id') };
  const responses = { 200: { description: 'The content.', headers, content }, ...others };
  return { get: { operationId, summary, tags: ['proxy'], security: [], responses } };
}

const adminToken: JsonObject = {
  type: 'http',
  scheme: 'bearer',
  description:
    'The admin token of the proxy, or the credential that the `authorize` option of the integrator checks.',
};
