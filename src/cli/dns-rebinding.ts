import { isLoopback, isLoopbackHost } from '../internal/loopback.js';
import { securityHeaders } from '../internal/response.js';
import type { FetchHandler } from '../node/index.js';
import type { CommandSettings } from './settings/table.js';

/**
 * If `host` is loopback, accepts only requests to a name of this machine. A malicious page can point its own host name at
 * 127.0.0.1 (DNS rebinding), and could otherwise use the proxy with its credentials or control the sandbox. Any other host was
 * chosen by the operator, so all names are accepted. `isExpected` returns true for requests to accept despite another name.
 */
export function allowOnlyLocalHostNames(
  handler: FetchHandler,
  host: string,
  isExpected: (request: Request, url: URL) => boolean,
): FetchHandler {
  if (!isLoopbackHost(host)) return handler;
  return {
    fetch(request) {
      const url = new URL(request.url);
      if (isLoopback(url.hostname) || isExpected(request, url)) return handler.fetch(request);
      const message =
        'Use a name of this machine, such as localhost. A reverse proxy on this machine must add X-Forwarded-For and pass on ' +
        'the port in Host. Otherwise, list the origin of the shop in --allowed-origins. See also --host';
      // RFC 9110 section 15.5.20: Misdirected Request.
      return Response.json({ message }, { status: 421, headers: securityHeaders });
    },
  };
}

/** Headers that reverse proxies add. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * Returns a function that recognizes requests from a reverse proxy on this machine, which calls this server by the shop's name.
 * Either the host belongs to an allowed origin, or the request has a reverse proxy's header and its `Host` has another port. With
 * DNS rebinding, a page can add headers, but its browser sends this server's port in `Host`. The number of trusted hops therefore
 * proves nothing.
 */
export function behindReverseProxy(
  serverUrl: string,
  /** Returns the current settings, which can be reloaded. */
  latest: () => Pick<CommandSettings, 'allowedOrigins'>,
) {
  const { port } = new URL(serverUrl);
  return ({ headers }: Request, url: URL) => {
    const { allowedOrigins = [] } = latest();
    return (
      allowedOrigins.some((origin) => new URL(origin).hostname === url.hostname) ||
      (url.port !== port && proxyHeaders.some((header) => headers.has(header)))
    );
  };
}
