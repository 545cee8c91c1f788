import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { serve as createServer } from 'srvx/node';
import {
  checkOptions,
  callbackProblem,
  filledTextProblem,
  wholeNumberProblem,
} from '../internal/options.js';
import { createResponse, securityHeaders } from '../internal/response.js';
import { wrapHandler, type FetchHandler, type HandlerFailure } from './wrap-handler.js';
import { closeLater, lingering, watchResponses } from './watch-responses.js';

/** Options of `serve`. */
export interface ServeOptions {
  /** The name or address to listen on: `127.0.0.1` for this machine only, `0.0.0.0` for all networks. */
  host: string;
  /** The port to listen on. 0 picks a free port. */
  port: number;
  /**
   * Called with an error that the handler threw.
   * @default console.error
   */
  onFailure?: HandlerFailure;
}

const optionChecks = {
  host: filledTextProblem,
  port: wholeNumberProblem(0, 65_535),
  onFailure: callbackProblem,
};

/** Options of `close`. */
export interface CloseOptions {
  /**
   * The time in ms during which the server still accepts new connections, each for one request. A load balancer needs this time
   * to notice that it must send requests elsewhere.
   * @default 0
   */
  readonly grace?: number;
  /**
   * The time in ms after which running requests are cut off, including `grace`.
   * @default 10 s after `grace`
   */
  readonly timeout?: number;
}

/** A server that accepts connections. */
export interface RunningServer {
  /** The URL without a trailing slash: `http://127.0.0.1:8787`. */
  readonly url: string;
  /**
   * Stops accepting connections, lets running requests finish until the time limit, and then closes their connections. Also waits
   * for handlers whose client has disconnected, because they may have an outcome to record.
   */
  close(options?: CloseOptions): Promise<void>;
}

const closeTimeoutMs = 10_000;

/**
 * The interval at which idle connections are closed after the server has stopped accepting. They aren't closed at once, because a
 * load balancer may be sending a request on one of them, and it can't retry a POST.
 */
const idleCheckIntervalMs = 250;

/** Ends slow requests within 10 s: the limit is 8 s, checked every second. */
const slowSenders = {
  headersTimeout: 8_000,
  requestTimeout: 8_000,
  connectionsCheckingInterval: 1_000,
};

/** The time in ms after which a connection without activity is closed, such as when the client doesn't read the response. */
const inactivityTimeoutMs = 30_000;

/**
 * The time that idle connections stay open, in ms. Longer than the 60 s of most load balancers and the fixed 600 s of Google
 * Cloud's, so that the balancer closes first. Otherwise, a request could arrive on a connection that is closing. Browsers
 * would repeat it, and balancers would respond with 502 to a POST.
 */
const keepAliveTimeout = 620_000;

/**
 * Starts an HTTP server for a handler. Resolves when the server accepts connections. Rejects with Node's error if it can't
 * listen, for example with the code `EADDRINUSE`, and with `InvalidOptionError`.
 */
export async function serve(handler: FetchHandler, options: ServeOptions): Promise<RunningServer> {
  checkOptions(optionChecks, options, '', ['host', 'port']);
  const { host, port, onFailure } = options;
  const handle = wrapHandler(handler, onFailure);
  // The number of running handlers. A set of their promises would be rehashed constantly, and V8 would keep the requests in the
  // old table alive until a full garbage collection.
  let running = 0;
  let onIdle = () => {};
  const respond = (request: Request) => {
    running += 1;
    return handle(request).finally(() => {
      running -= 1;
      if (running === 0) onIdle();
    });
  };
  const server = createServer({
    fetch: (request) => {
      const req = request.runtime?.node?.req;
      return req && isMalformed(req as IncomingMessage) ? refuse() : respond(request);
    },
    hostname: host,
    port,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    // `isMalformed` checks `Host` instead, so that the refusal has the security headers.
    node: { ...slowSenders, keepAliveTimeout, requireHostHeader: false },
  });
  const node = server.node?.server as Server;
  // By default, Node drops headers beyond 2,000, which could include the address that a load balancer appended. The size limit of
  // 16 KB for all headers still applies.
  node.maxHeadersCount = 0;
  const responses = watchResponses(node);
  node.setTimeout(inactivityTimeoutMs, responses.endUnread);
  node.on('clientError', (error, duplex) => {
    const socket = duplex as Socket;
    if (responses.isResponding(socket)) socket.destroySoon();
    else refuseConnection(error, socket);
  });
  // By default, Node responds 417 to an unknown `Expect`, which a server may ignore (RFC 9110 section 10.1.1).
  node.on('checkExpectation', (req, res) => node.emit('request', req, res));
  // srvx itself responds 400 to an absolute URL with another scheme (`GET ftp://…`). Add the security headers to that response.
  node.prependListener('request', (req, res) => {
    if (!/^(?:\/|https?:\/\/.)/i.test(req.url ?? ''))
      res.setHeaders(new Map(Object.entries(securityHeaders)));
  });
  await server.serve();
  return {
    url: new URL(server.url ?? '').origin,
    async close({ grace = 0, timeout = grace + closeTimeoutMs } = {}) {
      const end = performance.now() + timeout;
      responses.endConnections();
      if (grace > 0) await pause(grace);
      // Reserve half of the remaining time for requests already in progress, even if new connections flood the server.
      await acceptWaiting(node, (performance.now() + end) / 2);
      const closed = once(node, 'close');
      stopAccepting(node);
      const endIdle = setInterval(() => node.closeIdleConnections(), idleCheckIntervalMs);
      let cut: NodeJS.Timeout | undefined;
      const atLimit = new Promise<void>((resolve) => {
        cut = setTimeout(resolve, Math.max(0, end - performance.now()));
      }).then(() => node.closeAllConnections());
      await closed;
      const isIdle = new Promise<void>((resolve) => {
        onIdle = resolve;
        if (running === 0) resolve();
      });
      await Promise.race([isIdle, atLimit]);
      clearInterval(endIdle);
      clearTimeout(cut);
      // Also stops Node's timer for slow requests.
      node.close();
    },
  };
}

/**
 * Accepts the connections that are waiting. Closing would reset them, and a load balancer can't retry their POST requests. Node
 * may accept only one connection per turn of the event loop, and a turn is long if the CPU is busy.
 */
async function acceptWaiting(server: Server, end: number): Promise<void> {
  let hasAccepted = true;
  const accepted = () => (hasAccepted = true);
  server.on('connection', accepted);
  // A signal is delivered after the current turn has already accepted connections, so this turn doesn't show whether more are
  // waiting.
  await nextTurn();
  while (hasAccepted && performance.now() < end) {
    hasAccepted = false;
    await nextTurn();
  }
  server.off('connection', accepted);
}

/**
 * Calls `close` of `node:net`, because Node's HTTP server would close idle connections immediately. On Bun, the server doesn't
 * extend the one in `node:net` and has only its own `close`.
 */
function stopAccepting(server: Server): void {
  const { close } = server instanceof NetServer ? NetServer.prototype : server;
  close.call(server);
}

/**
 * Matches a DNS name or an address, with or without a port (RFC 9110 section 7.2). A sender that doesn't know a host sends an
 * empty one.
 */
const validHost = /^(?:(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\dA-Fa-f:.]+\])(?::\d*)?)?$/;

/**
 * True for a request that Node's parser accepts but that must get 400. This is a request with an invalid `Host` (RFC 9112 section
 * 3.2) or with two, because a reverse proxy may have read either. In HTTP/1.1, it's also a request without `Host`. It's a request
 * of an HTTP version other than 1.0 and 1.1 (section 2.3), or with a transfer coding other than `chunked`, or with any transfer
 * coding in HTTP/1.0 (section 6.1).
 */
function isMalformed({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    if (header.length === 4 && /^host$/i.test(header)) {
      if (!validHost.test(value)) return true;
      hosts += 1;
    } else if (header.length === 17 && /^transfer-encoding$/i.test(header)) {
      if (httpVersion === '1.0' || !/^chunked$/i.test(value)) return true;
    }
  }
  if (httpVersion === '1.0') return hosts > 1;
  return httpVersion !== '1.1' || hosts !== 1;
}

/** Responds 400 and closes the connection, because a reverse proxy may read the bytes after a malformed request differently. */
function refuse(): Response {
  const headers = { ...securityHeaders, connection: 'close' };
  return createResponse(null, { status: 400, headers });
}

const refusalHeaders = Object.entries({
  connection: 'close',
  'content-length': '0',
  ...securityHeaders,
})
  .map(([header, value]) => `${header}: ${value}\r\n`)
  .join('');

/**
 * Responds to bytes that aren't HTTP or arrive too slowly, and closes the connection. For a server's `clientError` event. Node's
 * own response would be 408, and browsers repeat a request after a 408.
 */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  // The connection is already closing, and the rest of its data is ignored.
  if (lingering.has(socket)) return;
  // Browsers open connections ahead of time. The first request on such a connection must not find a response already waiting.
  if (!socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const line = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  closeLater(socket, `HTTP/1.1 ${line}\r\n${refusalHeaders}\r\n`);
}
