import { withDeadline } from '../../internal/deadline.js';

/** Milliseconds that a hook may take. */
const timeLimit = 5_000;

/**
 * Calls a hook, which is a function of the integrator. Rejects with the hook's error, with a `TimeoutError` after 5 s,
 * and when `signal` aborts, which is that of a request whose caller may go away. Always rejects with an error, even when
 * the hook throws `undefined`, so that the error can be the `cause` of a problem.
 */
export async function callHook<T>(
  signal: AbortSignal | undefined,
  hook: () => T | Promise<T>,
): Promise<T> {
  try {
    return await withDeadline(timeLimit, signal, async () => hook());
  } catch (error) {
    throw error ?? new TypeError('A function of the integrator failed without an error');
  }
}
