import {
  EstimateResultSchema,
  operations,
  type EstimateItem,
  type EstimateQuery,
  type EstimateResult,
  type MerchantLocation,
  type MerchantLocationRequest,
  type MerchantStatus,
  type OperationName,
  type PayOverTimeLink,
  type PayOverTimeLinkRequest,
  type PrequalLink,
  type PrequalLinkRequest,
} from '../contract/index.js';
import { parseBaseUrl } from './base-url.js';
import { callService, type CallContext, type ServiceCall } from './call.js';
import { InvalidServiceResponseError } from './errors.js';
import { createExchange, type ServiceFetch } from './exchange.js';
import { InvalidOptionError } from './invalid-option-error.js';
import { checkOptionNames, type OptionNames } from './option-names.js';
import { checkOptionTypes } from './option-types.js';

/** Options of `createFinancingService`. */
export interface FinancingServiceOptions {
  /** URL of the service, with a path prefix if it has one: `https://service.example`. */
  baseUrl: string;
  /** Value of the `svc-key` header. */
  svcKey: string;
  /** Value of the `svc-secret` header. Only the two onboarding operations need it, and only they send it. */
  svcSecret?: string | undefined;
  /**
   * Milliseconds for an estimation or a status read, one retry included.
   * @default 4000
   */
  timeout?: number | undefined;
  /**
   * Milliseconds for creating a link or a location, which go out exactly once.
   * @default 10000
   */
  linkTimeout?: number | undefined;
  /**
   * Allows a base URL without TLS outside this machine; the credentials then travel in clear text.
   * @default false
   */
  allowHttp?: boolean | undefined;
  /**
   * The transport. A wrapper around Bun's `fetch` must pass its second argument on; without it Bun can send a link twice.
   * @default globalThis.fetch
   */
  fetch?: ServiceFetch | undefined;
}

const optionNames: OptionNames<FinancingServiceOptions> = {
  baseUrl: true,
  svcKey: true,
  svcSecret: true,
  timeout: true,
  linkTimeout: true,
  allowHttp: true,
  fetch: true,
};

/** Options of one call. */
export interface CallOptions {
  /** Stops waiting. A link that was already requested may still be created. */
  signal?: AbortSignal | undefined;
}

/**
 * The operations of the Financing Service, for servers. Each rejects with a `FinancingServiceError`; with the
 * reason of its `signal`, once that has aborted; on onboarding without `svcSecret`, with an `InvalidOptionError`.
 * On the two links, set `sendSMS`: when it is omitted, the service texts the customer (service document, "Behaviour").
 */
export interface FinancingService {
  /** Estimates monthly payments. Results come in the order of the items; an item without a valid answer is left out. */
  estimatePayments(
    items: readonly EstimateItem[],
    query?: EstimateQuery,
    options?: CallOptions,
  ): Promise<EstimateResult[]>;
  /** Creates a checkout link for one transaction. Never retried. */
  createPayOverTimeLink(
    request: PayOverTimeLinkRequest,
    options?: CallOptions,
  ): Promise<PayOverTimeLink>;
  /** Creates a pre-qualification link. Never retried. */
  createPrequalLink(request: PrequalLinkRequest, options?: CallOptions): Promise<PrequalLink>;
  /** Registers a merchant location. Never retried. Needs `svcSecret`. */
  addMerchantLocation(
    request: MerchantLocationRequest,
    options?: CallOptions,
  ): Promise<MerchantLocation>;
  /**
   * Reads the onboarding status of a merchant location. Needs `svcSecret`.
   * Rejects with a `RangeError` for an empty location, `.` and `..`, which cannot be path segments.
   */
  getMerchantStatus(location: string, options?: CallOptions): Promise<MerchantStatus>;
}

/** Creates a typed client of the Financing Service. Throws `InvalidOptionError`. */
export function createFinancingService(options: FinancingServiceOptions): FinancingService {
  checkOptionNames(options, optionNames);
  checkOptionTypes(options, { allowHttp: 'boolean', fetch: 'function' });
  const context: CallContext = {
    baseUrl: parseBaseUrl(options.baseUrl, options.allowHttp ?? false),
    credentials: {
      'svc-key': headerValue('svcKey', options.svcKey),
      'svc-secret': options.svcSecret && headerValue('svcSecret', options.svcSecret),
    },
    exchange: createExchange(options.fetch ?? ((request, init) => fetch(request, init))),
  };
  const timeout = milliseconds('timeout', options.timeout ?? 4_000);
  const linkTimeout = milliseconds('linkTimeout', options.linkTimeout ?? 10_000);

  async function call<Name extends OperationName>(
    operation: Name,
    details: Omit<ServiceCall, 'operation' | 'path' | 'timeout'> & { path?: string },
  ): Promise<Awaited<ReturnType<FinancingService[Name]>>> {
    const { path, retryable, response } = operations[operation];
    const time = retryable ? timeout : linkTimeout;
    const json = await callService(context, { path, timeout: time, ...details, operation });
    const parsed = response.safeParse(json);
    if (!parsed.success) throw new InvalidServiceResponseError(operation);
    return parsed.data as Awaited<ReturnType<FinancingService[Name]>>;
  }

  return {
    async estimatePayments(items, query = {}, { signal } = {}) {
      const operation = 'estimatePayments';
      const { path } = operations[operation];
      const json = await callService(context, {
        operation,
        path,
        query,
        body: items,
        timeout,
        signal,
      });
      if (!Array.isArray(json)) throw new InvalidServiceResponseError(operation);
      return joinEstimates(items, json);
    },

    createPayOverTimeLink: (body, { signal } = {}) =>
      call('createPayOverTimeLink', { body, signal }),

    createPrequalLink: (request, { signal } = {}) =>
      call('createPrequalLink', { body: [request], signal }),

    async addMerchantLocation(body, { signal } = {}) {
      requireSecret(options);
      return call('addMerchantLocation', { body, signal });
    },

    async getMerchantStatus(location, { signal } = {}) {
      requireSecret(options);
      const segment = pathSegment(location);
      const path = operations.getMerchantStatus.path.replace('{location}', () => segment);
      return call('getMerchantStatus', { path, signal });
    },
  };
}

/**
 * Joins results to items by exact id, in the order of the items. Leaves an item out when its result is missing, breaks
 * the contract, or comes twice with different numbers: no estimate is better than a wrong one.
 */
function joinEstimates(
  items: readonly EstimateItem[],
  results: readonly unknown[],
): EstimateResult[] {
  const byId = new Map<string, EstimateResult | 'contradictory'>();
  for (const raw of results) {
    const result = EstimateResultSchema.safeParse(raw).data;
    if (!result) continue;
    const known = byId.get(result.id);
    const agrees = known === undefined || JSON.stringify(known) === JSON.stringify(result);
    byId.set(result.id, agrees ? result : 'contradictory');
  }
  return items
    .map((item) => byId.get(item.id))
    .filter((result) => result !== undefined && result !== 'contradictory');
}

function requireSecret({ svcSecret }: FinancingServiceOptions): void {
  if (!svcSecret) throw new InvalidOptionError('svcSecret', 'is missing, and onboarding needs it');
}

/** Checks a header value at construction. `Headers` would refuse it later, with the secret in its message. */
function headerValue(option: string, value: string): string {
  if (!value) throw new InvalidOptionError(option, 'is missing');
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new InvalidOptionError(option, 'has characters that a header cannot carry');
  }
  return value;
}

function milliseconds(option: string, value: number): number {
  if (Number.isInteger(value) && value > 0 && value <= 600_000) return value;
  throw new InvalidOptionError(option, 'is not a number of milliseconds from 1 to 600000');
}

/** Encodes a path segment. URLs resolve `.` and `..`, encoded or not (URL standard, "double-dot path segment"). */
function pathSegment(text: string): string {
  if (/^\.{0,2}$/.test(text)) throw new RangeError('The location is empty or a dot segment');
  return encodeURIComponent(text);
}
