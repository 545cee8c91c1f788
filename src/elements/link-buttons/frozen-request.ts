import type { PageErrorCode } from '../../client/financing-error.js';
import { toJson } from '../../internal/natives.js';

/** The request of a link as it was at the click. */
export interface FrozenRequest<Body extends object = object> {
  readonly body: Body;
  /** The integrator's own identifier of the purchase. */
  readonly reference: unknown;
  /** The request as JSON. */
  readonly key: string;
}

/**
 * The difference between a button and the request of its last click. `terms` means that the amount or the location changed,
 * for example because the total of a cart came late. Undefined if nothing changed.
 */
type Difference = 'purchase' | 'terms' | 'details' | undefined;

/** Freezes a request with its key. */
export function freeze<Body extends object>(body: Body, reference: unknown): FrozenRequest<Body> {
  return { body, reference, key: toJson(body) };
}

/** Compares a request with the request, and the reference, that the button would send now. */
export function compare(
  frozen: FrozenRequest,
  now: object | PageErrorCode,
  reference: unknown,
): Difference {
  if (frozen.reference !== reference) return 'purchase';
  const [before, after] = [frozen.body, Object(now)] as Partial<Record<string, unknown>>[];
  if (before?.['amount'] !== after?.['amount'] || before?.['location'] !== after?.['location'])
    return 'terms';
  return frozen.key === toJson(now) ? undefined : 'details';
}
