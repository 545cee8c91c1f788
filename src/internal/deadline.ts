/**
 * Runs `work` and stops waiting after `timeout` ms or when `signal` aborts, even when `work` ignores its signal.
 * Rejects with the signal's reason, or with a `DOMException` named `TimeoutError`.
 */
export async function withDeadline<T>(
  timeout: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const givenUp = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error));
  });
  const onAbort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  const timer = setTimeout(
    () => controller.abort(new DOMException('The time limit has passed', 'TimeoutError')),
    timeout,
  );
  try {
    return await Promise.race([work(controller.signal), givenUp]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** True for the error with which a deadline ends. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
