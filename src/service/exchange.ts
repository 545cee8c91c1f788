import {
  exchangeOf,
  type Exchange,
  type ServiceFetch,
  type ServiceRequest,
} from '../internal/exchange.js';

/** Returns the way to send requests through this `fetch`. */
export function createExchange(fetch: ServiceFetch): Exchange {
  return exchangeOf(fetch) ?? ((request, signal) => exchangeOverWeb(fetch, request, signal));
}

async function exchangeOverWeb(
  fetch: ServiceFetch,
  { url, method, headers, body, retryable, maxAnswerBytes }: ServiceRequest,
  signal: AbortSignal,
) {
  const request = new Request(url, { method, headers, body, signal, redirect: 'manual' });
  // Bun repeats a PUT when a kept connection ends before the answer, which could text a shopper twice. `keepalive: false`
  // in the call makes Bun open a new connection; elsewhere it is the default of the Fetch standard.
  const response = await (retryable ? fetch(request) : fetch(request, { keepalive: false }));
  // Read on demand: a value that is not a `Response` is a defect of the transport, not a failed connection.
  return {
    get status() {
      return response.status;
    },
    get retryAfter() {
      return response.headers.get('retry-after');
    },
    get sandboxReason() {
      return response.headers.get('sandbox-reason');
    },
    text: () => readText(response, maxAnswerBytes),
  };
}

/**
 * Reads a body as UTF-8, whatever its headers say, without a byte order mark.
 * Rejects when it is larger than `maxBytes`, cut short or not UTF-8.
 */
async function readText(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = response.body.getReader();
  let text = '';
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > maxBytes) throw new RangeError('The body is too large');
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    // Frees the connection of a body that is not read to its end.
    reader.cancel().catch(() => undefined);
  }
}
