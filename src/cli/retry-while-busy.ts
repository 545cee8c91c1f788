import { setTimeout as pause } from 'node:timers/promises';
import { ServiceResponseError, ServiceUnreachableError } from '../service/index.js';

/** Options of `retryWhileBusy`. */
export interface RetryOptions {
  /** Cancels waits. */
  readonly signal: AbortSignal;
  /** Called before each wait, with the number of seconds. */
  onWait(seconds: number): void;
  /** Waits for this many seconds. Rejects when the signal aborts. */
  wait?: (seconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** Seconds before each retry if the response has no `Retry-After`. */
const standardWaits = [1, 2, 4, 8];

/** The maximum wait, in seconds. If the service asks for a longer wait, the call isn't retried. */
const maxWaitSeconds = 300;

// Not specified: rate limits. We assume that 429 means that the request was rejected, and that 503 means that the service is
// busy but may have carried out the request.
/**
 * Makes a call, and retries it after a wait if the service is busy or can't be reached. Waits for as long as `Retry-After` says.
 * Rejects with the last error after five tries. If a request must not run twice, the caller has to handle 503.
 */
export async function retryWhileBusy<T>(
  call: () => Promise<T>,
  { signal, onWait, wait = waitFor }: RetryOptions,
): Promise<T> {
  for (const standard of standardWaits) {
    try {
      return await call();
    } catch (error) {
      const waitSeconds = waitAfter(error, standard);
      if (waitSeconds === undefined || waitSeconds > maxWaitSeconds) throw error;
      onWait(waitSeconds);
      await wait(waitSeconds, signal);
    }
  }
  return call();
}

/** True if the response asks the client to try again later. */
export function isBusy(error: unknown): error is ServiceResponseError {
  return error instanceof ServiceResponseError && [429, 503].includes(error.status);
}

function waitAfter(error: unknown, standard: number): number | undefined {
  if (isBusy(error)) return Math.max(1, error.retryAfterSeconds ?? standard);
  return error instanceof ServiceUnreachableError ? standard : undefined;
}

function waitFor(seconds: number, signal: AbortSignal): Promise<unknown> {
  return pause(seconds * 1_000, undefined, { signal });
}
