/**
 * Keeps the idempotency key of a request until its outcome is known, so that asking again is the same request and
 * makes no second link, nor a second text. The keys belong to the page, not to an element: two buttons of one
 * purchase send equal requests. A different request has another key, even for the same purchase; whether it may text
 * the same phone again is decided by the proxy.
 */
import type { FinancingErrorCode } from './financing-error.js';

export interface IdempotencyKeys {
  /** The key of the request with this body. */
  keyOf(body: string): string;
  /** Records how the request ended: with the code of a failure, or well. */
  settle(body: string, code?: FinancingErrorCode): void;
}

/** After these, the request may have been carried out, now or earlier, without the page knowing it. */
const unsettledCodes: ReadonlySet<FinancingErrorCode> = new Set([
  'network',
  'timeout',
  'invalid-response',
  'outcome-unknown',
  'in-progress',
  'rate-limited',
  'sms-limit',
  'overloaded',
  'store-unavailable',
] as const);

/** True for a code after which it is unknown whether the request was carried out. */
export function isUnsettled(code: FinancingErrorCode): boolean {
  return unsettledCodes.has(code);
}

/** Creates the keys of a page. */
export function createIdempotencyKeys(): IdempotencyKeys {
  const sent = new Map<string, { readonly key: string; lastCode?: FinancingErrorCode }>();
  return {
    keyOf(body) {
      const request = sent.get(body) ?? { key: createIdempotencyKey() };
      sent.set(body, request);
      return request.key;
    },
    settle(body, code) {
      const request = sent.get(body);
      // A proxy that does not know the outcome the second time never will. A second link does no harm then, and lets
      // the shopper go on; a second text might do harm.
      const isLost = code === 'outcome-unknown' && request?.lastCode === code && !sendsText(body);
      if (!code || isLost || !isUnsettled(code)) sent.delete(body);
      else if (request) request.lastCode = code;
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
