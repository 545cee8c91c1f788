/**
 * Keeps an element's estimate the answer to what the element asks now: a newer question drops the older one,
 * whose answer is then never heard, and a removed element asks nothing. Of questions that follow on each other's
 * heels, as when a shopper clicks through variants, the first and the last are asked.
 * It does not know what the element shows, nor how the question travels.
 */
import type { ReactiveControllerHost } from 'lit';
import { questionKey, type EstimateQuestion } from '../client/estimate-batch.js';
import { isFinanced, readEstimate } from '../client/estimate-result.js';
import type { FinancingError } from '../client/financing-error.js';
import { pageClient } from '../client/page-client.js';
import { questionOf } from '../client/settings.js';
import type { EstimateResult } from '../contract/estimate.js';
import { isNearViewport, stopWaiting } from './near-viewport.js';
import { unwatchPage, watchPage } from './price-watch.js';
import { comeBackLater, join, leave, type Asker } from './second-chances.js';

/** Where an element is with its estimate. `unavailable`: the amount cannot be financed. */
export type EstimateStatus = 'idle' | 'loading' | 'ready' | 'unavailable' | 'error';

/** What came of the newest question. */
export interface EstimateOutcome {
  status: EstimateStatus;
  /** The same object as long as the same is asked. */
  question?: EstimateQuestion | undefined;
  /** Present when ready, and while the same is asked again. */
  estimate?: EstimateResult | undefined;
  /** Present after a failure. */
  error?: FinancingError | undefined;
}

export interface EstimateFollower extends Readonly<EstimateOutcome> {
  /** Asks again, whatever is kept. */
  refresh(): void;
}

/** An element with an amount, and what it may have besides. */
interface Host extends ReactiveControllerHost, Element {
  amountFrom?: unknown;
  loading?: unknown;
  estimate?: unknown;
}

/** How long questions have to rest after the second one in a row, in ms. */
const pause = 100;

/** Follows what `host` asks. `onSettled` runs when the host shows an answer or a failure. */
export function followEstimate(
  host: Host,
  onSettled: (follower: EstimateFollower) => void = () => {},
): EstimateFollower {
  let client = pageClient();
  let asking = new AbortController();
  /** How to ask once more, though nothing has changed. */
  let again: 'default' | 'reload' | undefined;
  /** The newest estimate that the page has brought along. */
  let given: string | undefined;
  let changedAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const update = () => host.requestUpdate();
  const follower: EstimateOutcome & EstimateFollower & Asker = {
    status: 'idle',
    settledAt: NaN,
    chances: 0,
    refresh() {
      again = 'reload';
      update();
    },
    askAgain() {
      again ??= 'default';
      update();
    },
  };

  function follow(): void {
    const gift = newlyGiven();
    const mayWait = host.loading === 'lazy' && !follower.question && !gift;
    if (mayWait && !isNearViewport(host, update)) return;
    if (host.amountFrom) watchPage(host, lookAtPage);
    else unwatchPage(host);
    const question = questionOf(host);
    const isSame = isAsked(question) && client === pageClient();
    if (isSame && !again && !gift) return;

    const cache = again ?? 'default';
    const isChange = !isSame && follower.question !== undefined;
    stop();
    again = undefined;
    client = pageClient();
    if (!isSame) Object.assign(follower, { question, estimate: undefined, chances: 2 });
    follower.error = undefined;
    follower.status = question ? 'loading' : 'idle';

    const { signal } = asking;
    const askNow = () => question && void ask(question, cache, signal);
    // No estimate belongs to an amount that is none.
    if (gift && !Number.isNaN(question?.cents)) void settle(outcomeOf(gift), signal);
    else if (isChange && isHurried()) timer = setTimeout(askNow, pause);
    else askNow();
  }

  function isAsked(question: EstimateQuestion | undefined): boolean {
    return keyOf(question) === keyOf(follower.question);
  }

  function lookAtPage(): void {
    if (!isAsked(questionOf(host))) update();
  }

  /** The estimate that has been set since the last look; it belongs to what the host asks now. */
  function newlyGiven(): EstimateResult | undefined {
    const json = jsonOf(host.estimate);
    if (json === given) return undefined;
    given = json;
    return json === undefined ? undefined : readEstimate(json);
  }

  function isHurried(): boolean {
    const before = changedAt;
    changedAt = performance.now();
    return changedAt - before < pause;
  }

  function stop(): void {
    clearTimeout(timer);
    asking.abort();
    asking = new AbortController();
  }

  async function ask(
    question: EstimateQuestion,
    cache: 'default' | 'reload',
    signal: AbortSignal,
  ): Promise<void> {
    const outcome = await client
      .estimate(question, { signal, cache })
      .then(outcomeOf, (error: FinancingError): EstimateOutcome => ({ status: 'error', error }));
    if (signal.aborted) return;
    update();
    await settle(outcome, signal);
  }

  async function settle(outcome: EstimateOutcome, signal: AbortSignal): Promise<void> {
    Object.assign(follower, { estimate: undefined, settledAt: Date.now() }, outcome);
    comeBackLater(follower);
    await host.updateComplete;
    if (!signal.aborted) onSettled(follower);
  }

  host.addController({
    hostConnected() {
      join(follower);
    },
    hostUpdate() {
      if (host.isConnected) follow();
    },
    hostDisconnected() {
      leave(follower);
      unwatchPage(host);
      stopWaiting(host);
      // An element that is moved leaves and comes back in one go, and keeps its question.
      queueMicrotask(() => {
        if (host.isConnected) return;
        stop();
        if (follower.status === 'loading') again = 'default';
      });
    },
  });
  return follower;
}

function keyOf(question: EstimateQuestion | undefined): string | undefined {
  return question && questionKey(question);
}

/** What an estimate means for the element that asked for it. */
export function outcomeOf(estimate: EstimateResult): EstimateOutcome {
  return isFinanced(estimate) ? { status: 'ready', estimate } : { status: 'unavailable' };
}

/** An estimate as it is given to an element: its JSON, or an object that has one. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return typeof value === 'string' ? value : JSON.stringify(value);
  } catch {
    return undefined;
  }
}
