import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FetchHandler } from '../../node/index.js';
import type { CommandContext } from '../command-context.js';
import { allowOnlyLocalHostNames } from '../dns-rebinding.js';
import { createEmbeddedSandbox, reachableUrl, sandboxHost, underPublicUrl } from '../sandbox.js';
import { byPrefix, runServer } from '../server.js';
import { commands } from '../settings/table.js';
import { createDemoBackEnd } from './back-end.js';

/** The folder with the shop's pages, which is next to src/ and dist/. */
const folder = fileURLToPath(new URL('../../../demo', import.meta.url));

/** The mount that the pages use. */
const mount = '/financing';

/** Runs the `demo` command, which serves the shop, the proxy, and the sandbox's pages on one port. */
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
      // All browsers on this machine share one address.
      const opened = { trustPageAmount: true, sms: true, rateLimit: 10_000 };
      const joined = { authorize, purchaseSecret, webhooks: { onEvent } };
      const { sandbox, proxy } = createEmbeddedSandbox(
        address,
        { mount, logger, ...opened, ...joined },
        { publicUrl: settings.publicUrl, shopUrl: '/' },
      );
      const handlers = { '/sandbox': sandbox, '/shop': shop, [mount]: proxy };
      const pages = byPrefix(handlers, createFileServer(files));
      return allowOnlyLocalHostNames(pages, host, underPublicUrl(context));
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

/** The media types. Other files in the folder aren't served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * The headers of pages. The policy is strict, to show that the elements need no exception in a shop's own policy. The frames are
 * the phone on the staff page, and the shop that the phone's browser returns to.
 */
const pageHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

type Files = ReadonlyMap<string, { readonly body: Uint8Array<ArrayBuffer>; readonly type: string }>;

/** Reads a folder into memory, by URL path. An `index.html` is also served for its folder. */
export function readFiles(folder: string): Files {
  const files: [path: string, file: { body: Uint8Array<ArrayBuffer>; type: string }][] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    // Symbolic links are skipped, so no file outside the folder is served.
    if (!type || !entry.isFile() || entry.name.startsWith('.')) continue;
    const name = join(entry.parentPath, entry.name);
    const file = { body: new Uint8Array(readFileSync(name)), type };
    const path = encodeURI(`/${relative(folder, name).split(sep).join('/')}`);
    files.push([path, file], [path.replace(/(?<=\/)index\.html$/, ''), file]);
  }
  return new Map(files);
}

/** Serves only these files. Paths are looked up and never joined to a folder. */
export function createFileServer(files: Files): FetchHandler {
  return {
    fetch({ method, url }) {
      const file = files.get(new URL(url).pathname);
      if (!file) return respondWith('Not found', 404);
      if (method !== 'GET') return respondWith('Method not allowed', 405, { allow: 'GET' });
      return respondWith(file.body, 200, { 'content-type': file.type });
    },
  };
}

function respondWith(
  body: string | Uint8Array<ArrayBuffer>,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, { status, headers: { ...pageHeaders, ...headers } });
}
