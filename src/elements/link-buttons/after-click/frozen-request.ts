import type { PageErrorCode } from '../../../client/financing-error.js';

/** The request of a link as it was at the click. */
export interface FrozenRequest<Body = object | PageErrorCode> {
  /** An error code if something is missing. */
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

/** Compares the request of a click with the request that the button would send now. */
export function compare(frozen: FrozenRequest, now: FrozenRequest): Difference {
  if (frozen.reference !== now.reference) return 'purchase';
  const [before, after] = [Object(frozen.body), Object(now.body)] as Record<string, unknown>[];
  if (before!['amount'] !== after!['amount'] || before!['location'] !== after!['location'])
    return 'terms';
  return frozen.key === now.key ? undefined : 'details';
}
