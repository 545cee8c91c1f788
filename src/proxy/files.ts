/** Serves the files of the build: the scripts and styles for pages, and the OpenAPI document. */
import { fromBase64 } from '../internal/crypto.js';
import type { PlainResponse } from './plain-response.js';
import { ProblemError } from './problems.js';

const oneYear = 'max-age=31536000, immutable';
const fiveMinutes = 'max-age=300, stale-while-revalidate=86400';

/** The names of the files for pages, without hashes. */
export const elementsFiles = [
  'elements.js',
  'elements-dialogs.js',
  'elements-links.js',
  'elements-messages.js',
  'elements-prices.js',
  'elements-qr.js',
  'elements.css',
] as const;
export type ElementsFile = (typeof elementsFiles)[number];

interface FileContent {
  readonly text: string;
  /** The text compressed with brotli at quality 11, as base64. */
  readonly brotli: string;
  /** 16 hex digits that depend on the text. */
  readonly hash: string;
}

/** The files of dist that pages load, by their name without a hash. Chunks of earlier versions have their name with the hash. */
type Files = Readonly<Record<ElementsFile, FileContent> & Partial<Record<string, FileContent>>>;

/**
 * Serves files such as `/elements.js`, which browsers revalidate with an ETag (RFC 9110 section 8.8.3), and their immutable
 * versions with a hash in the name. The CORS headers let any page load them, because they contain nothing secret and browsers
 * load module scripts with CORS.
 */
export async function serveElementsFile(
  request: Request,
  name: ElementsFile,
  hash: string | undefined,
): Promise<PlainResponse> {
  const { files }: { files: Files } = await import('#elements-script');
  // A page that was opened before a deploy requests the chunks of the previous version.
  const file = files[name.replace('.', `.${hash}.`)] ?? files[name];
  if (hash !== undefined && hash !== file.hash) {
    throw new ProblemError('not-found', { detail: 'There is no such version of the file here.' });
  }
  // Next.js removes Content-Encoding from the responses of route handlers (send-response.js), but doesn't decompress the body.
  const isNext = 'nextUrl' in request;
  const isBrotli = !isNext && acceptsBrotli(request.headers.get('accept-encoding') ?? '');
  const etag = `"${file.hash}${isBrotli ? '-br' : ''}"`;
  const headers = {
    'access-control-allow-origin': '*',
    'cache-control': `public, ${hash === undefined ? fiveMinutes : oneYear}`,
    'cross-origin-resource-policy': 'cross-origin',
    etag,
    vary: 'Accept-Encoding',
  };
  if (matches(request.headers.get('if-none-match'), etag)) {
    return { status: 304, headers, body: null };
  }
  const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
  return {
    headers: {
      ...headers,
      'content-type': `${type}; charset=utf-8`,
      ...(isBrotli && { 'content-encoding': 'br' }),
    },
    body: isBrotli ? bytesOf(file.brotli, fromBase64) : bytesOf(file.text, encode),
  };
}

function acceptsBrotli(acceptEncoding: string): boolean {
  return /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i.test(acceptEncoding);
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}

/** The bytes of the files, which responses share. */
const known = new Map<string, Uint8Array<ArrayBuffer>>();

function bytesOf(text: string, decode: (text: string) => Uint8Array<ArrayBuffer>) {
  const bytes = known.get(text) ?? decode(text);
  known.set(text, bytes);
  return bytes;
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Serves `/openapi.json`: the document of the build, with this mount. */
export async function serveOpenApiDocument(mount: string): Promise<PlainResponse> {
  const { openApiDocument } = await import('#elements-script');
  const body = openApiDocument.replace('"url":"/financing"', () => `"url":"${mount || '/'}"`);
  return { headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' }, body };
}
