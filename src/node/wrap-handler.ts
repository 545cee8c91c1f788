import type { IncomingMessage, ServerResponse } from 'node:http';
import { FastResponse } from 'srvx';
import { InvalidOptionError } from '../internal/options.js';
import { callQuietly } from '../internal/call-quietly.js';
import { isParsed, markParsed } from '../internal/parsed-bodies.js';
import { createResponse, securityHeaders, useResponseClass } from '../internal/response.js';

/** A request handler: the proxy, the sandbox, or any object with a `fetch` that doesn't use `this`. */
export interface FetchHandler {
  /** Responds to a request. */
  fetch(request: Request): Response | Promise<Response>;
}

/** Called with an error that a handler threw. The client gets an empty 500 response. */
export type HandlerFailure = (error: unknown) => void;

/** The members that srvx adds to a request on Node. */
interface NodeRequest extends Request {
  readonly runtime?: {
    readonly node?: {
      /** Node's request. Express and Connect add `originalUrl`, which has the full path. */
      readonly req?: IncomingMessage & { readonly originalUrl?: string };
      readonly res?: ServerResponse;
    };
  };
}

/** The maximum size of a body that is read in one go, in bytes. Node reads 64 KiB at a time. */
const maxDirectReadBytes = 65_536;

/**
 * Matches a request target with a fragment, which HTTP doesn't allow (RFC 9112, section 3.2), or a path with a backslash or a dot
 * segment (URL standard, "single-dot URL path segment").
 */
const ambiguousPath = /#|^[^?]*(?:\\|\/(?:\.|%2e){1,2}(?:[/?#]|$))/i;

/**
 * Wraps a handler so that it never rejects. An error in the handler costs only one response, not the process. A request without a
 * valid URL gets a 400 before it reaches the handler. Such requests exist because Node builds the URL from any `Host`, even
 * `shop.example:99999`. Throws `InvalidOptionError` for a value that isn't a handler.
 */
export function wrapHandler(
  handler: FetchHandler,
  // oxlint-disable-next-line no-console -- without a callback, stderr is where operators look
  onFailure: HandlerFailure = (error) => console.error(error),
): (request: Request) => Promise<Response> {
  if (typeof (handler as Partial<FetchHandler> | undefined)?.fetch !== 'function') {
    throw new InvalidOptionError(
      'handler',
      'has no fetch: pass the whole object that createFinancingProxy returns',
      'Argument',
    );
  }
  // Don't do this when the module is imported, because a framework that responds with the proxy directly may need the standard
  // class.
  useResponseClass(FastResponse);
  return async (request: NodeRequest) => {
    // RFC 9112 section 3.2: a server responds 400 to an invalid `Host`.
    if (!URL.canParse(request.url))
      return createResponse(null, { status: 400, headers: securityHeaders });
    const { req, res } = request.runtime?.node ?? {};
    if (req) readFromMessage(request, req);
    if (req && isParsed(req)) markParsed(request);
    // If a connection closes, Node doesn't end responses that are queued behind others. Ending this one makes the request's
    // signal, which srvx creates on first use, aborted from the start.
    if (req?.socket?.destroyed) res?.destroy();
    // `URL` treats a backslash as a slash and resolves dot segments. A reverse proxy in front that blocks some paths may not.
    const isAmbiguous = ambiguousPath.test(req?.originalUrl ?? req?.url ?? '');
    try {
      return await handler.fetch(isAmbiguous ? toUnknownPath(request) : request);
    } catch (error) {
      void callQuietly(() => onFailure(error));
      return createResponse(null, { status: 500, headers: securityHeaders });
    }
  };
}

/**
 * Makes `bytes()` read a body of known length directly from Node's message. srvx by itself takes several times as long, because
 * it creates a second `Request` with a web stream. Bodies that were already read are left to srvx. So are large bodies, which
 * pages never send: if many large bodies were each read in one go, other shoppers' requests would be delayed twice as long.
 */
function readFromMessage(request: Request, message: IncomingMessage): void {
  const length = Number(message.headers['content-length']);
  // RFC 9112 section 6.3: `Transfer-Encoding` overrides `Content-Length`. `insecureHTTPParser` allows both headers.
  const isOfLength =
    length > 0 &&
    length <= maxDirectReadBytes &&
    message.headers['transfer-encoding'] === undefined;
  if (!isOfLength || 'rawBody' in message) return;
  const { bytes } = request;
  request.bytes = () =>
    message.readableFlowing === null && !message.destroyed
      ? readMessage(message, length)
      : bytes.call(request);
}

function readMessage(message: IncomingMessage, length: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    message.on('data', (chunk: Uint8Array<ArrayBuffer>) => {
      size += chunk.length;
      if (size > length) message.destroy(new Error('The body is longer than its length'));
      else chunks.push(chunk);
    });
    message.on('end', () => {
      const [first] = chunks;
      // A single chunk isn't copied, because each extra buffer is work for the garbage collector.
      resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    message.on('error', reject);
    // `close` follows every request, so check before creating an error: its stack takes a tenth of the time of a cached response.
    message.on('close', () => {
      if (!message.readableEnded) reject(new Error('The connection was closed'));
    });
  });
}

/**
 * Returns a request for a path that no handler has, so that each handler responds with its own 404. It's a GET for any method,
 * because a `Request` can't have the method TRACE.
 */
function toUnknownPath({ url, headers }: Request): Request {
  return new Request(new URL('/%5C', url), { headers });
}
