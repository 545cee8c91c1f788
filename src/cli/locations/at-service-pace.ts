import { setTimeout as pause } from 'node:timers/promises';
import { ServiceResponseError, ServiceUnreachableError } from '../../service/index.js';

/** Options of `atServicePace`. */
export interface PaceOptions {
  /** Ends a wait. */
  readonly signal: AbortSignal;
  /** Called before each wait, with its seconds. */
  onWait(seconds: number): void;
  /** Waits for some seconds. Rejects when the signal aborts. */
  wait?: (seconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** Seconds before each further try, where the service names none. */
const pauses = [1, 2, 4, 8];

/** A service that asks for a longer wait is left alone. */
const longestWait = 300;

// Not shown: rate limits. We take 429 for "refused", and 503 for "busy", perhaps after the call was carried out.
/**
 * Makes a call, and makes it again after a wait where the service is busy or no connection was made. A caller whose
 * request must not run twice has to handle 503 itself. Waits for as long as `Retry-After` says. Rejects with the last error
 * after five tries.
 */
export async function atServicePace<T>(
  call: () => Promise<T>,
  { signal, onWait, wait = waitSeconds }: PaceOptions,
): Promise<T> {
  for (const seconds of pauses) {
    try {
      return await call();
    } catch (error) {
      const asked = waitAfter(error, seconds);
      if (asked === undefined || asked > longestWait) throw error;
      onWait(asked);
      await wait(asked, signal);
    }
  }
  return call();
}

/** True for an answer that asks to come back later. */
export function isBusy(error: unknown): error is ServiceResponseError {
  return error instanceof ServiceResponseError && [429, 503].includes(error.status);
}

function waitAfter(error: unknown, standard: number): number | undefined {
  if (isBusy(error)) return Math.max(1, error.retryAfterSeconds ?? standard);
  return error instanceof ServiceUnreachableError ? standard : undefined;
}

function waitSeconds(seconds: number, signal: AbortSignal): Promise<unknown> {
  return pause(seconds * 1_000, undefined, { signal });
}
