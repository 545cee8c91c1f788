/**
 * Keeps an element's estimate the answer to what the element asks now: a newer question drops the older one,
 * whose answer is then never heard, and a removed element asks nothing. Of questions that follow on each other's
 * heels, as when a shopper clicks through variants, the first and the last are asked.
 * It does not know what the element shows, nor how the question travels.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
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
import { comeBackLater, join, leave, type Asker } from './second-chances.js';

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

/** What an element shows, and asks again for. */
export interface FollowedEstimate extends EstimateOutcome {
  /** The same object as long as the same is asked. */
  readonly question?: ElementEstimateRequest | undefined;
  /** Whether an answer or a failure has come that nobody has been told of. */
  hasNews: boolean;
  /** Asks again. */
  askAgain(cache: EstimateCacheMode): void;
}

/** An element with an amount, and what it may have besides. */
interface Host extends ReactiveControllerHost, Element {
  amountFrom?: unknown;
  loading?: unknown;
  estimate?: unknown;
}

/** How long questions have to rest after the second one in a row, in ms. */
const pause = 100;

/**
 * Follows what its host asks. A class, since a page may have hundreds: each is one object, and its methods are
 * shared.
 */
export class EstimateFollower
  implements FollowedEstimate, ReactiveController, EstimateSubscriber, Asker
{
  status: EstimateStatus = 'idle';
  question: ElementEstimateRequest | undefined;
  estimate: EstimateResult | undefined;
  error: FinancingError | undefined;
  hasNews = false;
  settledAt = NaN;
  chances = 0;

  readonly #host: Host;
  #client = pageClient();
  /** What its answer is waited for. */
  #waiting: EstimateRequest | undefined;
  /** How to ask once more, though nothing has changed. */
  #again: EstimateCacheMode | undefined;
  /** The newest estimate that the page has brought along. */
  #given: string | undefined;
  #changedAt: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  askAgain(cache: EstimateCacheMode): void {
    if (this.#again !== 'reload') this.#again = cache;
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    join(this);
  }

  hostUpdate(): void {
    const host = this.#host;
    if (!host.isConnected) return;
    const gift = this.#newlyGiven();
    const mayWait = host.loading === 'lazy' && !this.question && !gift;
    if (mayWait && !isNearViewport(host, () => host.requestUpdate())) return;
    if (host.amountFrom)
      watchPage(host, () => this.#isAsked(estimateRequestOf(host)) || host.requestUpdate());
    else unwatchPage(host);
    const question = estimateRequestOf(host);
    const isSame = this.#isAsked(question) && this.#client === pageClient();
    if (isSame && !this.#again && !gift) return;

    const cache = this.#again;
    const isChange = !isSame && this.question !== undefined;
    this.#stop();
    this.#again = undefined;
    this.#client = pageClient();
    if (!isSame) {
      this.question = question;
      this.estimate = undefined;
      this.chances = 2;
    }
    this.error = undefined;
    this.status = question ? 'loading' : 'idle';

    const ask = () => question && this.#ask(question, cache);
    // No estimate belongs to an amount that is none.
    if (gift && !question?.error) this.onAnswer(gift);
    else if (isChange && this.#isHurried()) this.#timer = setTimeout(ask, pause);
    // An answer that is kept comes at once, and would not look like what the server has rendered.
    else if (isHydrating(host)) this.#timer = setTimeout(ask);
    else ask();
  }

  hostDisconnected(): void {
    const host = this.#host;
    leave(this);
    unwatchPage(host);
    stopWaiting(host);
    // An element that is moved leaves and comes back in one go, and keeps its question.
    queueMicrotask(() => {
      if (host.isConnected) return;
      if (this.status === 'loading' || this.hasNews) this.#again = 'default';
      this.#stop();
    });
  }

  onAnswer(answer: EstimateResult | FinancingError): void {
    this.#waiting = undefined;
    this.estimate = this.error = undefined;
    Object.assign(
      this,
      answer instanceof Error ? { status: 'error', error: answer } : outcomeOf(answer),
    );
    this.settledAt = Date.now();
    this.hasNews = true;
    comeBackLater(this);
    this.#host.requestUpdate();
  }

  #ask(question: ElementEstimateRequest, cache: EstimateCacheMode | undefined): void {
    this.#waiting = this.#client.subscribe(question, this, cache);
  }

  #isAsked(question: ElementEstimateRequest | undefined): boolean {
    return toJson(question) === toJson(this.question);
  }

  /** The estimate that has been set since the last look; it belongs to what the host asks now. */
  #newlyGiven(): EstimateResult | undefined {
    const json = jsonOf(this.#host.estimate);
    if (json === this.#given) return undefined;
    this.#given = json;
    return json === undefined ? undefined : readEstimate(json);
  }

  #isHurried(): boolean {
    const before = this.#changedAt;
    this.#changedAt = performance.now();
    return this.#changedAt - before! < pause;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    if (this.#waiting) this.#client.unsubscribe(this.#waiting, this);
    this.#waiting = undefined;
    this.hasNews = false;
  }
}

/** What an estimate means for the element that asked for it. */
export function outcomeOf(estimate: EstimateResult): EstimateOutcome {
  return isFinanced(estimate) ? { status: 'ready', estimate } : { status: 'unavailable' };
}

/** An estimate as it is given to an element: its JSON, or an object that has one. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return typeof value === 'string' ? value : toJson(value);
  } catch {
    return undefined;
  }
}
