/**
 * When estimates are asked for again though nothing about them has changed, all that are due in one turn and so in
 * one call: those that failed without a network, once when it is back; those that the proxy asked to come back
 * later with, twice at most; those that are older than they may be, when the page is shown again.
 * One timer and two listeners for all. Links are never asked for again.
 */
import type { FinancingError } from '../client/financing-error.js';

export interface Asker {
  /** When the newest answer or failure came, in ms since 1970. */
  settledAt: number;
  /** The newest failure, until something else comes. */
  readonly error?: FinancingError | undefined;
  /** How often it may still come back on its own. */
  chances: number;
  askAgain(cache: 'default'): void;
}

/** How long an estimate may be shown, as long as it may be kept. */
const lifetime = 5 * 60_000;

const askers = new Set<Asker>();
const waiting = new Map<Asker, FinancingError>();
let due = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Gives an asker its chances, until it leaves. */
export function join(asker: Asker): void {
  if (!askers.size) {
    // The same function twice is one listener.
    addEventListener('online', onOnline);
    addEventListener('visibilitychange', onVisibilityChange);
  }
  askers.add(asker);
}

export function leave(asker: Asker): void {
  askers.delete(asker);
  waiting.delete(asker);
}

/** Lets an asker come back when the proxy wants it, if that is within the time that an estimate is good for. */
export function comeBackLater(asker: Asker): void {
  const { error } = asker;
  if (!(Number(error?.retryAfterMs) < lifetime) || asker.chances-- <= 0) return;
  waiting.set(asker, error!);
  // Not all the browsers of a busy shop in the same moment.
  due = Math.max(due, Date.now() + error!.retryAfterMs! + Math.random() * 1_000);
  clearTimeout(timer);
  timer = setTimeout(comeBack, due - Date.now());
}

function comeBack(): void {
  for (const [asker, error] of waiting) if (asker.error === error) asker.askAgain('default');
  waiting.clear();
}

function onOnline(): void {
  for (const asker of askers) if (asker.error?.code === 'network') asker.askAgain('default');
}

function onVisibilityChange(): void {
  if (document.hidden) return;
  for (const asker of askers) {
    if (!asker.error && Date.now() - asker.settledAt > lifetime) asker.askAgain('default');
  }
}
