/**
 * Requests the estimate of an element, and keeps it up to date. A new request replaces the previous one, whose response is
 * then ignored. A removed element requests nothing. If the amount changes quickly, as when a shopper clicks through
 * variants, only the first and last are requested.
 */
import { isServer, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { parsePrice } from '../../internal/dollars.js';
import type { EstimateSubscriber } from '../../client/estimate-batcher.js';
import type { ResolvedRequest } from '../../client/estimate-request.js';
import type { EstimateCacheMode } from '../../client/estimate-client.js';
import { FinancingError } from '../../client/financing-error.js';
import type { EstimateResult } from '../../contract/estimate.js';
import { toJson } from '../../internal/natives.js';
import {
  type ElementEstimateRequest,
  estimateRequestOf,
  estimateSettingsOf,
  isSameRequest,
  priceSelectorOf,
} from '../../page/element-settings.js';
import { loadPrices, prices } from '../../page/lazy-prices.js';
import { pageClient } from '../../page/page-client.js';
import { isFinanced, readEstimate } from '../../words/financed.js';
import { type Retryable, scheduleRetry, startRetrying, stopRetrying } from './estimate-retry.js';
import { isHydrating } from '../hydration.js';
import { isNearViewport, unwatchViewport } from './near-viewport.js';

/** The state of an element's estimate. `unavailable`: the amount cannot be financed. */
export type EstimateStatus = 'idle' | 'loading' | 'ready' | 'unavailable' | 'error';

/** The outcome of the newest request. */
export interface EstimateOutcome {
  readonly status: EstimateStatus;
  /** Present when ready, and while the same request is repeated. */
  readonly estimate?: EstimateResult | undefined;
  /** Present after a failure. */
  readonly error?: FinancingError | undefined;
}

/** An element with an amount. */
interface Host extends ReactiveControllerHost, Element {
  amount?: unknown;
  amountFrom?: unknown;
  loading?: unknown;
  estimate?: unknown;
  /** Updates the element, and so this controller. */
  refreshSettings(): void;
}

/** A second change within this many milliseconds is requested after the same delay. */
const quickChangeMs = 100;

/** Requests its host's estimate. Methods are shared because a page may have hundreds of these. */
export class EstimateController implements ReactiveController, EstimateSubscriber, Retryable {
  /** A new object with each outcome. */
  outcome: EstimateOutcome = { status: 'idle' };
  /** The same object until the request changes; undefined without an amount. */
  request: ElementEstimateRequest | undefined;
  settledAt = NaN;
  retriesLeft = 0;

  readonly #host: Host;
  #client = pageClient();
  /** The request that waits for its response. */
  #pending: ResolvedRequest | undefined;
  /** The cache mode for the pending refresh, if any. */
  #refreshMode: EstimateCacheMode | undefined;
  /** The newest server-rendered estimate. */
  #rendered: string | undefined;
  /** Set while the code that reads prices is loading. The amount is unknown until then. */
  #unread: UnreadPrice | undefined;
  #changedAt: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  get error(): FinancingError | undefined {
    return this.outcome.error;
  }

  /** Repeats the request with the next update. */
  repeat(cache: EstimateCacheMode): void {
    if (this.#refreshMode !== 'reload') this.#refreshMode = cache;
    this.#host.refreshSettings();
  }

  hostConnected(): void {
    startRetrying(this);
    if (!this.#isLazy) this.#watchPrice(); // before any update, so that the prices of all elements are read together
  }

  /** Requests the host's estimate, if the request has changed. The host calls it in `willUpdate()`. */
  update(): void {
    const host = this.#host;
    if (isServer) return this.#updateOnServer();
    if (!host.isConnected) return;
    const newlyRendered = this.#newlyRendered();
    if (this.#isLazy && !newlyRendered && !isNearViewport(host, () => this.#onNear())) return;
    this.#watchPrice();
    const selector = priceSelectorOf(host);
    if (selector && !prices) return this.#waitForPrices(selector, newlyRendered);
    const request = estimateRequestOf(host);
    // Without a visible price, the server's estimate isn't shown, either.
    const rendered =
      (request || !selector) && canBeOf(newlyRendered, request) ? newlyRendered : undefined;
    if (this.#unread) this.#resumeWithPrice(selector, request);
    const isSame = isSameRequest(request, this.request) && this.#client === pageClient();
    const isChange = !isSame && this.request !== undefined;
    const isQuick = isChange && this.#isQuickChange();
    // Without an amount, a server-rendered estimate stays, because there's no request. It doesn't belong to an invalid amount.
    const shown = request?.error ? undefined : rendered;
    const isUnchanged = request ? isSame && !this.#refreshMode : !this.request;
    if (!shown && isUnchanged) return;

    const cache = this.#refreshMode;
    const estimate = isSame ? this.outcome.estimate : undefined;
    this.#stop();
    this.#refreshMode = undefined;
    this.#client = pageClient();
    // Otherwise a clone would show the old estimate next to the new price.
    if (isChange && !rendered) host.removeAttribute('estimate');
    if (!isSame) {
      this.request = request;
      this.retriesLeft = 2;
    }
    this.outcome = request ? { status: 'loading', estimate } : { status: 'idle' };
    if (shown) {
      if (request) this.#client.add(request, shown);
      this.onResult(shown);
    } else if (request && (isQuick || isHydrating(host))) {
      // A cached estimate is shown at once, and during hydration, it could differ from the server's rendering.
      this.#timer = setTimeout(() => this.#send(cache), isQuick ? quickChangeMs : 0);
    } else if (request) {
      this.#send(cache);
    }
  }

  hostDisconnected(): void {
    const host = this.#host;
    prices?.unwatchPrice(host);
    unwatchViewport(host);
    // A moved element is disconnected and connected in the same turn. It keeps its request and its retry.
    queueMicrotask(() => {
      if (host.isConnected) return;
      stopRetrying(this);
      if (this.outcome.status === 'loading') this.#refreshMode = 'default';
      this.#stop();
    });
  }

  onResult(result: EstimateResult | FinancingError): void {
    this.#pending = undefined;
    this.outcome = result instanceof Error ? { status: 'error', error: result } : outcomeOf(result);
    this.settledAt = Date.now();
    scheduleRetry(this);
    this.#host.requestUpdate();
  }

  #send(cache: EstimateCacheMode | undefined): void {
    this.#pending = this.#client.subscribe(this.request!, this, cache);
  }

  /** True until the first request of an element that waits until it's near the viewport. */
  get #isLazy(): boolean {
    return this.#host.loading === 'lazy' && !this.request;
  }

  #onNear(): void {
    this.#watchPrice(); // as in `hostConnected`
    this.#host.refreshSettings();
  }

  #watchPrice(): void {
    const host = this.#host;
    const selector = priceSelectorOf(host);
    if (selector) prices?.watchPrice(host, selector, () => host.refreshSettings());
    else prices?.unwatchPrice(host);
  }

  /** Shows the server's estimate, if there is one, until the price can be read. */
  #waitForPrices(selector: string, rendered: EstimateResult | undefined): void {
    const isShown = Boolean(rendered) || this.#serverEstimateIsShown(selector);
    const unread: UnreadPrice = { selector, isShown };
    this.#unread = unread;
    if (rendered) {
      this.request = { ...estimateSettingsOf(this.#host), amount: NaN };
      this.onResult(rendered);
    } else if (!isShown) {
      this.#stop();
      this.request = undefined;
      this.outcome = { status: 'loading' };
    }
    void loadPrices().then((isLoaded) => {
      if (this.#unread !== unread) return;
      if (isLoaded) this.#host.refreshSettings();
      else if (!isShown) this.onResult(new FinancingError('network', 'estimatePayments'));
    });
  }

  /** Continues with the price, which is either the price that the server rendered the estimate for, or a first price. */
  #resumeWithPrice(
    selector: string | undefined,
    request: ElementEstimateRequest | undefined,
  ): void {
    const isShown = this.#serverEstimateIsShown(selector);
    if (!isShown || !request || !canBeOf(this.outcome.estimate, request))
      this.outcome = { status: 'idle' };
    else Object.assign(this.request!, { amount: request.amount }); // keeps the request's identity
    this.#unread = undefined;
  }

  #serverEstimateIsShown(selector: string | undefined): boolean {
    return this.#unread?.isShown === true && this.#unread.selector === selector;
  }

  /**
   * Renders the estimate that is set, if any, because a server makes no request. A server can't read the price that
   * `amount-from` points to, so it assumes that the estimate belongs to that price.
   */
  #updateOnServer(): void {
    const { amount, amountFrom } = this.#host;
    const rendered = this.#newlyRendered();
    const isUnknown = amountFrom || (amount ?? null) === null;
    const request = isUnknown ? undefined : { amount: parsePrice(amount) ?? NaN };
    if (rendered && canBeOf(rendered, request)) this.outcome = outcomeOf(rendered);
  }

  /** Returns the server-rendered estimate if it was set since the last update. It belongs to the current request. */
  #newlyRendered(): EstimateResult | undefined {
    const json = jsonOf(this.#host.estimate);
    if (json === this.#rendered) return undefined;
    this.#rendered = json;
    return json === undefined ? undefined : readEstimate(json);
  }

  #isQuickChange(): boolean {
    const previousChange = this.#changedAt;
    this.#changedAt = performance.now();
    return this.#changedAt - previousChange! < quickChangeMs;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    if (this.#pending) this.#client.unsubscribe(this.#pending, this);
    this.#pending = undefined;
  }
}

/** A price that can't be read yet. */
interface UnreadPrice {
  readonly selector: string;
  /** True if an estimate that the server rendered is on the page. */
  readonly isShown: boolean;
}

/**
 * True if a server-rendered estimate can be the one of this request. It isn't if a script changed the amount before the elements
 * were loaded. An inapplicable estimate doesn't say which amount it's for, and without a request there's no amount.
 */
function canBeOf(
  estimate: EstimateResult | undefined,
  request: Pick<ElementEstimateRequest, 'amount'> | undefined,
): boolean {
  if (!estimate || !request || estimate.amountFinanced < 0) return true;
  return Math.abs(estimate.amountFinanced + estimate.downPayment - request.amount) < 0.005;
}

function outcomeOf(estimate: EstimateResult): EstimateOutcome {
  return isFinanced(estimate) ? { status: 'ready', estimate } : { status: 'unavailable' };
}

/** Returns the JSON of an element's `estimate` property, which may be JSON or an object. */
function jsonOf(value: unknown): string | undefined {
  try {
    return typeof value === 'string' ? value : toJson(value);
  } catch {
    return undefined;
  }
}
