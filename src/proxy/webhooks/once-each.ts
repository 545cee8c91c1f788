/**
 * Each event is handled once, however often it is delivered: the claim in the store is made on the bytes, before
 * anything is done. It is let go when handling fails, so that the next delivery can succeed, and stands for a day
 * when it succeeds. While it runs, also beyond the time that the service is made to wait, no other delivery runs.
 * A replica that dies in the middle holds its events back for five minutes.
 */
import { createKeyedHash } from '../../internal/keyed-hash.js';
import { ProblemError, storeUnavailable } from '../problem.js';
import type { Store } from '../stores/store.js';

const day = 24 * 60 * 60_000;
const lease = 5 * 60_000;

/** Handles bytes once. */
export interface OnceEach {
  /**
   * Calls `handle` unless these bytes have been handled; true when they are handled then. `handle` resolves with
   * whether it succeeded; what it rejects with is passed on. Throws 503 while another delivery runs, or without store.
   */
  (bytes: Uint8Array<ArrayBuffer>, handle: () => Promise<boolean>): Promise<void>;
}

/** Creates the policy on a store, which may be shared by replicas; `secret` keys the hashes of bytes. */
export function createOnceEach(store: Store, secret: string): OnceEach {
  const hash = createKeyedHash(secret);
  return async (bytes, handle) => {
    const key = `webhook:${await hash(bytes)}`;
    const isFirst = await store.claim(key, 'running', lease).catch(throwAway);
    if (!isFirst) {
      if ((await store.get(key).catch(throwAway)) === 'handled') return;
      throw beingHandled();
    }
    let isHandled = false;
    try {
      isHandled = await handle();
    } finally {
      // Without the store, what was done stays done: the claim ends by itself.
      const end = isHandled ? store.set(key, 'handled', day) : store.delete(key);
      await end.catch(() => undefined);
    }
  };
}

/** The 503 that has the service deliver an event again, which is being handled. */
export function beingHandled(): ProblemError {
  const headers = { 'retry-after': '10' };
  return new ProblemError('service-busy', 'This event is still being handled.', { headers });
}

function throwAway(cause: unknown): never {
  throw storeUnavailable(cause, 'No event can be taken while the memory of this proxy is away.');
}
