import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { toNodeHandler } from 'srvx/node';
import { checkOptions, callbackProblem } from '../internal/options.js';
import { markParsed } from '../internal/parsed-bodies.js';
import { wrapHandler, type FetchHandler, type HandlerFailure } from './wrap-handler.js';

/** Options of `toNodeListener`. */
export interface NodeListenerOptions {
  /**
   * Called with an error that the handler threw.
   * @default console.error
   */
  onFailure?: HandlerFailure;
}

/** The members that Express, Connect, and their body parsers add to a request. */
interface FrameworkRequest extends IncomingMessage {
  originalUrl?: string | undefined;
  body?: unknown;
  rawBody?: unknown;
}

/**
 * Turns a handler into a request listener for `node:http`, Express, and Connect.
 *
 * Under a path (`app.use('/financing', …)`), the handler still gets the whole path, which its `mount` needs. After a body parser,
 * the handler gets the parsed body, or `rawBody` if the parser kept the bytes or the text. The response goes through the
 * middleware that runs before the handler, such as compression, sessions, and logs. Throws `InvalidOptionError`.
 *
 * @example
 * app.use('/financing', toNodeListener(createFinancingProxy(options)));
 */
export function toNodeListener(
  handler: FetchHandler,
  options: NodeListenerOptions = {},
): (req: IncomingMessage, res: ServerResponse) => void {
  checkOptions({ onFailure: callbackProblem }, options);
  const listener = toNodeHandler(wrapHandler(handler, options.onFailure)) as RequestListener;
  return (req: FrameworkRequest, res) => {
    // Express and Connect remove the matched path from `url`, and keep the whole path in `originalUrl`.
    if (req.originalUrl !== undefined) req.url = req.originalUrl;
    // srvx reads the body from `rawBody` if it's set. Otherwise, it reads the stream, which the parser has consumed.
    const body = req.rawBody ?? req.body;
    if (req.readableEnded && body !== undefined) {
      req.rawBody = toBytes(body);
      if (typeof body !== 'string' && !(body instanceof Uint8Array)) markParsed(req);
    }
    // The body parser has already decompressed the body.
    if (req.rawBody !== undefined) delete req.headers['content-encoding'];
    respondThroughMiddleware(res);
    listener(req, res);
  };
}

function toBytes(body: unknown): Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.length);
  try {
    return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  } catch {
    // `JSON.parse` accepts arrays that are nested too deeply for `JSON.stringify`. The proxy refuses an empty body just as it
    // would refuse these.
    return Buffer.alloc(0);
  }
}

/**
 * Lets srvx respond through middleware that has replaced `writeHead` and `end`. All middleware supports headers that are set one
 * by one and an `end` without arguments, but srvx uses rarer forms. `on-headers` before 1.1 (CVE-2025-7339), which compression,
 * express-session, and morgan depend on, turns each letter of a flat header list into a header. compression and express-session
 * treat the callback of `end` as a chunk. Other forms are passed on unchanged, because the application can also respond, for
 * example after its own timeout.
 */
function respondThroughMiddleware(res: ServerResponse): void {
  if (!Object.hasOwn(res, 'writeHead') && !Object.hasOwn(res, 'end')) return;
  const { writeHead, end } = res;
  Object.assign(res, {
    writeHead(...args: unknown[]): unknown {
      const headers = args.at(-1);
      if (!Array.isArray(headers)) return Reflect.apply(writeHead, res, args);
      setHeaders(res, headers as string[]);
      return Reflect.apply(writeHead, res, args.slice(0, -1));
    },
    end(...args: unknown[]): unknown {
      const [done] = args;
      if (typeof done !== 'function') return Reflect.apply(end, res, args);
      res.once('close', done as () => void);
      return Reflect.apply(end, res, []);
    },
  });
}

/** Replaces headers that middleware has set. Keeps repeated headers, as `set-cookie` requires. */
function setHeaders(res: ServerResponse, headers: readonly string[]): void {
  const names = headers.filter((_, index) => index % 2 === 0);
  for (const header of names) res.removeHeader(header);
  names.forEach((header, index) => res.appendHeader(header, headers[index * 2 + 1] ?? ''));
}
