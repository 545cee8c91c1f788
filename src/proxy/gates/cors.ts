/**
 * Cross-origin pages of the integrator (Fetch standard, "CORS protocol"). Each origin is allowed by its exact name;
 * never `*`, and never with credentials, since the proxy uses no cookie.
 */
import { originNotAllowed } from './origin.js';

const allowedHeaders = [
  'Content-Type',
  'Idempotency-Key',
  'Financing-Purchase',
  'Authorization',
  'X-Request-Id',
];
const exposedHeaders = ['Retry-After', 'X-Request-Id', 'Financing-Link-Token'];

/** True for a preflight, which a browser sends before a page of another origin may call. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('origin');
}

/** Answers the preflight of a path with these methods. Throws 403 `origin-not-allowed` for an origin that is not listed. */
export function answerPreflight(
  request: Request,
  methods: readonly string[],
  allowedOrigins: readonly string[],
): Response {
  if (!isListed(request, allowedOrigins)) throw originNotAllowed();
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': allowedHeaders.join(', '),
      'access-control-max-age': '600',
    },
  });
}

/**
 * Lets pages of a listed origin read an answer, whatever its status. `Vary` is set on all answers, so that a shared
 * cache does not serve the answer of one origin to another.
 */
export function allowReading(
  response: Response,
  request: Request,
  allowedOrigins: readonly string[],
): void {
  if (allowedOrigins.length === 0) return;
  const { headers } = response;
  headers.append('vary', 'Origin');
  if (!isListed(request, allowedOrigins)) return;
  headers.set('access-control-allow-origin', request.headers.get('origin') ?? '');
  headers.set('access-control-expose-headers', exposedHeaders.join(', '));
}

function isListed({ headers }: Request, allowedOrigins: readonly string[]): boolean {
  const origin = headers.get('origin');
  return origin !== null && allowedOrigins.includes(origin);
}
