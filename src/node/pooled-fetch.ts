/**
 * The transport to the service on Node: kept connections of undici's own interface, at several times the rate of
 * the global `fetch`. It is a `fetch` for a service client, not for the web: no redirects, no cookies, no cache,
 * no content encodings, answers of at most 4 MiB.
 *
 * A connection that fails rejects with the system's error and its code, which tells whether anything was sent.
 * Once there is a status there is a `Response`; a body that breaks off, is too large or is encoded fails when it
 * is read, as it does with `fetch`: the service has carried the request out, but its answer is of no use.
 */
import { Agent, buildConnector, errors, type Dispatcher } from 'undici';

/** Options of `createPooledFetch`. */
export interface PooledFetchOptions {
  /**
   * Milliseconds for name look-up, connection and TLS handshake together.
   * @default 2000
   */
  readonly connectTimeout?: number;
  /**
   * Most connections to one origin. At least as many as calls may be in flight, else calls wait for one another.
   * @default 64
   */
  readonly connections?: number;
}

/** A `fetch` that keeps connections. */
export interface PooledFetch {
  (request: Request): Promise<Response>;
  /** The same, given up when `signal` aborts, whatever the signal of the request. */
  until(request: Request, signal: AbortSignal): Promise<Response>;
  /** Closes the connections, once the calls in flight have ended. */
  close(): Promise<void>;
}

/** 500 estimates need about 100 kB. */
const maxResponseSize = 4 * 1024 * 1024;

const maxHeaderSize = 16 * 1024;

/** Creates the transport. Nothing is connected until the first call. */
export function createPooledFetch({
  connectTimeout = 2_000,
  connections = 64,
}: PooledFetchOptions = {}): PooledFetch {
  const connect = createConnector(connectTimeout);
  const agent = new Agent({ connect, connections, maxHeaderSize, maxResponseSize });

  async function until(request: Request, signal: AbortSignal): Promise<Response> {
    const { origin, pathname, search } = new URL(request.url);
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method: request.method,
      // The service is asked not to compress: what inflates cannot be bounded by what was received.
      headers: { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' },
      body: request.body && new Uint8Array(await request.arrayBuffer()),
      signal,
    });
    return toResponse(answer, await readBody(answer, signal));
  }

  return Object.assign((request: Request) => until(request, request.signal), {
    until,
    close: () => agent.close(),
  });
}

/** undici's timer for a connection has a tick of half a second: it cleans up, ours answers in time. */
function createConnector(timeout: number): buildConnector.connector {
  const connect = buildConnector({ timeout });
  return (options, callback) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      callback(new errors.ConnectTimeoutError(), null);
    }, timeout);
    connect(options, (...result) => {
      clearTimeout(timer);
      if (isLate) result[1]?.destroy();
      else callback(...result);
    });
  };
}

/** The whole body, or a stream that fails. Rejects only with the signal's reason. */
async function readBody(
  { headers, body }: Dispatcher.ResponseData,
  signal: AbortSignal,
): Promise<ArrayBuffer | ReadableStream> {
  try {
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') throw new TypeError('The answer is encoded');
    return await body.arrayBuffer();
  } catch (error) {
    body.on('error', () => undefined).destroy();
    signal.throwIfAborted();
    return new ReadableStream({ start: (controller) => controller.error(error) });
  }
}

function toResponse(
  { statusCode, headers }: Dispatcher.ResponseData,
  body: ArrayBuffer | ReadableStream,
): Response {
  // RFC 9110 section 15: a status beyond 599 is to be taken for a 5xx.
  const status = statusCode > 599 ? 500 : statusCode;
  const isNullBody = [204, 205, 304].includes(status);
  return new Response(isNullBody ? null : body, { status, headers: toHeaders(headers) });
}

function toHeaders(received: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers();
  for (const [header, values] of Object.entries(received)) {
    for (const value of [values ?? []].flat()) headers.append(header, value);
  }
  return headers;
}
