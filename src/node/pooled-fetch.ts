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
import type { Exchange, ServiceFetch, ServiceRequest } from '../service/exchange.js';

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
  /** The same for a service client, without the web's classes. Absent on Bun. */
  readonly exchange?: Exchange;
  /** Closes the connections, once the calls in flight have ended. */
  close(): Promise<void>;
}

/** 500 estimates need about 100 kB. */
const maxResponseSize = 4 * 1024 * 1024;

const maxHeaderSize = 16 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

interface Received {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly content: ArrayBuffer | Error;
}

/** Creates the transport. Nothing is connected until the first call. */
export function createPooledFetch({
  connectTimeout = 2_000,
  connections = 64,
}: PooledFetchOptions = {}): PooledFetch {
  if ('Bun' in globalThis) return createFetchOfBun();
  const connect = createConnector(connectTimeout);
  const agent = new Agent({ connect, connections, maxHeaderSize, maxResponseSize });

  /** Resolves once there is a status, with the whole body or what it failed with. */
  async function send(
    { url, method, headers, body }: Omit<ServiceRequest, 'retryable'>,
    signal: AbortSignal,
  ): Promise<Received> {
    const { origin, pathname, search } = new URL(url);
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method,
      // The service is asked not to compress: what inflates cannot be bounded by what was received.
      headers: { ...headers, 'accept-encoding': 'identity' },
      body,
      signal,
    });
    // RFC 9110 section 15: a status beyond 599 is to be taken for a 5xx.
    const status = answer.statusCode > 599 ? 500 : answer.statusCode;
    return { status, headers: answer.headers, content: await readBody(answer, signal) };
  }

  async function pooledFetch(request: Request): Promise<Response> {
    const { url, method, signal } = request;
    const headers = Object.fromEntries(request.headers);
    const body = request.body && new Uint8Array(await request.arrayBuffer());
    return toResponse(await send({ url, method, headers, body }, signal));
  }

  async function exchange(request: ServiceRequest, signal: AbortSignal) {
    const { status, headers, content } = await send(request, signal);
    return {
      status,
      retryAfter: headers['retry-after']?.toString() ?? null,
      async text() {
        if (content instanceof Error) throw content;
        return decoder.decode(content);
      },
    };
  }

  return Object.assign(pooledFetch, { exchange, close: () => agent.close() });
}

/** Bun puts in undici's place what makes no calls. Its own `fetch` keeps connections, and has no options for them. */
function createFetchOfBun(): PooledFetch {
  const send: ServiceFetch = (request, init) => fetch(request, init);
  return Object.assign(send, { close: async () => undefined });
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

/** The whole body, or what it failed with. Rejects only with the signal's reason. */
async function readBody(
  { headers, body }: Dispatcher.ResponseData,
  signal: AbortSignal,
): Promise<ArrayBuffer | Error> {
  try {
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') throw new TypeError('The answer is encoded');
    return await body.arrayBuffer();
  } catch (error) {
    body.on('error', () => undefined).destroy();
    signal.throwIfAborted();
    return error as Error;
  }
}

function toResponse({ status, headers, content }: Received): Response {
  const isNullBody = [204, 205, 304].includes(status);
  return new Response(isNullBody ? null : toBody(content), { status, headers: toHeaders(headers) });
}

function toBody(content: ArrayBuffer | Error): ArrayBuffer | ReadableStream {
  if (!(content instanceof Error)) return content;
  return new ReadableStream({ start: (controller) => controller.error(content) });
}

function toHeaders(received: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers();
  for (const [header, values] of Object.entries(received)) {
    for (const value of [values ?? []].flat()) headers.append(header, value);
  }
  return headers;
}
