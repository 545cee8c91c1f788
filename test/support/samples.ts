import {
  operationNames,
  operations,
  type EstimateResult,
  type OperationName,
} from '../../src/contract/index.js';
import type { CallOptions, FinancingService } from '../../src/service/index.js';

/** Credentials that appear nowhere else, so that tests can search for leaks. */
export const credentials = { svcKey: 'key-5a1d0c7e', svcSecret: 'secret-9e77b2f4' } as const;

/** The base URL of the stubbed service. It has a path prefix because a real one may have. */
export const serviceUrl = 'https://service.example/prefix';

/** An example request to an operation. */
export interface Sample {
  /** Relative to the service's base URL and to the proxy's mount. */
  readonly path: string;
  readonly body?: unknown;
  /** The body of the service's response. */
  readonly response: unknown;
  call(service: FinancingService, options?: CallOptions): Promise<unknown>;
}

export function financed(id: string, changes: Partial<EstimateResult> = {}): EstimateResult {
  return {
    id,
    monthlyAmount: 112.08,
    amountFinanced: 1200,
    downPayment: 99,
    apr: 21.99,
    downPaymentPercent: 8.25,
    ...changes,
  };
}

/** Returns the estimate of an amount that can't be financed. */
export function inapplicable(id: string): EstimateResult {
  return { id, monthlyAmount: -1, amountFinanced: -1, downPayment: -1, apr: -1 };
}

const items = [{ id: 'sofa', totalAmount: 1299 }];
const payOverTime = { location: 'main-street', amount: 1299, transactionId: 'order-1' };
const prequal = { location: 'main-street', referral: 'cart-1' };
const merchantLocation = {
  location: 'new-store',
  vertical: 'General_Retail',
  representativeDetails: { firstName: 'Ada' },
} as const;
const record = {
  location: 'new-store',
  url: 'https://apply.example/onboarding/1',
  creationDate: '2026-11-20',
};

/** A minimal request to each operation, and its response. */
export const samples: Readonly<Record<OperationName, Sample>> = {
  estimatePayments: {
    path: operations.estimatePayments.path,
    body: items,
    response: [financed('sofa')],
    call: (service, options) => service.estimatePayments(items, {}, options),
  },
  createPayOverTimeLink: {
    path: operations.createPayOverTimeLink.path,
    body: payOverTime,
    response: { shortToken: 's', longToken: 'l', url: 'https://apply.example/checkout/1' },
    call: (service, options) => service.createPayOverTimeLink(payOverTime, options),
  },
  createPrequalLink: {
    path: operations.createPrequalLink.path,
    body: [prequal],
    response: { url: 'https://apply.example/prequal/1' },
    call: (service, options) => service.createPrequalLink(prequal, options),
  },
  addMerchantLocation: {
    path: operations.addMerchantLocation.path,
    body: merchantLocation,
    response: { ...record, status: 'CREATED' },
    call: (service, options) => service.addMerchantLocation(merchantLocation, options),
  },
  getMerchantStatus: {
    path: operations.getMerchantStatus.path.replace('{location}', 'new-store'),
    response: {
      ...record,
      status: 'SUBMITTED',
      expiredInDays: 30,
      expirationDate: '2026-12-20',
    },
    call: (service, options) => service.getMerchantStatus('new-store', options),
  },
};

/** The names of the operations that are safe to retry, or that aren't (`Retryable` is false). */
type NamesWhere<Retryable> = {
  [Name in OperationName]: (typeof operations)[Name]['retryable'] extends Retryable ? Name : never;
}[OperationName];

/** The operations that can be repeated. test/contract/operations.test.ts lists them. */
export type Read = NamesWhere<true>;
export const reads = operationNames.filter((name): name is Read => operations[name].retryable);

/** The operations that create something and must never be sent twice. */
export type Creation = NamesWhere<false>;
export const creations = operationNames.filter(
  (name): name is Creation => !operations[name].retryable,
);

export const links = ['createPayOverTimeLink', 'createPrequalLink'] as const;

/** The operations that also need the secret. */
export const onboarding = operationNames.filter((name) => operations[name].credentials.length > 1);

/** Returns the sample body of an operation with other fields, in the shape of the operation. */
export function bodyWith(operation: Creation, fields: object): unknown {
  const [plain] = [samples[operation].body].flat() as object[];
  const body = { ...plain, ...fields };
  return operation === 'createPrequalLink' ? [body] : body;
}

/** Callbacks of an integrator that fail, by how they do it. An `async` one fails after its caller has continued. */
export const failingCallbacks = {
  throws() {
    throw new Error('callback');
  },
  rejects: () => Promise.reject(new Error('callback')),
};
