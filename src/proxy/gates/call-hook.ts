import { withDeadline } from '../../internal/deadline.js';

/** Milliseconds that a hook may take. */
const timeLimit = 5_000;

/**
 * Calls a hook, which is a function of the integrator, for a request. Rejects with the hook's error, with a
 * `TimeoutError` after 5 s, and when the caller goes away. Always rejects with an error, even when the hook throws
 * `undefined`, so that the error can be the `cause` of a problem.
 */
export async function callHook<T>(request: Request, hook: () => T | Promise<T>): Promise<T> {
  try {
    return await withDeadline(timeLimit, request.signal, async () => hook());
  } catch (error) {
    throw error ?? new TypeError('A function of the integrator failed without an error');
  }
}
