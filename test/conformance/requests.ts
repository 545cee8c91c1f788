import { operations, type OperationName } from '../../src/contract/index.js';

/** One request, in the terms of the contract. */
export interface Send {
  readonly operation: OperationName;
  /** Default: the alliance with one vertical. */
  readonly as?: keyof typeof credentials;
  readonly query?: Readonly<Record<string, string>>;
  /** Stands in for `{location}` in the path. */
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
  nobody: {},
} as const;

/** A plain request to each operation that succeeds, except for the status read: add the location first. */
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

/** The valid estimation with other items, or a query. */
export function estimation(amounts: readonly number[], query: Record<string, string> = {}): Send {
  const body = amounts.map((totalAmount, index) => ({ id: `item-${index}`, totalAmount }));
  return { ...valid.estimatePayments, query, body };
}

/** The valid pay-over-time link request with other fields; undefined leaves a field out. */
export function payOverTimeLink(fields: Record<string, unknown>): Send {
  return {
    ...valid.createPayOverTimeLink,
    body: { ...valid.createPayOverTimeLink.body, ...fields },
  };
}

/** The valid pre-qualification link request with other fields; undefined leaves a field out. */
export function prequalLink(fields: Record<string, unknown>): Send {
  return { ...valid.createPrequalLink, body: [{ ...valid.createPrequalLink.body[0], ...fields }] };
}

/** The valid merchant location with other fields; undefined leaves a field out. */
export function merchantLocation(fields: Record<string, unknown>): Send {
  return { ...valid.addMerchantLocation, body: { ...valid.addMerchantLocation.body, ...fields } };
}

/** The status read of a location. */
export function merchantStatus(pathLocation: string): Send {
  return { operation: 'getMerchantStatus', pathLocation };
}

/** The request that a caller of the contract would make. */
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
