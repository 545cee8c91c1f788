import type { FetchHandler } from '../node/index.js';
import { isLoopback } from '../internal/loopback.js';

/**
 * Answers requests that name this machine itself, where `host` is an address of it alone. A page elsewhere can give
 * 127.0.0.1 a name of its own (DNS rebinding), and would else steer a sandbox, and read its links, as if it were a page
 * of its. On any other host, which somebody asked for, every name is answered.
 */
export function ownNamesOnly(handler: FetchHandler, host: string): FetchHandler {
  if (!isLoopback(host.includes(':') ? `[${host}]` : host)) return handler;
  return {
    fetch(request) {
      if (isLoopback(new URL(request.url).hostname)) return handler.fetch(request);
      const message = 'Only under a name of this machine, such as localhost; see --host';
      // RFC 9110 section 15.5.20: Misdirected Request.
      return Response.json({ message }, { status: 421 });
    },
  };
}
