/**
 * Keeps the idempotency key of a request until its outcome is known, so that asking again is the same request and
 * makes no second link, nor a second text. The keys belong to the page, not to an element: two buttons of one
 * purchase send equal requests. A different request has another key, even for the same purchase; whether it may text
 * the same phone again is decided by the proxy.
 */
import type { FinancingError, FinancingErrorCode } from './financing-error.js';

export interface IdempotencyKeys {
  /** The key of the request with this body. */
  keyOf(body: string): string;
  /** Records how the request with this body and key ended: with a failure, or well. */
  settle(body: string, key: string, failure?: FinancingError): void;
}

/** The proxy remembers a key for as long. */
const day = 86_400_000;

/** Creates the keys of a page. */
export function createIdempotencyKeys(now: () => number): IdempotencyKeys {
  const sent = new Map<
    string,
    { readonly key: string; readonly expiresAt: number; lastCode?: FinancingErrorCode }
  >();
  return {
    keyOf(body) {
      let request = sent.get(body);
      if (!request || request.expiresAt <= now()) {
        request = { key: createIdempotencyKey(), expiresAt: now() + day };
        sent.set(body, request);
      }
      return request.key;
    },
    settle(body, key, failure) {
      const request = sent.get(body);
      if (request?.key !== key) return;
      // A proxy that does not know the outcome the second time never will. A second link does no harm then, and lets
      // the shopper go on; a second text might do harm.
      const code = failure?.code;
      const isLost = code === 'outcome-unknown' && request.lastCode === code && !sendsText(body);
      // The proxy stores answers of the service, and would only repeat them. All other failures, also those that this
      // version does not know, say nothing of an earlier try with this key, which may have been carried out.
      if (!code || isLost || failure.isFromService) sent.delete(body);
      else request.lastCode = code;
    },
  };
}

/** Creates a key that no other request has: 128 random bits, as digits and dashes. */
export function createIdempotencyKey(): string {
  // Not randomUUID, which pages on plain http do not have (secure contexts only).
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

function sendsText(body: string): boolean {
  return body.includes('"sendSMS":true');
}
