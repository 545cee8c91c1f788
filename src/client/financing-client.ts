import type { EstimateItem, EstimateResult } from '../contract/estimate.js';
import type { PayOverTimeLinkRequest } from '../contract/pay-over-time-link.js';
import type { PrequalLinkRequest } from '../contract/prequal-link.js';
import { pagePaths, type PageOperationName } from '../contract/routes.js';
import { resolveEndpoint, resolveLink } from './endpoint.js';
import {
  createEstimateBatch,
  groupKey,
  type EstimateGroup,
  type EstimateListener,
  type EstimateQuestion,
} from './estimate-batch.js';
import { createEstimateCache, type EstimateStorage } from './estimate-cache.js';
import { isEstimate } from './estimate-result.js';
import { FinancingError, type PageErrorCode } from './financing-error.js';
import { createLinkStatus, type FinalStatus, type LinkStatusDocument } from './link-status.js';
import { postJson, type Fetch } from './post-json.js';
import { createRequestKeys } from './request-keys.js';

export interface FinancingClientOptions {
  /** Sends the requests. @default the global `fetch` */
  fetch?: Fetch;
  /** Keeps estimates from page to page. @default `sessionStorage` */
  storage?: EstimateStorage;
  /** The time in ms since 1970. @default `Date.now` */
  now?: () => number;
  /** When to give up, in ms. @default 8,000 for estimates and 12,000 for links */
  timeouts?: { readonly estimates: number; readonly links: number };
  /** Whose end of loading the first estimates wait for, and whose coming into view. @default the global `document` */
  document?: Pick<Document, 'readyState'> & LinkStatusDocument;
}

export interface EstimateOptions {
  signal?: AbortSignal;
  /** `reload` asks again even if the answer is kept. @default 'default' */
  cache?: 'default' | 'reload';
}

export interface LinkOptions {
  signal?: AbortSignal;
  /** The same key makes the same request once, however often it is sent. @default that of an equal request whose outcome is not known, else a new one */
  idempotencyKey?: string;
}

export interface PayOverTimeLinkOptions extends LinkOptions {
  /** The purchase, vouched for and signed by the shop's back end. */
  purchase?: string | undefined;
}

/** A link that a shopper may be sent to. */
export interface FinancingLink {
  readonly url: string;
  /**
   * Asks from now on how the application ends. Resolves with `completed` or `aborted`; with undefined after 30
   * minutes, an abort, or when the proxy knows nothing of the link. There where the proxy hears of it (webhooks).
   */
  readonly ended?: (signal: AbortSignal) => Promise<FinalStatus | undefined>;
}

export interface FinancingClient {
  /** Asks for an estimate, together with whatever else is asked in the same turn. */
  estimate(question: EstimateQuestion, options?: EstimateOptions): Promise<EstimateResult>;
  /**
   * The same for a listener, which hears once: before this returns if that needs no call, else unless it leaves,
   * with the question that this returns.
   */
  ask(
    question: EstimateQuestion,
    listener: EstimateListener,
    cache?: EstimateOptions['cache'],
  ): EstimateQuestion | undefined;
  /** Forgets a listener that waits. */
  leave(question: EstimateQuestion, listener: EstimateListener): void;
  /** Sends the estimates asked for so far now, and not at the end of the turn. */
  flush(): void;
  /** Creates a pay-over-time link, once. The service texts it unless `sendSMS` is false. */
  createPayOverTimeLink(
    endpoint: string,
    request: PayOverTimeLinkRequest,
    options?: PayOverTimeLinkOptions,
  ): Promise<FinancingLink>;
  /** Creates a pre-qualification link, once. The service texts it unless `sendSMS` is false. */
  createPrequalLink(
    endpoint: string,
    request: PrequalLinkRequest,
    options?: LinkOptions,
  ): Promise<FinancingLink>;
}

/** Creates what a page asks its proxy with. Every method rejects with a `FinancingError`, or as aborted. */
export function createFinancingClient(options: FinancingClientOptions = {}): FinancingClient {
  const { timeouts = { estimates: 8_000, links: 12_000 }, now = Date.now } = options;
  const { document = globalThis.document } = options;
  // Looked up at each call, so that whatever instruments the page's fetch is heard.
  const { fetch = (request: Request) => globalThis.fetch(request) } = options;
  const cache = createEstimateCache(() => options.storage ?? globalThis.sessionStorage, now);
  const batch = createEstimateBatch({ call: estimatePayments, document });
  const keys = createRequestKeys();
  const followLink = createLinkStatus({ fetch, now, document });

  async function estimatePayments(
    group: EstimateGroup,
    cents: readonly number[],
    signal: AbortSignal,
  ): Promise<Map<number, EstimateResult>> {
    const operation = 'estimatePayments';
    const { endpoint, timeZone, location: store, representative } = group;
    const set = Object.entries({ timeZone, location: store, representative }).filter(
      (parameter): parameter is [string, string] => Boolean(parameter[1]),
    );
    const query = set.length ? `?${new URLSearchParams(set)}` : '';
    const items = cents.map((each): EstimateItem => ({
      id: String(each),
      totalAmount: each / 100,
    }));
    const { json: answer } = await postJson(endpoint + pagePaths[operation] + query, items, {
      operation,
      fetch,
      timeout: timeouts.estimates,
      signal,
    });
    if (!Array.isArray(answer)) throw new FinancingError('invalid-response', operation);

    const byId = new Map(answer.filter(isEstimate).map((estimate) => [estimate.id, estimate]));
    const byCents = new Map<number, EstimateResult>();
    for (const each of cents) {
      const estimate = byId.get(String(each));
      if (!estimate) continue;
      byCents.set(each, estimate);
      cache.set(groupKey(group) + each, estimate, Boolean(representative));
    }
    cache.save();
    return byCents;
  }

  function ask(
    { endpoint: written, ...rest }: EstimateQuestion,
    listener: EstimateListener,
    mode: EstimateOptions['cache'] = 'default',
  ): EstimateQuestion | undefined {
    const fail = (code: PageErrorCode) =>
      listener.onError(new FinancingError(code, 'estimatePayments'));
    const endpoint = resolveEndpoint(written);
    if (!endpoint) return void fail('invalid-endpoint');
    if (!(rest.cents > 0)) return void fail('invalid-amount');
    const question = { endpoint, ...rest };
    const kept = mode === 'default' && cache.get(groupKey(question) + question.cents);
    if (kept) return void listener.onEstimate(kept);
    batch.ask(question, listener);
    return question;
  }

  async function createLink(
    operation: PageOperationName,
    endpoint: string,
    body: unknown,
    { idempotencyKey, purchase, signal }: PayOverTimeLinkOptions,
  ): Promise<FinancingLink> {
    signal?.throwIfAborted();
    const base = checkedEndpoint(endpoint, operation);
    const text = toJson(body, operation);
    const { json, headers } = await postJson(base + pagePaths[operation], body, {
      operation,
      fetch,
      timeout: timeouts.links,
      headers: {
        'Idempotency-Key': idempotencyKey ?? keys.keyOf(text),
        ...(purchase && { 'Financing-Purchase': purchase }),
      },
      signal,
    }).catch((error: unknown) => {
      if (error instanceof FinancingError) keys.settle(text, error.code);
      throw error;
    });
    const url = resolveLink((Object(json) as { url?: unknown }).url);
    if (!url) throw new FinancingError('invalid-response', operation);
    keys.settle(text);
    // It stays in here: who has it can ask about this shopper's application.
    const token = headers.get('Financing-Link-Token');
    return { url, ...(token && { ended: (until) => followLink(base, token, until) }) };
  }

  return {
    flush: batch.flush,
    ask,
    leave: batch.leave,
    estimate(question, { signal, cache: mode } = {}) {
      let abort = () => {};
      return new Promise<EstimateResult>((resolve, reject) => {
        signal?.throwIfAborted();
        const listener = { onEstimate: resolve, onError: reject };
        const waiting = ask(question, listener, mode);
        abort = () => {
          if (waiting) batch.leave(waiting, listener);
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', abort);
      }).finally(() => signal?.removeEventListener('abort', abort));
    },
    createPayOverTimeLink: (endpoint, request, linkOptions = {}) =>
      createLink('createPayOverTimeLink', endpoint, request, linkOptions),
    // The body is an array of one (service document, "Create pre-qualification link").
    createPrequalLink: (endpoint, request, linkOptions = {}) =>
      createLink('createPrequalLink', endpoint, [request], linkOptions),
  };
}

function checkedEndpoint(endpoint: string, operation: PageOperationName): string {
  const base = resolveEndpoint(endpoint);
  if (!base) throw new FinancingError('invalid-endpoint', operation);
  return base;
}

/** Throws `invalid-details` for what is no JSON, such as customer details that contain themselves. */
function toJson(body: unknown, operation: PageOperationName): string {
  try {
    return JSON.stringify(body);
  } catch {
    throw new FinancingError('invalid-details', operation);
  }
}
