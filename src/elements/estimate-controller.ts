/**
 * Keeps an element's estimate the answer to what the element asks now: a newer question drops the older one,
 * whose answer is then ignored, and a removed element asks nothing. Of questions in quick succession, as when a
 * shopper clicks through variants, the first and the last are asked.
 * It does not know what the element shows, nor how the question travels.
 */
import { isServer, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { parseAmount } from '../client/amount.js';
import type { EstimateSubscriber, EstimateRequest } from '../client/turn-batcher.js';
import type { EstimateCacheMode } from '../client/estimate-cache.js';
import { isFinanced, readEstimate } from '../client/estimate-result.js';
import type { FinancingError } from '../client/financing-error.js';
import { toJson } from '../client/json.js';
import { pageClient } from '../page/page-client.js';
import { estimateRequestOf, type ElementEstimateRequest } from '../page/estimate-request.js';
import type { EstimateResult } from '../contract/estimate.js';
import { isHydrating } from './hydration.js';
import { isNearViewport, stopWaiting } from './near-viewport.js';
import { unwatchPage, watchPage } from './price-watch.js';
import { scheduleRetry, startRetrying, stopRetrying, type Retryable } from './retry.js';

/** Where an element is with its estimate. `unavailable`: the amount cannot be financed. */
export type EstimateStatus = 'idle' | 'loading' | 'ready' | 'unavailable' | 'error';

/** What came of the newest question. */
export interface EstimateOutcome {
  readonly status: EstimateStatus;
  /** Present when ready, and while the same is asked again. */
  readonly estimate?: EstimateResult | undefined;
  /** Present after a failure. */
  readonly error?: FinancingError | undefined;
}

/** An element with an amount, and what it may have besides. */
interface Host extends ReactiveControllerHost, Element {
  amount?: unknown;
  amountFrom?: unknown;
  loading?: unknown;
  estimate?: unknown;
  /** Has the element update, and with it this controller. */
  refreshSettings(): void;
}

/** How long questions have to rest after the second one in a row, in ms. */
const pause = 100;

const questionFields = [
  'amount',
  'error',
  'endpoint',
  'location',
  'timeZone',
  'representative',
] as const;

/** Asks for its host's estimate. A page may have hundreds: each is one object, and its methods are shared. */
export class EstimateController implements ReactiveController, EstimateSubscriber, Retryable {
  /** Another object whenever something has come of a question. */
  outcome: EstimateOutcome = { status: 'idle' };
  /** The same object as long as the same is asked; undefined where nothing is. */
  question: ElementEstimateRequest | undefined;
  settledAt = NaN;
  retriesLeft = 0;

  readonly #host: Host;
  #client = pageClient();
  /** The question that an answer is awaited for. */
  #pending: EstimateRequest | undefined;
  /** How to ask once more, though nothing has changed. */
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

  /** Asks again with the next update. */
  askAgain(cache: EstimateCacheMode): void {
    if (this.#again !== 'reload') this.#again = cache;
    this.#host.refreshSettings();
  }

  hostConnected(): void {
    startRetrying(this);
  }

  /** Asks what the host asks now, if that is new. The host calls it in `willUpdate()`, and renders the outcome. */
  update(): void {
    const host = this.#host;
    if (isServer) return this.#updateOnServer();
    if (!host.isConnected) return;
    const rendered = this.#newlyRendered();
    const mayWait = host.loading === 'lazy' && !this.question && !rendered;
    if (mayWait && !isNearViewport(host, () => host.refreshSettings())) return;
    const question = estimateRequestOf(host);
    this.#watchPrice();
    const isSame = this.#isAsked(question) && this.#client === pageClient();
    if (isSame && !this.#again && !rendered) return;

    const cache = this.#again;
    const isChange = !isSame && this.question !== undefined;
    this.#stop();
    this.#again = undefined;
    this.#client = pageClient();
    if (!isSame) {
      this.question = question;
      this.retriesLeft = 2;
    }
    const estimate = isSame ? this.outcome.estimate : undefined;
    this.outcome = question ? { status: 'loading', estimate } : { status: 'idle' };

    const ask = () => question && this.#ask(question, cache);
    // A server-rendered estimate does not belong to an invalid amount.
    if (rendered && !question?.error) this.onAnswer(rendered);
    else if (isChange && this.#isHurried()) this.#timer = setTimeout(ask, pause);
    // A cached answer comes at once, and would not look like what the server has rendered.
    else if (isHydrating(host)) this.#timer = setTimeout(ask);
    else ask();
  }

  hostDisconnected(): void {
    const host = this.#host;
    stopRetrying(this);
    unwatchPage(host);
    stopWaiting(host);
    // An element that is moved leaves and comes back in one go, and keeps its question.
    queueMicrotask(() => {
      if (host.isConnected) return;
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

  #ask(question: ElementEstimateRequest, cache: EstimateCacheMode | undefined): void {
    this.#pending = this.#client.subscribe(question, this, cache);
  }

  #isAsked(question: ElementEstimateRequest | undefined): boolean {
    return questionFields.every((field) => Object.is(question?.[field], this.question?.[field]));
  }

  #watchPrice(): void {
    const host = this.#host;
    if (!host.amountFrom) return unwatchPage(host);
    watchPage(host, () => this.#isAsked(estimateRequestOf(host)) || host.refreshSettings());
  }

  /**
   * On a server nothing is asked: an element has its server-rendered estimate, or none. The price that `amount-from`
   * points to is not there yet, and taken for the one that the estimate is of.
   */
  #updateOnServer(): void {
    const { amount, amountFrom } = this.#host;
    const rendered = this.#newlyRendered();
    const isInvalid = !amountFrom && (amount ?? null) !== null && !parseAmount(amount);
    if (rendered && !isInvalid) this.outcome = outcomeOf(rendered);
  }

  /** The server-rendered estimate, if it was set since the last update: it then belongs to what the host asks now. */
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
    return typeof value === 'string' ? value : toJson(value);
  } catch {
    return undefined;
  }
}
