/**
 * The transport to the service on Node. It keeps connections open with undici, which is several times as fast as the global
 * `fetch`. It's a `fetch` for a service client and not for the web: it has no redirects, no cookies, and no cache, and it limits
 * responses to 4 MiB.
 *
 * A failed connection rejects with the system's error. Its code shows whether anything was sent. Once a status has arrived, there
 * is a `Response`. If its body is cut off, is too large, or can't be decoded, reading it rejects, as with `fetch`: the service
 * carried out the request, but the response is unusable.
 */
import type { IncomingHttpHeaders } from 'node:http';
import * as zlib from 'node:zlib';
import { Agent, buildConnector, errors, type Dispatcher } from 'undici';
import { checkOptions, wholeNumberProblem } from '../internal/options.js';
import {
  markBeforeSending,
  sandboxReasonHeader,
  withExchange,
  type ServiceRequest,
} from '../internal/exchange.js';

/** Options of `createPooledFetch`. */
export interface PooledFetchOptions {
  /**
   * The maximum time for DNS lookup, connection, and TLS handshake together, in ms.
   * @default 2000
   */
  readonly connectTimeout?: number;
  /**
   * The maximum number of connections to one origin. If there are more calls in flight than connections, calls wait for each
   * other.
   * @default 64
   */
  readonly connections?: number;
}

/** A `fetch` that keeps its connections open between calls. */
export interface PooledFetch {
  (request: Request): Promise<Response>;
  /** Closes the connections after all calls in flight have ended. */
  close(): Promise<void>;
}

/** The maximum response size of any operation, in bytes. For most operations, the service client sets a lower limit. */
const maxResponseSize = 4 * 1024 * 1024;

const maxHeaderSize = 16 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

type Bytes = Uint8Array<ArrayBuffer>;

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly content: Bytes | Error;
}

const optionChecks = {
  connectTimeout: wholeNumberProblem(1, 600_000, 'milliseconds'),
  connections: wholeNumberProblem(1, 100_000),
};

/** Creates the transport. It connects on the first call. Throws `InvalidOptionError`. */
export function createPooledFetch(options: PooledFetchOptions = {}): PooledFetch {
  checkOptions(optionChecks, options);
  const { connectTimeout = 2_000, connections = 64 } = options;
  if ('Bun' in globalThis) return createFetchOfBun();
  const connect = createConnector(connectTimeout);
  const agent = new Agent({ connect, connections, maxHeaderSize, maxResponseSize });

  /** Resolves with the status, and with either the complete body or the error from reading it. */
  async function send(
    { url, method, headers, body, maxResponseBytes }: Omit<ServiceRequest, 'retryable'>,
    signal: AbortSignal,
  ): Promise<Received> {
    const { origin, pathname, search } = new URL(url);
    const request = {
      origin,
      path: pathname + search,
      method,
      // Responses are small, and decompression costs more than it saves.
      headers: { ...headers, 'accept-encoding': 'identity' },
      body,
    };
    return decode(await receive(agent, request, maxResponseBytes, signal), maxResponseBytes);
  }

  async function pooledFetch(request: Request): Promise<Response> {
    const { url, method, signal } = request;
    const headers = Object.fromEntries(request.headers);
    const body = request.body && new Uint8Array(await request.arrayBuffer());
    const maxResponseBytes = maxResponseSize;
    return toResponse(await send({ url, method, headers, body, maxResponseBytes }, signal));
  }

  async function exchange(request: ServiceRequest, signal: AbortSignal) {
    const { status, headers, content } = await send(request, signal);
    return {
      status,
      retryAfter: headers['retry-after']?.toString() ?? null,
      sandboxReason: headers[sandboxReasonHeader]?.toString() ?? null,
      async text() {
        if (content instanceof Error) throw content;
        return decoder.decode(content);
      },
    };
  }

  return withExchange(Object.assign(pooledFetch, { close: () => agent.close() }), exchange);
}

/** Creates the transport on Bun, which replaces undici with a stub. Its own `fetch` keeps connections open, without options. */
function createFetchOfBun(): PooledFetch {
  const send = (request: Request, init?: { readonly keepalive: false }) => fetch(request, init);
  return Object.assign(send, { close: async () => undefined });
}

/**
 * Creates a connector with an exact timeout, because undici's connection timer ticks only every half second. undici's timer still
 * cleans up. Requests are sent only after the handshake, so every connector error happens before sending.
 */
function createConnector(timeout: number): buildConnector.connector {
  // By default, Node gives each address 250 ms. That's too short for a slow IPv4 connection if IPv6 doesn't work.
  const autoSelectFamilyAttemptTimeout = Math.max(10, Math.floor(timeout / 3));
  const connect = buildConnector({
    timeout,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout,
  });
  return (options, callback) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      callback(new errors.ConnectTimeoutError(), null);
    }, timeout);
    connect(options, (...result) => {
      clearTimeout(timer);
      if (isLate) result[1]?.destroy();
      else if (result[0]) callback(markBeforeSending(result[0]), null);
      else callback(...result);
    });
  };
}

/**
 * Sends a request and receives the response. undici's own `request` would create a Node stream for each body, which takes longer
 * than everything else here.
 */
function receive(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Received> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    let head: Omit<Received, 'content'> | undefined;
    const chunks: Bytes[] = [];
    let size = 0;
    let abort = () => {};
    const onAbort = () => abort();
    signal.addEventListener('abort', onAbort);
    dispatcher.dispatch(request, {
      onRequestStart(controller) {
        abort = () => controller.abort(signal.reason);
        // The request may have been aborted while it waited for a connection.
        if (signal.aborted) abort();
      },
      onResponseStart(_controller, statusCode, headers) {
        // RFC 9110 section 15: treat a status above 599 as a 5xx.
        const status = statusCode > 599 ? 500 : statusCode;
        // A status below 200 is followed by another one (RFC 9110 section 15.2).
        if (status >= 200) head = { status, headers };
      },
      onResponseData(controller, chunk) {
        size += chunk.byteLength;
        if (size > maxBytes) controller.abort(new RangeError('The body is too large'));
        else chunks.push(chunk as Bytes);
      },
      onResponseEnd() {
        signal.removeEventListener('abort', onAbort);
        const [first] = chunks;
        const content = first && chunks.length === 1 ? first : Buffer.concat(chunks);
        resolve({ ...head!, content });
      },
      onResponseError(_controller, error) {
        signal.removeEventListener('abort', onAbort);
        if (head && !signal.aborted) resolve({ ...head, content: error });
        else reject(error);
      },
    });
  });
}

/** Returns the response with the decoded body, or with the error from decoding it. */
function decode(received: Received, maxBytes: number): Received {
  const coding = received.headers['content-encoding'];
  const { content } = received;
  if (!coding || content instanceof Error) return received;
  try {
    // undici passes a list if the header occurs twice.
    const decoders = decodersOf(coding.toString());
    // Each decoder stops at the limit, so that a small response can't expand into a huge one.
    const decoded = decoders.reduceRight((encoded, decoder) => decoder(encoded, maxBytes), content);
    return { ...received, content: decoded };
  } catch (error) {
    return { ...received, content: error as Error };
  }
}

type Decoder = (bytes: Bytes, maxOutputLength: number) => Bytes;

const gunzip: Decoder = (bytes, maxOutputLength) => zlib.gunzipSync(bytes, { maxOutputLength });

/** Some servers send `deflate` without the zlib header. If there is one, the low half of its first byte is 8. */
const inflate: Decoder = (bytes, maxOutputLength) =>
  (((bytes[0] ?? 0) & 0x0f) === 8 ? zlib.inflateSync : zlib.inflateRawSync)(bytes, {
    maxOutputLength,
  });

/** Missing in Node 20, whose `fetch` doesn't support zstd either. */
const unzstd = (zlib as { zstdDecompressSync?: typeof zlib.brotliDecompressSync })
  .zstdDecompressSync;

/** The decoders that `fetch` has, too. Some gateways compress responses regardless of `Accept-Encoding`. */
const codings: Readonly<Record<string, Decoder>> = {
  '': (bytes) => bytes,
  identity: (bytes) => bytes,
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate,
  br: (bytes, maxOutputLength) => zlib.brotliDecompressSync(bytes, { maxOutputLength }),
  ...(unzstd && { zstd: (bytes, maxOutputLength) => unzstd(bytes, { maxOutputLength }) }),
};

/**
 * Returns the decoders for a `Content-Encoding` header, in its order. Throws if an encoding is unknown or there are more than
 * five.
 */
function decodersOf(header: string): readonly Decoder[] {
  // RFC 9110 section 8.4.1: the names of encodings are case-insensitive.
  const names = header.toLowerCase().split(',', 6);
  return names.map((name) => {
    const decoder = Object.hasOwn(codings, name.trim()) ? codings[name.trim()] : undefined;
    if (!decoder || names.length > 5) throw new TypeError('The response has an unknown encoding');
    return decoder;
  });
}

function toResponse({ status, headers, content }: Received): Response {
  const isNullBody = [204, 205, 304].includes(status);
  return new Response(isNullBody ? null : toBody(content), { status, headers: toHeaders(headers) });
}

function toBody(content: Bytes | Error): Bytes | ReadableStream {
  if (!(content instanceof Error)) return content;
  return new ReadableStream({ start: (controller) => controller.error(content) });
}

function toHeaders(received: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [header, values] of Object.entries(received)) {
    for (const value of [values ?? []].flat()) headers.append(header, value);
  }
  return headers;
}
