import { isServer, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { parseAmount } from '../client/amount.js';
import {
  type AmountRequest,
  type EstimateCacheMode,
  type EstimateSubscriber,
  maxAge,
  readEstimate,
} from '../client/estimates.js';
import { isFinanced } from '../words/financed.js';
import type { FinancingError } from '../client/financing-error.js';
import type { EstimateResult } from '../contract/estimate.js';
import { isHydrating } from './hydration.js';
import { isNearViewport, stopWaiting } from './near-viewport.js';
import { unwatchPage, watchPage } from './price-watch.js';
import { type ElementEstimateRequest, estimateRequestOf } from '../page/host-page.js';
import { pageClient } from '../page/page-client.js';

/**
 * Requests the estimate of an element, and keeps it up to date. A newer request replaces the older one, whose answer is
 * then ignored; a removed element requests nothing. If the amount changes quickly, as when a shopper clicks through
 * variants, only the first and last are requested.
 */

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

/** Delay after the second change within this time, in ms. */
const pause = 100;

const requestFields = [
  'amount',
  'error',
  'endpoint',
  'location',
  'timeZone',
  'representative',
] as const;

/** What an element stands for now, and what was before. */
export interface Situation {
  /** What it asks now; undefined without an amount. */
  readonly request: Pick<ElementEstimateRequest, 'error'> | undefined;
  readonly hadRequest: boolean;
  /** Whether the request is the one before, of the same client. */
  readonly isSame: boolean;
  /** The server-rendered estimate, if it is new. */
  readonly rendered: EstimateResult | undefined;
  /** Whether the same request is to be repeated. */
  readonly isRepeated: boolean;
  /** Whether the amount changes quickly. */
  readonly isHurried: boolean;
  readonly isHydrating: boolean;
}

/** What to do: nothing, show no estimate, show one that is known, or ask for it, now or after some ms. */
type Decision =
  | 'keep'
  | 'clear'
  | { readonly show: EstimateResult }
  | { readonly ask: number | 'now' };

/** Decides what an element does about its estimate. */
export function decide(situation: Situation): Decision {
  const { request, hadRequest, isSame, rendered, isRepeated, isHurried, isHydrating } = situation;
  // A server-rendered estimate does not belong to an invalid amount. Without an amount it stays: there is nothing to ask.
  if (rendered && !request?.error) return { show: rendered };
  if (!request) return hadRequest ? 'clear' : 'keep';
  if (isSame && !isRepeated && !rendered) return 'keep';
  if (isHurried) return { ask: pause };
  // A cached answer comes at once, and could differ from the server's rendering.
  return { ask: isHydrating ? 0 : 'now' };
}

/** Requests its host's estimate. A page may have hundreds: each is one object, and its methods are shared. */
export class EstimateController implements ReactiveController, EstimateSubscriber, Retryable {
  /** A new object with each outcome. */
  outcome: EstimateOutcome = { status: 'idle' };
  /** The same object until the request changes; undefined without an amount. */
  request: ElementEstimateRequest | undefined;
  settledAt = NaN;
  retriesLeft = 0;

  readonly #host: Host;
  #client = pageClient();
  /** The request that waits for its answer. */
  #pending: AmountRequest | undefined;
  /** Set when the same request is to be repeated. */
  #again: EstimateCacheMode | undefined;
  /** The newest server-rendered estimate. */
  #rendered: string | undefined;
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
    if (this.#again !== 'reload') this.#again = cache;
    this.#host.refreshSettings();
  }

  hostConnected(): void {
    startRetrying(this);
  }

  /** Requests the host's estimate, if the request has changed. The host calls it in `willUpdate()`. */
  update(): void {
    const host = this.#host;
    if (isServer) return this.#updateOnServer();
    if (!host.isConnected) return;
    const rendered = this.#newlyRendered();
    const mayWait = host.loading === 'lazy' && !this.request && !rendered;
    if (mayWait && !isNearViewport(host, () => host.refreshSettings())) return;
    const request = estimateRequestOf(host);
    this.#watchPrice();
    const isSame = this.#isCurrent(request) && this.#client === pageClient();
    const isChange = !isSame && this.request !== undefined;
    const decision = decide({
      ...{ request, rendered, isSame },
      hadRequest: this.request !== undefined,
      isRepeated: this.#again !== undefined,
      isHurried: isChange && this.#isHurried(),
      isHydrating: isHydrating(host),
    });
    if (decision === 'keep') return;

    const cache = this.#again;
    const estimate = isSame ? this.outcome.estimate : undefined;
    this.#stop();
    this.#again = undefined;
    this.#client = pageClient();
    // It is of the request before: a copy of the element would show it beside the new price.
    if (isChange && !rendered) host.removeAttribute('estimate');
    if (!isSame) {
      this.request = request;
      this.retriesLeft = 2;
    }
    this.outcome = request ? { status: 'loading', estimate } : { status: 'idle' };
    if (decision === 'clear') return;
    if ('show' in decision) this.onAnswer(decision.show);
    else if (decision.ask === 'now') this.#ask(cache);
    else this.#timer = setTimeout(() => this.#ask(cache), decision.ask);
  }

  hostDisconnected(): void {
    const host = this.#host;
    unwatchPage(host);
    stopWaiting(host);
    // An element that is moved is disconnected and connected in one turn, and keeps its request and its retry.
    queueMicrotask(() => {
      if (host.isConnected) return;
      stopRetrying(this);
      if (this.outcome.status === 'loading') this.#again = 'default';
      this.#stop();
    });
  }

  onAnswer(answer: EstimateResult | FinancingError): void {
    this.#pending = undefined;
    this.outcome = answer instanceof Error ? { status: 'error', error: answer } : outcomeOf(answer);
    this.settledAt = Date.now();
    scheduleRetry(this);
    this.#host.requestUpdate();
  }

  #ask(cache: EstimateCacheMode | undefined): void {
    this.#pending = this.#client.subscribe(this.request!, this, cache);
  }

  #isCurrent(request: ElementEstimateRequest | undefined): boolean {
    return requestFields.every((field) => Object.is(request?.[field], this.request?.[field]));
  }

  #watchPrice(): void {
    const host = this.#host;
    if (!host.amountFrom) return unwatchPage(host);
    watchPage(host, () => this.#isCurrent(estimateRequestOf(host)) || host.refreshSettings());
  }

  /**
   * A server makes no request: it renders the estimate that is set, if any. It cannot see the price that `amount-from`
   * points to, and takes the estimate for that of the price.
   */
  #updateOnServer(): void {
    const { amount, amountFrom } = this.#host;
    const rendered = this.#newlyRendered();
    const isInvalid = !amountFrom && (amount ?? null) !== null && !parseAmount(amount);
    if (rendered && !isInvalid) this.outcome = outcomeOf(rendered);
  }

  /** The server-rendered estimate, if it was set since the last update: it then belongs to the current request. */
  #newlyRendered(): EstimateResult | undefined {
    const json = jsonOf(this.#host.estimate);
    if (json === this.#rendered) return undefined;
    this.#rendered = json;
    return json === undefined ? undefined : readEstimate(json);
  }

  #isHurried(): boolean {
    const before = this.#changedAt;
    this.#changedAt = performance.now();
    return this.#changedAt - before! < pause;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    if (this.#pending) this.#client.unsubscribe(this.#pending, this);
    this.#pending = undefined;
  }
}

function outcomeOf(estimate: EstimateResult): EstimateOutcome {
  return isFinanced(estimate) ? { status: 'ready', estimate } : { status: 'unavailable' };
}

/** The JSON of an estimate that is set on an element, as JSON or as an object. */
function jsonOf(value: unknown): string | undefined {
  try {
    return typeof value === 'string' ? value : JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/**
 * Retries estimates: after a failure of the network, which often shows as silence, once when it returns or the page is
 * shown again; at most twice after Retry-After; and when they are too old as the page is shown again or their element is
 * attached again. All due retries share one request. All elements share one timer and two listeners. Links are never retried.
 */

export interface Retryable {
  /** When the newest answer or failure came, in ms since 1970. */
  readonly settledAt: number;
  /** The failure, if the newest request failed. */
  readonly error?: FinancingError | undefined;
  /** How many more retries a busy proxy may get. */
  retriesLeft: number;
  repeat(cache: 'default'): void;
}

const retryables = new Set<Retryable>();
const scheduled = new Map<Retryable, FinancingError>();
let due = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Retries an estimate when that may help, until `stopRetrying`. */
export function startRetrying(retryable: Retryable): void {
  if (!retryables.size) {
    // The same function twice is one listener.
    addEventListener('online', onReturn);
    addEventListener('visibilitychange', onReturn);
  }
  retryables.add(retryable);
  if (!retryable.error) askAgain(retryable); // it may have been off the page for long
}

/** Stops retrying for an element. */
export function stopRetrying(retryable: Retryable): void {
  retryables.delete(retryable);
  scheduled.delete(retryable);
}

/** After a failure, schedules a retry for the time that the proxy names, if that is within `maxAge`. */
export function scheduleRetry(retryable: Retryable): void {
  const { error } = retryable;
  if (!(Number(error?.retryAfterMs) < maxAge) || retryable.retriesLeft-- <= 0) return;
  scheduled.set(retryable, error!);
  // Spreads the retries of all browsers over a second.
  due = Math.max(due, Date.now() + error!.retryAfterMs! + Math.random() * 1_000);
  clearTimeout(timer);
  timer = setTimeout(retry, due - Date.now());
}

function retry(): void {
  for (const [retryable, error] of scheduled) {
    if (retryable.error === error) retryable.repeat('default');
  }
  scheduled.clear();
  due = 0; // the next one counts from its own time, even if the clock was set back
}

/**
 * The network is back, or the shopper: browsers end the calls of a page that is left, or stop it whole. A second later the page
 * has heard of all that has ended meanwhile, its own time limits among them.
 */
function onReturn(): void {
  if (!document.hidden) setTimeout(() => retryables.forEach(askAgain), 1_000);
}

function askAgain(retryable: Retryable): void {
  const { error, settledAt } = retryable;
  const isDue = error
    ? ['network', 'timeout'].includes(error.code)
    : Date.now() - settledAt > maxAge;
  if (isDue) retryable.repeat('default');
}
