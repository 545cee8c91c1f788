import { operationNames, operations, type OperationName } from '../../src/contract/index.js';
import type { Capability } from './conformance.js';

/** A request to an operation of the contract. */
export interface Send {
  readonly operation: OperationName;
  /** The caller. Default: the alliance with one vertical. */
  readonly as?: keyof typeof credentials;
  readonly query?: Readonly<Record<string, string>>;
  /** Replaces `{location}` in the path. */
  readonly pathLocation?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

const credentials = {
  oneVertical: { 'svc-key': 'sandbox-key', 'svc-secret': 'sandbox-secret' },
  severalVerticals: { 'svc-key': 'sandbox-multi-key', 'svc-secret': 'sandbox-multi-secret' },
  noVertical: { 'svc-key': 'sandbox-new-key', 'svc-secret': 'sandbox-new-secret' },
  wrongKey: { 'svc-key': 'wrong-key', 'svc-secret': 'sandbox-secret' },
  wrongSecret: { 'svc-key': 'sandbox-key', 'svc-secret': 'wrong-secret' },
  anonymous: {},
} as const;

/** A request to each operation that succeeds. For the status read, the location has to be added first. */
export const valid = {
  estimatePayments: {
    operation: 'estimatePayments',
    body: [{ id: 'sofa', totalAmount: 1299 }],
  },
  createPayOverTimeLink: {
    operation: 'createPayOverTimeLink',
    body: {
      location: 'main-street',
      amount: 1299,
      transactionId: 'order-1',
      phoneNumber: '4155552671',
      sendSMS: false,
    },
  },
  createPrequalLink: {
    operation: 'createPrequalLink',
    body: [{ location: 'main-street', customerPhoneNumber: '4155552671', sendSMS: false }],
  },
  addMerchantLocation: {
    operation: 'addMerchantLocation',
    body: {
      location: 'new-store',
      vertical: 'General_Retail',
      representativeDetails: { phoneNumber: '4155552671' },
      sendSMS: false,
    },
  },
  getMerchantStatus: { operation: 'getMerchantStatus', pathLocation: 'new-store' },
} as const satisfies Record<OperationName, Send>;

/** Returns the valid estimation with these amounts, and a query. */
export function estimation(amounts: readonly number[], query: Record<string, string> = {}): Send {
  const body = amounts.map((totalAmount, index) => ({ id: `item-${index}`, totalAmount }));
  return { ...valid.estimatePayments, query, body };
}

/** Returns the valid request for a pay-over-time link with other fields. Undefined removes a field. */
export function payOverTimeLink(fields: Record<string, unknown>): Send {
  return {
    ...valid.createPayOverTimeLink,
    body: { ...valid.createPayOverTimeLink.body, ...fields },
  };
}

/** Returns the valid request for a pre-qualification link with other fields. Undefined removes a field. */
export function prequalLink(fields: Record<string, unknown>): Send {
  return { ...valid.createPrequalLink, body: [{ ...valid.createPrequalLink.body[0], ...fields }] };
}

/** Returns the valid merchant location with other fields. Undefined removes a field. */
export function merchantLocation(fields: Record<string, unknown>): Send {
  return { ...valid.addMerchantLocation, body: { ...valid.addMerchantLocation.body, ...fields } };
}

/** Returns the request for the status of a location. */
export function merchantStatus(pathLocation: string): Send {
  return { operation: 'getMerchantStatus', pathLocation };
}

/** Returns the HTTP request that a client of the contract would send. */
export function toRequest(baseUrl: string, send: Send): Request {
  const { operation, as = 'oneVertical', query, pathLocation = '', body } = send;
  const { method, path } = operations[operation];
  const url = new URL(baseUrl + path.replace('{location}', encodeURIComponent(pathLocation)));
  url.search = new URLSearchParams(query).toString();
  return new Request(url, {
    method,
    headers: { ...credentials[as], 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

/** A request that leads to a declared error. */
export interface ErrorRow {
  readonly send: Send;
  /** A request to send first, which makes the other one fail. */
  readonly after?: Send;
  readonly needs?: Capability;
}

type ErrorRows = {
  readonly [Name in OperationName]: Readonly<
    Record<keyof (typeof operations)[Name]['errors'], ErrorRow>
  >;
};

/** A request for each error that an operation declares. */
export const errorRows: ErrorRows = {
  estimatePayments: {
    badCredentials: {
      send: { ...valid.estimatePayments, as: 'wrongKey' },
      needs: 'own-credentials',
    },
    locationRequired: {
      send: { ...valid.estimatePayments, as: 'severalVerticals' },
      needs: 'own-credentials',
    },
    locationNotFound: { send: estimation([1299], { location: 'nowhere' }) },
    verticalNotFound: {
      send: { ...valid.estimatePayments, as: 'noVertical' },
      needs: 'own-credentials',
    },
    serverError: { send: estimation([1299], { location: 'server-error' }) },
  },
  createPayOverTimeLink: {
    allianceNotAllowed: {
      send: { ...valid.createPayOverTimeLink, as: 'wrongKey' },
      needs: 'own-credentials',
    },
    locationNotFound: { send: payOverTimeLink({ location: 'nowhere' }) },
    invalidPhoneNumber: {
      send: payOverTimeLink({ phoneNumber: '+44 20 7946 0000', sendSMS: true }),
      needs: 'invalid-contacts',
    },
    invalidEmail: {
      send: payOverTimeLink({ representativeEmail: 'ada at example' }),
      needs: 'invalid-contacts',
    },
    serverError: { send: payOverTimeLink({ location: 'server-error' }) },
  },
  createPrequalLink: {
    badCredentials: {
      send: { ...valid.createPrequalLink, as: 'wrongKey' },
      needs: 'own-credentials',
    },
    locationNotFound: { send: prequalLink({ location: 'nowhere' }) },
    applicationMissing: {
      after: valid.addMerchantLocation,
      send: prequalLink({ location: valid.addMerchantLocation.body.location }),
    },
    applicationDisabled: { send: prequalLink({ location: 'paused-spa' }) },
    serverError: { send: prequalLink({ location: 'server-error' }) },
  },
  addMerchantLocation: {
    badRequest: {
      send: merchantLocation({ representativeDetails: undefined }),
      needs: 'malformed-input',
    },
    unauthorized: {
      send: { ...valid.addMerchantLocation, as: 'wrongSecret' },
      needs: 'own-credentials',
    },
    locationExists: { after: valid.addMerchantLocation, send: valid.addMerchantLocation },
    verticalNotSupported: {
      send: merchantLocation({ vertical: 'dental' }),
      needs: 'unknown-vertical',
    },
    stateNotSupported: {
      send: merchantLocation({ businessAddress: { state: 'PR' } }),
      needs: 'unsupported-state',
    },
    serverError: { send: merchantLocation({ location: 'server-error' }) },
  },
  getMerchantStatus: {
    unauthorized: {
      send: { ...merchantStatus('main-street'), as: 'wrongSecret' },
      needs: 'own-credentials',
    },
    locationNotFound: { send: merchantStatus('nowhere') },
    stateNotSupported: { send: merchantStatus('island-gallery') },
    serverError: { send: merchantStatus('server-error') },
  },
};

const withBody = operationNames.filter((operation) => 'request' in operations[operation]);

/** Invalid requests for which the contract doesn't name the error. The response must be an error that it declares. */
export const oddRequests: readonly Send[] = [
  ...[
    undefined,
    null,
    7,
    'text',
    {},
    [],
    [null],
    [[]],
    [{}],
    [{ id: 'a', totalAmount: '12' }],
  ].flatMap((body) => withBody.map((operation): Send => ({ operation, body }))),
  ...operationNames.map((operation): Send => ({ ...valid[operation], as: 'anonymous' })),
  { ...merchantStatus('main-street'), as: 'wrongKey' },
  { ...valid.addMerchantLocation, as: 'wrongKey' },
  { ...valid.createPrequalLink, as: 'noVertical' },
  estimation([1299], { timeZone: '+05:00' }),
  payOverTimeLink({ location: undefined }),
  payOverTimeLink({ advisorEmail: 'ada@example.com' }),
  payOverTimeLink({ departmentId: 7 }),
  payOverTimeLink({ phoneNumber: undefined, sendSMS: true }),
  payOverTimeLink({ phoneNumber: 'unlisted' }),
  prequalLink({ departmentId: '7' }),
  prequalLink({ customerPhoneNumber: 'unlisted', sendSMS: true }),
  { ...valid.createPrequalLink, body: valid.createPrequalLink.body[0] },
  {
    ...valid.createPrequalLink,
    body: [valid.createPrequalLink.body[0], valid.createPrequalLink.body[0]],
  },
  merchantLocation({ location: ' ' }),
  merchantLocation({ vertical: undefined }),
  merchantLocation({ vertical: 7 }),
  merchantLocation({ representativeDetails: {}, sendSMS: true }),
  merchantLocation({ businessAddress: { state: 'WV' }, vertical: 'Home_Services' }),
  merchantStatus('a/b'),
  merchantStatus('%'),
];
