import type { FetchHandler } from '../../node/index.js';
import { isLoopback, isLoopbackHost, securityHeaders } from '../../internal/http.js';

/** Whether a request under a name that is not of this machine is answered all the same. */
type Exception = (request: Request, url: URL) => boolean;

/**
 * Answers only requests to a name of this machine where `host` is loopback. A foreign page can give 127.0.0.1 a name of
 * its own (DNS rebinding) and would otherwise reach the proxy with its credentials, or control the sandbox. Any other host
 * was chosen by the operator, and every name is answered.
 */
export function ownNamesOnly(
  handler: FetchHandler,
  host: string,
  isExpected: Exception = () => false,
): FetchHandler {
  if (!isLoopbackHost(host)) return handler;
  return {
    fetch(request) {
      const url = new URL(request.url);
      if (isLoopback(url.hostname) || isExpected(request, url)) return handler.fetch(request);
      const message =
        'Use a name of this machine, such as localhost. Behind a reverse proxy, set --trusted-hops; see also --host';
      // RFC 9110 section 15.5.20: Misdirected Request.
      return Response.json({ message }, { status: 421, headers: securityHeaders });
    },
  };
}

/** Headers that reverse proxies add. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * Returns the exception for a proxy of a shop, which a reverse proxy on the same machine calls under the shop's name: the
 * host is that of an allowed origin, `trustedHops` says that there is a reverse proxy, or the request shows one. A page that
 * reaches this machine by DNS rebinding can add headers, but its browser names the port of this server in `Host`.
 */
export function behindReverseProxy(
  serverUrl: string,
  { trustedHops, allowedOrigins = [] }: BehindOptions,
): Exception {
  if (trustedHops > 0) return () => true;
  const hostnames = new Set(allowedOrigins.map((origin) => new URL(origin).hostname));
  const { port } = new URL(serverUrl);
  return ({ headers }, url) =>
    hostnames.has(url.hostname) ||
    (url.port !== port && proxyHeaders.some((header) => headers.has(header)));
}

/** The settings of the proxy that tell of reverse proxies and of the shop's own names. */
interface BehindOptions {
  readonly trustedHops: number;
  readonly allowedOrigins?: readonly string[] | undefined;
}
