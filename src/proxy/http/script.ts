import { createResponse } from '../../internal/request-host.js';
import { ProblemError } from './problem.js';

const oneYear = 'max-age=31536000, immutable';
const fiveMinutes = 'max-age=300, stale-while-revalidate=86400';

/** The files that the proxy serves to pages, by their plain name. */
export const elementsFiles = ['elements.js', 'elements-messages.js', 'elements.css'] as const;
export type ElementsFile = (typeof elementsFiles)[number];

/**
 * Answers `/elements.js`, `/elements.css` and the like (revalidated by ETag, RFC 9110 section 8.8.3), and the same
 * with the hash in their name (immutable). Any page may load them, since they hold nothing secret; a module script is
 * a CORS request.
 */
export async function serveElementsFile(
  request: Request,
  name: ElementsFile,
  hash: string | undefined,
): Promise<Response> {
  const { files } = await import('#elements-script');
  const file = files[name];
  if (hash !== undefined && hash !== file.hash) {
    throw new ProblemError('not-found', 'There is no such version of the file here.');
  }
  // Next.js takes Content-Encoding off what a route handler answers (its send-response.js), and sends the bytes as they are.
  const isNext = 'nextUrl' in request;
  const brotli = !isNext && acceptsBrotli(request.headers.get('accept-encoding') ?? '');
  const etag = `"${file.hash}${brotli ? '-br' : ''}"`;
  const headers = new Headers({
    'access-control-allow-origin': '*',
    'cache-control': hash === undefined ? `public, ${fiveMinutes}` : `public, ${oneYear}`,
    'cross-origin-resource-policy': 'cross-origin',
    etag,
    vary: 'Accept-Encoding',
  });
  if (matches(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
  headers.set('content-type', `${type}; charset=utf-8`);
  if (!brotli) return createResponse(request, bytesOf(file.text, encode), { headers });
  headers.set('content-encoding', 'br');
  // On Workers, the body would otherwise be compressed once more. Other runtimes do not know the member.
  const init: ResponseInit & { encodeBody: 'manual' } = { headers, encodeBody: 'manual' };
  return createResponse(request, bytesOf(file.brotli, fromBase64), init);
}

/** Answers `/openapi.json`: the document that the build wrote for the default mount, with the mount of this proxy. */
export async function serveOpenApiDocument(request: Request, mount: string): Promise<Response> {
  const { openApiDocument } = await import('#elements-script');
  const json = openApiDocument.replace('"url":"/financing"', `"url":"${mount || '/'}"`);
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
  return createResponse(request, json, { headers });
}

function acceptsBrotli(acceptEncoding: string): boolean {
  return /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i.test(acceptEncoding);
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}

/** The bytes of the files, so that answers share them. */
const known = new Map<string, Uint8Array<ArrayBuffer>>();

function bytesOf(text: string, decode: (text: string) => Uint8Array<ArrayBuffer>) {
  const bytes = known.get(text) ?? decode(text);
  known.set(text, bytes);
  return bytes;
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
