import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { toNodeHandler } from 'srvx/node';
import { guard, type FetchHandler, type HandlerFailure } from './guard.js';
import { answerThroughMiddleware } from './through-middleware.js';

/** Options of `toNodeListener`. */
export interface NodeListenerOptions {
  /**
   * Told of an error that the handler let through.
   * @default console.error
   */
  onFailure?: HandlerFailure;
}

/** What Express, Connect and their body parsers add to a request. */
interface FrameworkRequest extends IncomingMessage {
  originalUrl?: string | undefined;
  body?: unknown;
  rawBody?: unknown;
}

/**
 * Turns a handler into a request listener for `node:http`, Express and Connect.
 *
 * Under a path (`app.use('/financing', …)`) the handler still sees the whole path, as its `mount` wants it.
 * A body parser may have run before: the handler then gets what it parsed, or `rawBody` where it kept the bytes or the
 * text. The answer goes through what compression, sessions and logs have put before it.
 *
 * @example
 * app.use('/financing', toNodeListener(createFinancingProxy(options)));
 */
export function toNodeListener(
  handler: FetchHandler,
  { onFailure }: NodeListenerOptions = {},
): (req: IncomingMessage, res: ServerResponse) => void {
  const listener = toNodeHandler(guard(handler, onFailure)) as RequestListener;
  return (req: FrameworkRequest, res) => {
    // Express and Connect cut the path that they matched off `url`, and keep all of it here.
    if (req.originalUrl !== undefined) req.url = req.originalUrl;
    // srvx takes the body from `rawBody` where there is one, else from the stream, which the parser has used up.
    const body = req.rawBody ?? req.body;
    if (req.readableEnded && body !== undefined) req.rawBody = toBytes(body);
    // A body parser has inflated the body already.
    if (req.rawBody !== undefined) delete req.headers['content-encoding'];
    answerThroughMiddleware(res);
    listener(req, res);
  };
}

function toBytes(body: unknown): Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.length);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
