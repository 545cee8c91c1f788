/**
 * Retries estimates: once when the network returns, at most twice after Retry-After, and when they are too old as the
 * page is shown again or their element is attached again. All due retries share one request. All elements share one
 * timer and two listeners. Links are never retried.
 */
import { maxAge } from '../client/estimate-cache.js';
import type { FinancingError } from '../client/financing-error.js';

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
    addEventListener('online', onOnline);
    addEventListener('visibilitychange', onVisibilityChange);
  }
  retryables.add(retryable);
  askIfOld(retryable); // it may have been off the page for long
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

function onOnline(): void {
  for (const each of retryables) if (each.error?.code === 'network') each.repeat('default');
}

function onVisibilityChange(): void {
  if (document.hidden) return;
  for (const each of retryables) askIfOld(each);
}

function askIfOld(retryable: Retryable): void {
  if (retryable.error || !(Date.now() - retryable.settledAt > maxAge)) return;
  retryable.repeat('default');
}
