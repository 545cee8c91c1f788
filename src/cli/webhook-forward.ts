import { webhookSignatureHeader } from '../contract/index.js';
import type { WebhookHandler } from '../proxy/index.js';

/** Headers that a back end needs to verify an event again. */
const passedOn = ['content-type', webhookSignatureHeader];

/**
 * Returns what passes events on to a back end as they came, so that it can verify them again, and answers the service
 * with its status: what the back end did not take is delivered again. `fetch` must follow no redirect.
 */
export function createForward(
  url: string,
  fetch: (request: Request) => Promise<Response>,
): WebhookHandler<unknown> {
  return (_event, { bytes, request, signal }) => {
    const headers = new Headers();
    for (const header of passedOn) {
      const value = request.headers.get(header);
      if (value !== null) headers.set(header, value);
    }
    return fetch(new Request(url, { method: 'POST', headers, body: bytes, signal }));
  };
}
