import type { FetchHandler } from '../../node/index.js';
import { isLoopback } from '../../internal/loopback.js';

/**
 * Answers only requests to a name of this machine where `host` is loopback. A foreign page can give 127.0.0.1 a name of
 * its own (DNS rebinding) and would otherwise control the sandbox and read its links. Any other host was chosen by the
 * operator, and every name is answered.
 */
export function ownNamesOnly(handler: FetchHandler, host: string): FetchHandler {
  if (!isLoopback(host.includes(':') ? `[${host}]` : host)) return handler;
  return {
    fetch(request) {
      if (isLoopback(new URL(request.url).hostname)) return handler.fetch(request);
      const message = 'Use a name of this machine, such as localhost; see --host';
      // RFC 9110 section 15.5.20: Misdirected Request.
      return Response.json({ message }, { status: 421 });
    },
  };
}
