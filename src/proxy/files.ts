/** The files that the proxy serves as the build made them: scripts and styles for pages, and the OpenAPI document. */
import { ProblemError, type PlainResponse } from './problems.js';

const oneYear = 'max-age=31536000, immutable';
const fiveMinutes = 'max-age=300, stale-while-revalidate=86400';

/** The files for pages, by their plain name. */
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
  /** 16 hex digits that change with the text. */
  readonly hash: string;
}

/** The files of dist that pages load, by their plain name; the chunks of versions before by their whole name. */
type Files = Readonly<Record<ElementsFile, FileContent> & Partial<Record<string, FileContent>>>;

/**
 * Answers `/elements.js`, `/elements.css` and the like (revalidated by ETag, RFC 9110 section 8.8.3), and the same
 * with the hash in their name (immutable). Any page may load them, since they hold nothing secret; a module script is
 * a CORS request.
 */
export async function serveElementsFile(
  request: Request,
  name: ElementsFile,
  hash: string | undefined,
): Promise<PlainResponse> {
  const { files }: { files: Files } = await import('#elements-script');
  // A page that was open before a deploy asks for a chunk of the version before.
  const file = files[name.replace('.', `.${hash}.`)] ?? files[name];
  if (hash !== undefined && hash !== file.hash) {
    throw new ProblemError('not-found', { detail: 'There is no such version of the file here.' });
  }
  // Next.js takes Content-Encoding off what a route handler answers (its send-response.js), and sends the bytes as they are.
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

/** Answers `/openapi.json`: the document of the build, at this mount. */
export async function serveOpenApiDocument(mount: string): Promise<PlainResponse> {
  const { openApiDocument } = await import('#elements-script');
  const body = openApiDocument.replace('"url":"/financing"', () => `"url":"${mount || '/'}"`);
  return { headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' }, body };
}
