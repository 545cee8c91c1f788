import { createKeyedHashes, type Secrets } from '../../internal/crypto.js';
import { ProblemError, storeUnavailable } from '../http/index.js';
import { claimRecord, deleteRecord, getRecord, setRecord, type Store } from '../stores/index.js';

const day = 24 * 60 * 60_000;

/** Milliseconds after which the event of a replica that died can be delivered again. */
const lease = 5 * 60_000;

/** The parts of a delivery that tell its event from others. */
export interface EventIdentity {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The time of the signature; undefined where there is none. */
  readonly time: string | undefined;
}

/**
 * Calls `handle` unless an event with these bytes and this time has been handled: two real events can have equal bytes,
 * such as two refunds of $50. `handle` resolves with whether it succeeded.
 * Throws 503 `service-busy` while another delivery runs, 503 `store-unavailable`, and the error of `handle`.
 */
export type EventDeduplicator = (
  event: EventIdentity,
  handle: () => Promise<boolean>,
) => Promise<void>;

/**
 * Creates the deduplicator of events on a store, which replicas can share; `secret` keys the hashes. The claim
 * is made before anything else is done. It is released when handling fails, so that the next delivery can succeed, and
 * kept for a day when it succeeds. While `handle` runs, even beyond the service's time limit, no other delivery runs.
 */
export function createEventDeduplicator(store: Store, secret: Secrets): EventDeduplicator {
  const hashes = createKeyedHashes(secret);
  return async ({ bytes, time }, handle) => {
    const prefix = `webhook:${time === undefined ? '' : `${time}:`}`;
    const keys = (await hashes(bytes)).map((hash) => prefix + hash);
    const isFirst = await claimRecord(store, keys, 'running', lease).catch(throwUnavailable);
    if (!isFirst) {
      if ((await getRecord(store, keys).catch(throwUnavailable)) === 'handled') return;
      throw stillHandling();
    }
    let isHandled = false;
    try {
      isHandled = await handle();
    } finally {
      // Without the store, the claim expires by itself.
      const end = isHandled ? setRecord(store, keys, 'handled', day) : deleteRecord(store, keys);
      await end.catch(() => undefined);
    }
  };
}

/** Returns the 503 that makes the service deliver an event again. */
export function stillHandling(): ProblemError {
  const detail = 'This event is still being handled.';
  return new ProblemError('service-busy', detail, { retryAfterSeconds: 10 });
}

function throwUnavailable(cause: unknown): never {
  throw storeUnavailable(cause, 'The store is unavailable; the event was not handled.');
}
