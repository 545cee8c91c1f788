import { withDeadline } from '../../internal/deadline.js';

/** Milliseconds that a function of the integrator may take. */
const timeLimit = 5_000;

/**
 * Asks a function of the integrator about a request. Rejects with what it throws, with a `TimeoutError` after 5 s,
 * and when the caller goes away; never with nothing, so that the reason can be the `cause` of a problem.
 */
export async function askIntegrator<T>(request: Request, ask: () => T | Promise<T>): Promise<T> {
  try {
    return await withDeadline(timeLimit, request.signal, async () => ask());
  } catch (error) {
    throw error ?? new TypeError('A function of the integrator failed without an error');
  }
}
