/**
 * Keeps the key of a request until it is known what became of it, so that asking again is the same request and
 * makes no second link, nor a second text. The keys are the page's, not an element's: two buttons of one purchase
 * ask for the same.
 *
 * It does not know what a request is for. Another request, even for the same purchase, has another key; whether it may
 * text the same phone again is the proxy's to say.
 */
import type { FinancingErrorCode } from './financing-error.js';
import { createIdempotencyKey } from './idempotency-key.js';

export interface RequestKeys {
  /** The key of the request with this body. */
  keyOf(body: string): string;
  /** Takes note of how the request ended: well, or with the code of a failure. */
  settle(body: string, code?: FinancingErrorCode): void;
}

const unsettled =
  /^(network|timeout|invalid-response|outcome-unknown|in-progress|rate-limited|sms-limit|overloaded|store-unavailable)$/;

/**
 * Whether nobody knows what became of a request that failed with this code: it went out and no word came back, or
 * the proxy has turned it away unread, and may have carried it out earlier.
 */
export function isUnsettled(code: FinancingErrorCode): boolean {
  return unsettled.test(code);
}

export function createRequestKeys(): RequestKeys {
  const sent = new Map<string, { readonly key: string; code?: FinancingErrorCode }>();
  return {
    keyOf(body) {
      const request = sent.get(body) ?? { key: createIdempotencyKey() };
      sent.set(body, request);
      return request.key;
    },
    settle(body, code = '') {
      const request = sent.get(body);
      // What the proxy knows nothing of when asked again, it never will. A second link then does no harm, and is a
      // way on; a second text might.
      const isLost = code === 'outcome-unknown' && request?.code === code && !isText(body);
      if (isLost || !isUnsettled(code)) sent.delete(body);
      else if (request) request.code = code;
    },
  };
}

function isText(body: string): boolean {
  return body.includes('"sendSMS":true');
}
