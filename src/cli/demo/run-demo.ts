import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FetchHandler } from '../../node/index.js';
import type { CommandContext } from '../context.js';
import { createEmbeddedSandbox, ownNamesOnly, reachableUrl, sandboxHost } from '../sandbox.js';
import { byPrefix, runServer } from '../server.js';
import { commands } from '../settings/table.js';
import { createDemoBackEnd } from './back-end.js';

/** The pages of the shop, which lie next to src/ and to dist/. */
const folder = fileURLToPath(new URL('../../../demo', import.meta.url));

/** The mount that the pages use. */
const mount = '/financing';

/** `demo`: serves the shop, the proxy and the sandbox's pages on one port. */
export async function runDemo(context: CommandContext): Promise<void> {
  const { settings, logger } = context;
  const files = readFiles(folder);
  const host = sandboxHost(context);
  const shop = createDemoBackEnd();
  const { authorize, onEvent, purchaseSecret } = shop;
  const url = await runServer(context, {
    host,
    port: settings.port ?? commands.demo.port,
    createHandler(address) {
      // All browsers of this machine have one address.
      const opened = { trustPageAmount: true, sms: true, rateLimit: 10_000 };
      const joined = { authorize, purchaseSecret, webhooks: { onEvent } };
      const { sandbox, proxy } = createEmbeddedSandbox(
        address,
        { mount, logger, ...opened, ...joined },
        { shopUrl: '/' },
      );
      const handlers = { '/sandbox': sandbox, '/shop': shop, [mount]: proxy };
      return ownNamesOnly(byPrefix(handlers, createFileServer(files)), host);
    },
  });
  logger.warn({
    event: 'notice',
    message: 'This shop trusts the amounts that its pages send. A real shop must verify them.',
  });
  process.stdout.write(
    `Open ${reachableUrl(url)} in a browser to see the shop. Press Ctrl+C to stop.\n`,
  );
}

/** A file as it is served. */
export interface StaticFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
}

/** Media types; other files in the folder are not served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
};

/**
 * A strict policy, which shows that the elements need no exception in a shop's own. The frames are the phone on the staff
 * page, and the shop that its browser goes back to.
 */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Reads a folder into memory, by URL path; an `index.html` also stands for its folder. */
export function readFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    // Symbolic links are skipped, so no file outside the folder is served.
    if (!type || !entry.isFile() || entry.name.startsWith('.')) continue;
    const file = join(entry.parentPath, entry.name);
    const body = new Uint8Array(readFileSync(file));
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
    const path = encodeURI(`/${relative(folder, file).split(sep).join('/')}`);
    files.set(path, { body, type, etag });
    if (entry.name === 'index.html')
      files.set(path.slice(0, -'index.html'.length), { body, type, etag });
  }
  return files;
}

/** Serves only these files: a path is looked up, never joined to a folder. */
export function createFileServer(files: ReadonlyMap<string, StaticFile>): FetchHandler {
  return {
    fetch(request) {
      const file = files.get(new URL(request.url).pathname);
      if (!file) return answer('Not found', 404);
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return answer('Method not allowed', 405, { allow: 'GET, HEAD' });
      }
      const caching = { etag: file.etag, 'cache-control': 'no-cache' };
      // Weak tags match too (RFC 9110 section 13.1.2): compressing servers in front make tags weak.
      if (request.headers.get('if-none-match')?.includes(file.etag))
        return answer(null, 304, caching);
      const headers = {
        ...caching,
        'content-type': file.type,
        'content-length': `${file.body.length}`,
      };
      return answer(request.method === 'HEAD' ? null : file.body, 200, headers);
    },
  };
}

function answer(
  body: string | Uint8Array<ArrayBuffer> | null,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, { status, headers: { ...pageHeaders, ...headers } });
}
