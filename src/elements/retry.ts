/**
 * When estimates are asked for again though nothing about them has changed, all that are due in one turn and so in
 * one request: those that failed without a network, once when it is back; those that the proxy asked to come back
 * later with, twice at most; those that are older than they may be, when the page is shown again.
 * One timer and two listeners for all. Links are never asked for again.
 */
import type { FinancingError } from '../client/financing-error.js';

export interface Retryable {
  /** When the newest answer or failure came, in ms since 1970. */
  readonly settledAt: number;
  /** The newest failure, until something else comes. */
  readonly error?: FinancingError | undefined;
  /** How often it may still be asked for again when the proxy was busy. */
  retriesLeft: number;
  askAgain(cache: 'default'): void;
}

/** How long an estimate may be shown: as long as it may be cached, in ms. */
const maxAge = 5 * 60_000;

const retryables = new Set<Retryable>();
const scheduled = new Map<Retryable, FinancingError>();
let due = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks for an estimate again when that may help, until `stopRetrying`. */
export function startRetrying(retryable: Retryable): void {
  if (!retryables.size) {
    // The same function twice is one listener.
    addEventListener('online', onOnline);
    addEventListener('visibilitychange', onVisibilityChange);
  }
  retryables.add(retryable);
}

/** Ends that. */
export function stopRetrying(retryable: Retryable): void {
  retryables.delete(retryable);
  scheduled.delete(retryable);
}

/** After a failure, schedules a retry for when the proxy wants it, if that is within an estimate's maximal age. */
export function scheduleRetry(retryable: Retryable): void {
  const { error } = retryable;
  if (!(Number(error?.retryAfterMs) < maxAge) || retryable.retriesLeft-- <= 0) return;
  scheduled.set(retryable, error!);
  // Not all the browsers of a busy shop in the same moment.
  due = Math.max(due, Date.now() + error!.retryAfterMs! + Math.random() * 1_000);
  clearTimeout(timer);
  timer = setTimeout(retry, due - Date.now());
}

function retry(): void {
  for (const [retryable, error] of scheduled) {
    if (retryable.error === error) retryable.askAgain('default');
  }
  scheduled.clear();
}

function onOnline(): void {
  for (const each of retryables) if (each.error?.code === 'network') each.askAgain('default');
}

function onVisibilityChange(): void {
  if (document.hidden) return;
  for (const each of retryables) {
    if (!each.error && Date.now() - each.settledAt > maxAge) each.askAgain('default');
  }
}
