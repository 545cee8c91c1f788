import type { IncomingMessage, ServerResponse } from 'node:http';
import { FastResponse } from 'srvx';
import { InvalidOptionError } from '../contract/options.js';
import { isParsed, markParsed } from '../internal/parsed-bodies.js';
import {
  createResponse,
  securityHeaders as headers,
  useResponseClass,
} from '../internal/response.js';

/** A handler of requests: the proxy, the sandbox, or any object with a `fetch` that does not use `this`. */
export interface FetchHandler {
  /** Answers a request. */
  fetch(request: Request): Response | Promise<Response>;
}

/** Called with an error that a handler threw. The client gets an empty 500. */
export type HandlerFailure = (error: unknown) => void;

/** The members of a request that srvx creates on Node. */
interface NodeRequest extends Request {
  readonly runtime?: {
    readonly node?: {
      /** Express and Connect keep the whole path in `originalUrl`. */
      readonly req?: IncomingMessage & { readonly originalUrl?: string };
      readonly res?: ServerResponse;
    };
  };
}

/** Bytes of the largest body that is read in one go: Node reads 64 KiB at a time. */
const mostInOneGo = 65_536;

/**
 * A request target with a fragment, which HTTP doesn't allow (RFC 9112, section 3.2), or a path with a backslash or a dot
 * segment (URL standard, "single-dot URL path segment").
 */
const ambiguousPath = /#|^[^?]*(?:\\|\/(?:\.|%2e){1,2}(?:[/?#]|$))/i;

/**
 * Wraps a handler so that it never rejects: a defect costs one answer, not the process. A request without a valid URL is
 * answered before: Node builds the URL from any `Host`, as in `Host: shop.example:99999`. Throws `InvalidOptionError` for a
 * value that is not a handler.
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
  // Not when this module is imported: a framework that answers with the proxy itself may need the web's own class.
  useResponseClass(FastResponse);
  return async (request: NodeRequest) => {
    // RFC 9112 section 3.2: a server answers 400 to an invalid Host.
    if (!URL.canParse(request.url)) return createResponse(null, { status: 400, headers });
    const { req, res } = request.runtime?.node ?? {};
    if (req) readFromMessage(request, req);
    if (req && isParsed(req)) markParsed(request);
    // Node does not end a response that waits behind others when their connection ends. The signal of the request, which
    // srvx creates on first use, then is aborted from the beginning.
    if (req?.socket?.destroyed) res?.destroy();
    // A URL takes a backslash for a slash and resolves dots, while a reverse proxy in front, which may refuse some paths,
    // does not.
    const isAmbiguous = ambiguousPath.test(req?.originalUrl ?? req?.url ?? '');
    try {
      return await handler.fetch(isAmbiguous ? toUnknownPath(request) : request);
    } catch (error) {
      onFailure(error);
      return createResponse(null, { status: 500, headers });
    }
  };
}

/**
 * Lets `bytes()` read a body of known length from Node's message. By itself, srvx takes several times as long: it creates a
 * second `Request` with a web stream. A body that middleware has read, and one that is read again, are left to srvx. So is
 * a large one, which no page sends: senders of many of them delay a shopper twice as long where each is read in one go.
 */
function readFromMessage(request: Request, message: IncomingMessage): void {
  const length = Number(message.headers['content-length']);
  // RFC 9112 section 6.3: chunks overrule the length. `insecureHTTPParser` admits both headers.
  const isOfLength =
    length > 0 && length <= mostInOneGo && message.headers['transfer-encoding'] === undefined;
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
      // Not copied, as a rule: each buffer of its own is work for the garbage collector.
      resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    message.on('error', reject);
    // Each request ends with a close, and the stack of an error takes a tenth of the time of an answer from memory.
    message.on('close', () => {
      if (!message.readableEnded) reject(new Error('The connection was closed'));
    });
  });
}

/**
 * A request for a path that no handler has, so that each answers its own 404. It is a GET for any method, since a
 * `Request` cannot have the method TRACE.
 */
function toUnknownPath({ url, headers: given }: Request): Request {
  return new Request(new URL('/%5C', url), { headers: given });
}
