import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { serve as createServer } from 'srvx/node';
import { checkOptions, isCallback, isFilledText, isWhole } from '../contract/options.js';
import { createResponse, securityHeaders } from '../internal/response.js';
import { wrapHandler, type FetchHandler, type HandlerFailure } from './wrap-handler.js';
import { closeLater, lingering, watchAnswers } from './watch-answers.js';

/** Options of `serve`. */
export interface ServeOptions {
  /** Name or address to listen on: `127.0.0.1` for this machine only, `0.0.0.0` for all networks. */
  host: string;
  /** 0 takes any free port. */
  port: number;
  /**
   * Called with an error that the handler threw.
   * @default console.error
   */
  onFailure?: HandlerFailure;
}

const optionChecks = { host: isFilledText, port: isWhole(0, 65_535), onFailure: isCallback };

/** Options of `close`. */
export interface CloseOptions {
  /**
   * Milliseconds for which new connections are still accepted, each for one answer: a load balancer needs time to learn
   * that it must send elsewhere.
   * @default 0
   */
  readonly grace?: number;
  /**
   * Milliseconds after which running requests are cut off, `grace` included.
   * @default 10 s after `grace`
   */
  readonly timeout?: number;
}

/** A server that accepts connections. */
export interface RunningServer {
  /** URL without a trailing slash: `http://127.0.0.1:8787`. */
  readonly url: string;
  /**
   * Stops accepting, lets running requests finish until the time limit, then closes their connections. Also waits for the
   * handler of a client that has gone, which may have an outcome to record.
   */
  close(options?: CloseOptions): Promise<void>;
}

const closingTime = 10_000;

/**
 * Milliseconds for which idle connections stay open after accepting has stopped. A load balancer can be sending on one
 * at that moment, and could not repeat a POST.
 */
const idleTime = 250;

/** Ends slow requests within 10 s: after 8 s, checked every second. */
const slowSenders = {
  headersTimeout: 8_000,
  requestTimeout: 8_000,
  connectionsCheckingInterval: 1_000,
};

/** Milliseconds after which a connection is closed whose client reads nothing of an answer. */
const unreadTime = 30_000;

/**
 * Longer than the 60 s for which common load balancers keep an idle connection. The balancer must close first; otherwise
 * a request can meet a closing connection, and browsers and balancers repeat it.
 */
const keepAliveTimeout = 65_000;

/**
 * Starts an HTTP server for a handler and resolves when it accepts connections.
 * Rejects with Node's error when it cannot listen, for example with the code `EADDRINUSE`, and with `InvalidOptionError`.
 */
export async function serve(handler: FetchHandler, options: ServeOptions): Promise<RunningServer> {
  checkOptions(optionChecks, options, '', ['host', 'port']);
  const { host, port, onFailure } = options;
  const handle = wrapHandler(handler, onFailure);
  const running = new Set<Promise<Response>>();
  const answer = (request: Request) => {
    const answered = handle(request).finally(() => running.delete(answered));
    running.add(answered);
    return answered;
  };
  const server = createServer({
    fetch: (request) => {
      const req = request.runtime?.node?.req;
      return req && isMalformed(req as IncomingMessage) ? refuse() : answer(request);
    },
    hostname: host,
    port,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    // isMalformed() checks `Host`, so that the refusal has the security headers.
    node: { ...slowSenders, keepAliveTimeout, requireHostHeader: false },
  });
  const node = server.node?.server as Server;
  // Node would drop those beyond 2,000, and with them the address that a load balancer has appended: the limit of 16 KB holds.
  node.maxHeadersCount = 0;
  const answers = watchAnswers(node);
  node.setTimeout(unreadTime, answers.endUnread);
  node.on('clientError', (error, duplex) => {
    const socket = duplex as Socket;
    if (answers.isAnswered(socket)) socket.destroySoon();
    else refuseConnection(error, socket);
  });
  // Node would answer 417 to an unknown `Expect`, which a server may ignore (RFC 9110 section 10.1.1).
  node.on('checkExpectation', (req, res) => node.emit('request', req, res));
  // srvx itself answers 400 to an absolute target of another scheme (`GET ftp://…`).
  node.prependListener('request', (req, res) => {
    if (!/^(?:\/|https?:\/\/.)/i.test(req.url ?? ''))
      res.setHeaders(new Map(Object.entries(securityHeaders)));
  });
  await server.serve();
  return {
    url: new URL(server.url ?? '').origin,
    async close({ grace = 0, timeout = grace + closingTime } = {}) {
      const end = performance.now() + timeout;
      answers.endConnections();
      if (grace > 0) await pause(grace);
      // Half of the time left is for the requests that run, whatever floods the server.
      await acceptWaiting(node, (performance.now() + end) / 2);
      const closed = once(node, 'close');
      stopAccepting(node);
      const endIdle = setInterval(() => node.closeIdleConnections(), idleTime);
      let cut: NodeJS.Timeout | undefined;
      const atLimit = new Promise<void>((resolve) => {
        cut = setTimeout(resolve, Math.max(0, end - performance.now()));
      }).then(() => node.closeAllConnections());
      await closed;
      await Promise.race([Promise.all(running), atLimit]);
      clearInterval(endIdle);
      clearTimeout(cut);
      // Also ends Node's timer for slow requests.
      node.close();
    },
  };
}

/**
 * Accepts the connections that wait: closing would reset them, and a load balancer could not repeat their POST. Node accepts
 * as few as one in each turn of the event loop, and a turn is long where the processor is busy.
 */
async function acceptWaiting(server: Server, end: number): Promise<void> {
  let hasAccepted = true;
  const accepted = () => (hasAccepted = true);
  server.on('connection', accepted);
  // A signal arrives after its turn of the event loop has accepted: that turn does not show whether more wait.
  await nextTurn();
  while (hasAccepted && performance.now() < end) {
    hasAccepted = false;
    await nextTurn();
  }
  server.off('connection', accepted);
}

/**
 * Uses `close` of `node:net`, since Node's HTTP server would close idle connections at once. On Bun, the server is not one
 * of `node:net` and has only its own `close`.
 */
function stopAccepting(server: Server): void {
  const { close } = server instanceof NetServer ? NetServer.prototype : server;
  close.call(server);
}

/** A DNS name or an address, with or without a port (RFC 9110 section 7.2). Empty when the sender knows none. */
const validHost = /^(?:(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\dA-Fa-f:.]+\])(?::\d*)?)?$/;

/**
 * True for a request that Node's parser accepts and that must get 400: with two `Host` headers, of which a reverse proxy
 * can have read either, with none, or with an invalid one (RFC 9112 section 3.2); of another HTTP version than 1.0 and 1.1
 * (section 2.3); with a transfer coding besides chunks, or with chunks in HTTP/1.0 (section 6.1).
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

/** Closes the connection: the bytes after a malformed request can have another meaning for a reverse proxy. */
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
 * Answers bytes that are not HTTP or come too slowly, and closes the connection. For a server's `clientError` event.
 * Node's own answer would be 408, on which browsers repeat the request.
 */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  // What still arrives is no HTTP either.
  if (lingering.has(socket)) return;
  // Browsers open connections ahead of time. The first request on one must not find an answer waiting.
  if (!socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const line = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  closeLater(socket, `HTTP/1.1 ${line}\r\n${refusalHeaders}\r\n`);
}
