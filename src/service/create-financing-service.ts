import type * as z from 'zod';
import {
  EstimateResultSchema,
  operations,
  type EstimateItem,
  type EstimateQuery,
  type EstimateResult,
  type MerchantLocation,
  type MerchantLocationRequest,
  type MerchantStatus,
  type PayOverTimeLink,
  type PayOverTimeLinkRequest,
  type PrequalLink,
  type PrequalLinkRequest,
} from '../contract/index.js';
import type { CreatingOperation } from '../contract/prefill-fields.js';
import { callQuietly } from '../internal/call-quietly.js';
import { isLoopback } from '../internal/loopback.js';
import { InvalidOptionError, checkArgument, objectProblem } from '../internal/options.js';
import { readOptions } from '../internal/settings.js';
import { callService, createExchange, type CallContext } from './call.js';
import { InvalidServiceResponseError } from './errors.js';
import { serviceSettings, type FinancingServiceOptions } from './service-settings.js';

/** Options of one call. */
export interface CallOptions {
  /** Stops waiting. A link that was already requested may still be created. */
  signal?: AbortSignal | undefined;
  /**
   * The `traceparent` of the request that causes this call (W3C Trace Context). Each request to the service belongs to the same
   * trace, with a new parent ID. An invalid value is ignored.
   */
  traceparent?: string | undefined;
  /**
   * Called with the names of fields that were left out of the result because they break the contract. A created link or location
   * only needs a valid `url`.
   */
  onFieldsLeftOut?: ((fields: readonly string[]) => void) | undefined;
}

/** The created link or location. Fields that break the contract are missing. */
type Created<Link extends { url: string }> = Pick<Link, 'url'> & Partial<Link>;

/**
 * A client for the operations of the Financing Service, for servers. Each call rejects with a `FinancingServiceError`, or with
 * the reason of its `signal` after that has aborted. Invalid arguments reject with an `InvalidOptionError`, and so do onboarding
 * calls without `svcSecret`.
 *
 * **Set `sendSMS` on both kinds of links. If it is omitted, the service sends the customer a text message.**
 */
export interface FinancingService {
  /** Estimates monthly payments. Results are in the order of the items. Items without a valid result are left out. */
  estimatePayments(
    items: readonly EstimateItem[],
    query?: EstimateQuery,
    options?: CallOptions,
  ): Promise<EstimateResult[]>;
  /**
   * Creates a checkout link for one transaction. Never retried.
   *
   * **Without `sendSMS: false` the service texts the link to the customer** (service document, "Behaviour").
   */
  createPayOverTimeLink(
    request: PayOverTimeLinkRequest,
    options?: CallOptions,
  ): Promise<Created<PayOverTimeLink>>;
  /**
   * Creates a pre-qualification link. Never retried.
   *
   * **Without `sendSMS: false` the service texts the link to the customer** (service document, "Behaviour").
   */
  createPrequalLink(request: PrequalLinkRequest, options?: CallOptions): Promise<PrequalLink>;
  /** Registers a merchant location. Never retried. Needs `svcSecret`. Sends a text message only with `sendSMS: true`. */
  addMerchantLocation(
    request: MerchantLocationRequest,
    options?: CallOptions,
  ): Promise<Created<MerchantLocation>>;
  /**
   * Reads the onboarding status of a merchant location. Needs `svcSecret`. Rejects with an `InvalidOptionError` if the location
   * is empty, `.`, `..`, or contains half a surrogate pair, because it can't be a path segment.
   */
  getMerchantStatus(location: string, options?: CallOptions): Promise<MerchantStatus>;
}

/** Creates a typed client of the Financing Service. Throws `InvalidOptionError`. */
export function createFinancingService(options: FinancingServiceOptions): FinancingService {
  const settings = readOptions(serviceSettings, options);
  const { svcKey, svcSecret, timeout, linkTimeout, onRetry } = settings;
  const context: CallContext = {
    baseUrl: parseBaseUrl(settings.baseUrl, settings.allowHttp),
    credentials: { 'svc-key': svcKey, 'svc-secret': svcSecret },
    exchange: createExchange(settings.fetch ?? ((request, init) => fetch(request, init))),
    timeout,
    linkTimeout,
    onRetry,
  };

  async function create<Name extends CreatingOperation>(
    operation: Name,
    request: unknown,
    { signal, traceparent, onFieldsLeftOut }: CallOptions = {},
  ): Promise<Awaited<ReturnType<FinancingService[Name]>>> {
    checkArgument('request', objectProblem, request);
    const body = operation === 'createPrequalLink' ? [request] : request; // the operation takes a list with one link
    const json = await callService(context, { operation, body, signal, traceparent });
    const { result, leftOut } = readCreated(operation, json);
    if (leftOut.length > 0) void callQuietly(() => onFieldsLeftOut?.(leftOut));
    return result as Awaited<ReturnType<FinancingService[Name]>>;
  }

  return {
    async estimatePayments(items, query = {}, { signal, traceparent } = {}) {
      const operation = 'estimatePayments';
      if (!Array.isArray(items))
        throw new InvalidOptionError('items', 'must be a list', 'Argument');
      const body = withDistinctIds(items);
      const json = await callService(context, { operation, query, body, signal, traceparent });
      if (!Array.isArray(json) || json.length > body.length + maxExtraEstimates) {
        throw new InvalidServiceResponseError(operation);
      }
      const results = readEstimates(json, new Set(body.map(({ id }) => id)));
      return items.flatMap(({ id }, index) => {
        const result = results.get(body[index]!.id);
        if (!result) return [];
        return result.id === id ? result : { ...result, id };
      });
    },

    createPayOverTimeLink: (request, options) => create('createPayOverTimeLink', request, options),

    createPrequalLink: (request, options) => create('createPrequalLink', request, options),

    async addMerchantLocation(request, options) {
      requireSecret(svcSecret);
      return create('addMerchantLocation', request, options);
    },

    async getMerchantStatus(location, { signal, traceparent } = {}) {
      requireSecret(svcSecret);
      const operation = 'getMerchantStatus';
      const segment = pathSegment(location);
      const path = operations[operation].path.replace('{location}', () => segment);
      const json = await callService(context, { operation, path, signal, traceparent });
      const { data, error } = operations[operation].response.safeParse(json);
      if (!data) throw new InvalidServiceResponseError(operation, { cause: error });
      return data;
    },
  };
}

/**
 * Parses the response to a creation. Once the service has created something, the result is never discarded if its `url` is valid.
 * Any other field that breaks the contract is left out and listed in `leftOut`.
 */
function readCreated(operation: CreatingOperation, json: unknown) {
  const response: z.ZodObject = operations[operation].response;
  const { data, error } = response.safeParse(json);
  if (data) return { result: data, leftOut: [] };
  // A response that isn't an object has no fields, so it has no `url`.
  const broken = new Set(error.issues.map(({ path: [field = 'url'] }) => String(field)));
  if (broken.has('url')) throw new InvalidServiceResponseError(operation, { cause: error });
  const rest = Object.entries(json as object).filter(([field]) => !broken.has(field));
  return { result: response.partial().parse(Object.fromEntries(rest)), leftOut: [...broken] };
}

/** Replaces the IDs with positions if an ID occurs twice, because results are matched to items by ID. */
function withDistinctIds(items: readonly EstimateItem[]): readonly EstimateItem[] {
  if (new Set(items.map(({ id }) => id)).size === items.length) return items;
  return items.map((item, index) => ({ ...item, id: String(index) }));
}

/** The maximum number of results beyond the requested ones. The service may send results that weren't requested. */
const maxExtraEstimates = 1_000;

/**
 * Reads the results for the requested IDs. Leaves out results that break the contract, and IDs that occur twice with different
 * values: no estimate is better than a wrong one.
 */
function readEstimates(
  results: readonly unknown[],
  ids: ReadonlySet<unknown>,
): ReadonlyMap<string, EstimateResult> {
  const byId = new Map<string, EstimateResult>();
  const contradictory = new Set<string>();
  for (const raw of results) {
    // Checking the ID first is a hundred times faster than having the schema reject the result.
    if (!ids.has((raw as Partial<EstimateResult> | null)?.id)) continue;
    const result = EstimateResultSchema.safeParse(raw).data;
    if (!result) continue;
    const known = byId.get(result.id);
    if (known && JSON.stringify(known) !== JSON.stringify(result)) contradictory.add(result.id);
    byId.set(result.id, result);
  }
  for (const id of contradictory) byId.delete(id);
  return byId;
}

function requireSecret(svcSecret: string | undefined): void {
  if (!svcSecret) throw new InvalidOptionError('svcSecret', 'is required for onboarding');
}

/**
 * Returns the URL without trailing slashes. Without TLS, it must be on this machine unless `allowHttp` is set, because
 * credentials are sent in headers.
 */
function parseBaseUrl(text: string, allowHttp: boolean): string {
  const { protocol, hostname, href } = new URL(text);
  if (protocol === 'http:' && !isLoopback(hostname) && !allowHttp) {
    throw new InvalidOptionError(
      'baseUrl',
      'has no TLS; use https, or see allowHttp (--allow-http on)',
    );
  }
  return href.replace(/\/+$/, '');
}

/**
 * Encodes a path segment. URLs resolve `.` and `..` even if they're encoded (URL standard, "double-dot path segment"), and can't
 * encode half a surrogate pair.
 */
function pathSegment(text: string): string {
  if (/^\.{0,2}$|\p{Surrogate}/u.test(text)) {
    throw new InvalidOptionError(
      'location',
      'must not be empty, a dot segment, or malformed Unicode',
      'Argument',
    );
  }
  return encodeURIComponent(text);
}
