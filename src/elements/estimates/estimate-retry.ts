/**
 * Retries failed and expired estimates. All retries that are due share one request, one timer, and two listeners. Links are
 * never retried.
 *
 * - After a failure that the page itself finds and that can end by itself, such as a web server's 502 while the proxy restarts:
 *   each time the connection comes back or the shopper returns to the tab.
 * - After a response with Retry-After: at most twice, when the proxy asks for it.
 * - After an estimate expires: when the shopper returns to the tab, or its element is attached again.
 */
import { estimateMaxAgeMs } from '../../client/estimate-cache.js';
import type { FinancingError } from '../../client/financing-error.js';
import { type PageErrorCode, pageErrors } from '../../contract/error-codes.js';

export interface Retryable {
  /** The time of the latest response or failure, in ms since 1970. */
  readonly settledAt: number;
  /** The failure, if the latest request failed. */
  readonly error?: FinancingError | undefined;
  /** The number of retries left for a busy proxy. */
  retriesLeft: number;
  repeat(cache: 'default'): void;
}

const retryables = new Set<Retryable>();
/** Each scheduled retry, with the failure that it's for. */
const scheduled = new Map<Retryable, FinancingError>();
let due = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Retries an estimate when that may help, until `stopRetrying`. */
export function startRetrying(retryable: Retryable): void {
  if (!retryables.size) {
    // Adding the same function again adds no second listener.
    addEventListener('online', onReturn);
    addEventListener('visibilitychange', onReturn);
  }
  retryables.add(retryable);
  if (!retryable.error) retryIfDue(retryable); // the element may have been detached for minutes
}

/** Stops retrying for an element. */
export function stopRetrying(retryable: Retryable): void {
  retryables.delete(retryable);
  scheduled.delete(retryable);
}

/** After a failure, schedules a retry for the time that the proxy names, if that's within `estimateMaxAgeMs`. */
export function scheduleRetry(retryable: Retryable): void {
  const { error } = retryable;
  if (!(Number(error?.retryAfterMs) < estimateMaxAgeMs) || retryable.retriesLeft-- <= 0) return;
  scheduled.set(retryable, error!);
  // Spreads the retries of all browsers over a second.
  due = Math.max(due, Date.now() + error!.retryAfterMs! + Math.random() * 1_000);
  clearTimeout(timer);
  timer = setTimeout(retryScheduled, due - Date.now());
}

function retryScheduled(): void {
  for (const [retryable, error] of scheduled) {
    if (retryable.error === error) retryable.repeat('default');
  }
  scheduled.clear();
  due = 0; // the next retry must not wait for this one's time, even if the clock was set back
}

/**
 * Runs when the connection comes back or the shopper returns to the tab. Browsers may end or suspend the requests of a
 * background tab, so this waits one second for their failures to arrive.
 */
function onReturn(): void {
  if (!document.hidden) setTimeout(() => retryables.forEach(retryIfDue), 1_000);
}

function retryIfDue(retryable: Retryable): void {
  const { error, settledAt } = retryable;
  const isDue = error
    ? pageErrors[error.code as PageErrorCode]?.[0] === 'yes'
    : Date.now() - settledAt > estimateMaxAgeMs;
  if (isDue) retryable.repeat('default');
}
