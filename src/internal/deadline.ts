/**
 * Runs `work`, and stops waiting for it after `timeout` ms or when `signal` aborts, even if `work` ignores its signal.
 * Rejects with a `DOMException` named `TimeoutError`, or with the signal's reason.
 */
export async function withDeadline<T>(
  timeout: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let giveUp!: (reason: unknown) => void;
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = (reason) => {
      controller.abort(reason);
      reject(reason);
    };
  });
  const onAbort = () => giveUp(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  const timer = setTimeout(() => giveUp(timeoutError()), timeout);
  try {
    return await Promise.race([work(controller.signal), givenUp]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Waits for `work` until `signal` aborts. Rejects with the signal's reason after that. */
export async function untilAborted<T>(
  signal: AbortSignal | undefined,
  work: Promise<T>,
): Promise<T> {
  if (!signal) return work;
  let onAbort!: () => void;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
  });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Waits for `work` for at most `timeout` ms, without a signal. Rejects with a `TimeoutError` after that. */
export async function withTimeLimit<T>(timeout: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), timeout);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function timeoutError(): DOMException {
  return new DOMException('Timed out', 'TimeoutError');
}

/** True if an error is the timeout of `withDeadline` or `withTimeLimit`. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
