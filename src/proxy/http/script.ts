import { ProblemError } from './problem.js';

const oneYear = 'max-age=31536000, immutable';
const fiveMinutes = 'max-age=300, stale-while-revalidate=86400';

/**
 * Answers `/elements.js` (revalidated by ETag, RFC 9110 section 8.8.3) and `/elements.{hash}.js` (immutable).
 * Any page may load it: a script tag needs no CORS, and the script contains no secret.
 */
export async function serveScript(request: Request, hash: string | undefined): Promise<Response> {
  const built = await import('#elements-script');
  if (hash !== undefined && hash !== built.hash) {
    throw new ProblemError('not-found', 'There is no such version of the script here.');
  }
  const brotli = acceptsBrotli(request.headers.get('accept-encoding') ?? '');
  const etag = `"${built.hash}${brotli ? '-br' : ''}"`;
  const headers = new Headers({
    'cache-control': hash === undefined ? `public, ${fiveMinutes}` : `public, ${oneYear}`,
    'cross-origin-resource-policy': 'cross-origin',
    etag,
    vary: 'Accept-Encoding',
  });
  if (matches(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  headers.set('content-type', 'text/javascript; charset=utf-8');
  if (!brotli) return new Response(built.script, { headers });
  headers.set('content-encoding', 'br');
  return new Response(fromBase64(built.brotli), { headers });
}

function acceptsBrotli(acceptEncoding: string): boolean {
  return /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i.test(acceptEncoding);
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
