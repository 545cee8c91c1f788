import { parseAmount, parsePrice, roundToCents } from '../internal/dollars.js';
import type { AmountRequest } from './estimate-request.js';
import { createEstimateClient, type EstimateCacheMode } from './estimate-client.js';
import {
  type ClientContext,
  defaultContext,
  type EstimateStorage,
  type Timeouts,
} from './context.js';
import { explainError } from './explain-error.js';
import { FinancingError } from './financing-error.js';
import { type Fetch, sendBy } from './post-json.js';
import { linkClientDependencies } from './link-client-dependencies.js';
import {
  createLinkClient,
  type FinancingLink,
  type LinkOptions,
  type PayOverTimeLinkOptions,
} from './link-client.js';
import { inapplicableAmounts } from '../contract/estimate-amounts.js';
import type { EstimateResult } from '../contract/estimate.js';
import {
  checkArgument,
  checkOptions,
  callbackProblem,
  objectProblem,
  textProblem,
  wholeNumberProblem,
} from '../internal/options.js';
import type { PayOverTimeLinkRequest, PrequalLinkRequest } from '../contract/links.js';
import type { PageOperationName } from '../contract/page-paths.js';

/** Options of `createFinancingClient`. */
export interface FinancingClientOptions {
  /** The path or URL that the proxy is mounted at. A path is on the page's own origin. @default '/financing' */
  endpoint?: string | undefined;
  /** The location ID for requests without one. Estimates don't require a location. */
  location?: string | undefined;
  /** Sends the requests. @default the global `fetch` */
  fetch?: Fetch | undefined;
  /** Timeouts in ms. @default { estimates: 8000, links: 12000 } */
  timeouts?: { readonly [Name in keyof Timeouts]?: number | undefined } | undefined;
  /** Caches estimates across pages. @default `sessionStorage` */
  storage?: EstimateStorage | undefined;
  /** Returns the time in ms since 1970. @default `Date.now` */
  now?: (() => number) | undefined;
  /** The first estimates wait until it has loaded. Link status isn't polled while it's hidden. @default the global `document` */
  document?: ClientContext['document'];
}

/** A longer timeout would overflow the timer, which then fires immediately. */
const timeoutProblem = wholeNumberProblem(1, 2 ** 31 - 1, 'milliseconds');

const optionChecks = {
  endpoint: textProblem,
  location: textProblem,
  fetch: callbackProblem,
  timeouts: objectProblem,
  storage: objectProblem,
  now: callbackProblem,
  document: objectProblem,
};

const timeoutChecks = { estimates: timeoutProblem, links: timeoutProblem };

/** The request without a required location, because the client's option can provide it. */
type WithoutLocation<Request> = Omit<Request, 'location'> & {
  /**
   * The location ID.
   * @default the client's own `location`
   */
  location?: string | undefined;
};

/** The request for an estimate. `amount` is in dollars. */
export type ClientEstimateRequest = Omit<AmountRequest, 'endpoint'>;

/** The request for a pay-over-time link. `amount` is in dollars. */
export type ClientPayOverTimeLinkRequest = WithoutLocation<PayOverTimeLinkRequest>;

/** The request for a pre-qualification link. */
export type ClientPrequalLinkRequest = WithoutLocation<PrequalLinkRequest>;

/** Options for one estimate. */
export interface EstimateOptions {
  /** Stops waiting. The HTTP request is aborted unless it's shared with other estimates. */
  signal?: AbortSignal;
  /**
   * `default` uses an estimate from the last five minutes. `reload` requests a new one.
   * @default 'default'
   */
  cache?: EstimateCacheMode;
}

/** A client for one proxy. Its promises reject with a `FinancingError` or, after an abort, with the signal's reason. */
export interface FinancingClient {
  /**
   * Requests the estimate for an amount in dollars, in a batch with the other estimates of the turn. An amount with more than
   * two decimals is rounded to cents. If an amount can't be financed, its estimate has -1 in every field. An amount below one
   * cent needs no request.
   */
  estimate(request: ClientEstimateRequest, options?: EstimateOptions): Promise<EstimateResult>;
  /** Sends the queued estimates now instead of at the end of the turn. */
  flush(): void;
  /**
   * Creates one pay-over-time link. The service texts it unless `sendSMS` is false. An amount with more than two decimals is
   * rejected, not rounded.
   */
  createPayOverTimeLink(
    request: ClientPayOverTimeLinkRequest,
    options?: PayOverTimeLinkOptions,
  ): Promise<FinancingLink>;
  /** Creates one pre-qualification link. The service texts it unless `sendSMS` is false. */
  createPrequalLink(
    request: ClientPrequalLinkRequest,
    options?: LinkOptions,
  ): Promise<FinancingLink>;
}

/**
 * Creates a client for one proxy. Throws `InvalidOptionError`. Methods reject with it if the request isn't an object.
 *
 * @example
 * const client = createFinancingClient({ endpoint: '/financing', location: 'main-street' });
 * const { monthlyAmount } = await client.estimate({ amount: 1299 });
 */
export function createFinancingClient(options: FinancingClientOptions = {}): FinancingClient {
  checkOptions(optionChecks, options);
  checkOptions(timeoutChecks, options.timeouts ?? {}, 'timeouts.');
  const { endpoint = '/financing', location: defaultLocation, storage } = options;
  const context: ClientContext = {
    fetch: options.fetch ? sendBy(options.fetch) : defaultContext.fetch,
    timeouts: {
      estimates: options.timeouts?.estimates ?? defaultContext.timeouts.estimates,
      links: options.timeouts?.links ?? defaultContext.timeouts.links,
    },
    now: options.now ?? defaultContext.now,
    storage: () => storage ?? defaultContext.storage(),
    document: options.document ?? defaultContext.document,
  };
  const estimates = createEstimateClient(context);
  const links = createLinkClient(context, linkClientDependencies);

  function requiredLocation(location: string | undefined, operation: PageOperationName): string {
    const found = location ?? defaultLocation;
    if (!found) throw new FinancingError('missing-location', operation);
    return found;
  }

  return {
    flush: () => estimates.flush(),
    estimate: withHelp(async (request: ClientEstimateRequest, options: EstimateOptions = {}) => {
      const { signal, cache } = options;
      checkArgument('request', objectProblem, request);
      const amount = parsePrice(request.amount) ?? NaN;
      const resolved = {
        ...request,
        endpoint,
        location: request.location ?? defaultLocation,
        amount,
      };
      let abort = () => {};
      return new Promise<EstimateResult>((resolve, reject) => {
        signal?.throwIfAborted();
        if (Number.isFinite(request.amount) && !amount)
          return resolve({ id: String(roundToCents(request.amount)), ...inapplicableAmounts });
        const onResult = (result: EstimateResult | FinancingError) =>
          result instanceof Error ? reject(result) : resolve(result);
        const subscriber = { onResult };
        const waiting = estimates.subscribe(resolved, subscriber, cache);
        abort = () => {
          if (waiting) estimates.unsubscribe(waiting, subscriber);
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', abort);
      }).finally(() => signal?.removeEventListener('abort', abort));
    }),
    createPayOverTimeLink: withHelp(
      async (request: ClientPayOverTimeLinkRequest, linkOptions?: PayOverTimeLinkOptions) => {
        const operation = 'createPayOverTimeLink';
        checkArgument('request', objectProblem, request);
        const amount = parseAmount(request.amount);
        if (!amount) {
          const detail = 'The amount of a link is above zero and has at most two decimals.';
          throw new FinancingError('invalid-amount', operation, { detail });
        }
        const body = {
          ...request,
          amount,
          location: requiredLocation(request.location, operation),
        };
        return links.createPayOverTimeLink(endpoint, body, linkOptions);
      },
    ),
    createPrequalLink: withHelp(
      async (request: ClientPrequalLinkRequest, linkOptions?: LinkOptions) => {
        checkArgument('request', objectProblem, request);
        const body = {
          ...request,
          location: requiredLocation(request.location, 'createPrequalLink'),
        };
        return links.createPrequalLink(endpoint, body, linkOptions);
      },
    ),
  };
}

/** Explains each failure of a method. */
function withHelp<Request, Options extends object, Result>(
  method: (request: Request, options?: Options) => Promise<Result>,
): typeof method {
  return async (request, options) => {
    try {
      return await method(request, options);
    } catch (error) {
      throw error instanceof FinancingError ? explainError(error, options) : error;
    }
  };
}
