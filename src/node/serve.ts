import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { serve as createServer } from 'srvx/node';
import { securityHeaders } from '../internal/security-headers.js';
import { guard, type FetchHandler, type HandlerFailure } from './guard.js';
import { isMalformed } from './malformed.js';
import { refuseConnection } from './refuse-connection.js';

/** Options of `serve`. */
export interface ServeOptions {
  /** Name or address to listen on: `127.0.0.1` for this machine only, `0.0.0.0` for all. */
  host: string;
  /** 0 takes a free one. */
  port: number;
  /**
   * Told of an error that the handler let through.
   * @default console.error
   */
  onFailure?: HandlerFailure;
}

/** Options of `close`. */
export interface CloseOptions {
  /**
   * Milliseconds for which connections are still taken, each for one answer: a load balancer needs as long to learn
   * that it must send elsewhere.
   * @default 0
   */
  readonly grace?: number;
}

/** A server that accepts connections. */
export interface RunningServer {
  /** Where it listens, without a slash at the end: `http://127.0.0.1:8787`. */
  readonly url: string;
  /** Stops accepting, lets running requests finish for at most 10 s, then cuts them off. */
  close(options?: CloseOptions): Promise<void>;
}

const closingTime = 10_000;

/**
 * Idle connections outlive the end of accepting by this: a load balancer may be sending on one at that very
 * moment, and would have to report a POST as failed.
 */
const idleTime = 250;

/** Nobody holds a connection open for longer than 10 s by sending slowly: 8 s, and a look every second. */
const slowSenders = {
  headersTimeout: 8_000,
  requestTimeout: 8_000,
  connectionsCheckingInterval: 1_000,
};

/**
 * Longer than the 60 s for which common load balancers keep an idle connection: who closes first must be
 * them, else a request can meet a closing connection, and browsers and balancers send it again.
 */
const keepAliveTimeout = 65_000;

/**
 * Starts an HTTP server for a handler and resolves when it accepts connections.
 * Rejects with Node's error when it cannot listen, for example with the code `EADDRINUSE`.
 */
export async function serve(
  handler: FetchHandler,
  { host, port, onFailure }: ServeOptions,
): Promise<RunningServer> {
  const answer = guard(handler, onFailure);
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
    // `Host` is looked at above, so that the answer has our headers.
    node: { ...slowSenders, keepAliveTimeout, requireHostHeader: false },
  });
  const node = server.node?.server as Server;
  const answers = watchAnswers(node);
  node.on('clientError', (error, duplex) => {
    const socket = duplex as Socket;
    if (answers.isAnswered(socket)) socket.destroySoon();
    else refuseConnection(error, socket);
  });
  // Node's own answer to an `Expect` that it does not know is a 417; it may be left aside (RFC 9110 section 10.1.1).
  node.on('checkExpectation', (req, res) => node.emit('request', req, res));
  // srvx answers 400 by itself to an absolute target that is not on the web (`GET ftp://…`).
  node.prependListener('request', (req, res) => {
    if (!/^(?:\/|https?:\/\/.)/i.test(req.url ?? ''))
      res.setHeaders(new Map(Object.entries(securityHeaders)));
  });
  await server.serve();
  return {
    url: new URL(server.url ?? '').origin,
    async close({ grace = 0 } = {}) {
      answers.endConnections();
      if (grace > 0) await pause(grace);
      const closed = once(node, 'close');
      stopAccepting(node);
      const endIdle = setInterval(() => node.closeIdleConnections(), idleTime);
      const cut = setTimeout(() => node.closeAllConnections(), closingTime);
      await closed;
      clearInterval(endIdle);
      clearTimeout(cut);
      // Ends Node's look at slow senders, too.
      node.close();
    },
  };
}

/**
 * Not by Node's `server.close()`, which closes idle connections at once. Bun's is no server of `node:net`, and has only
 * its own.
 */
function stopAccepting(server: Server): void {
  const { close } = server instanceof NetServer ? NetServer.prototype : server;
  close.call(server);
}

/** The last answer of its connection: what comes next may not mean what it says. */
function refuse(): Response {
  return new Response(null, { status: 400, headers: { ...securityHeaders, connection: 'close' } });
}

/** What a server has to know of the answers on its connections. */
interface Answers {
  /** Whether an answer is on its way, or the request that is still coming has its own: another would pass for the next. */
  isAnswered(socket: Socket): boolean;
  /**
   * Node keeps a connection open after an answer that was still running at `close()`, and waits for it.
   * This makes such answers, and those that follow on a connection, the last of their connections.
   */
  endConnections(): void;
}

/**
 * By connection, which come and go far less often: a set of answers is built anew after some dozens of them, and V8's
 * young collections take what the old one held for alive once it has lived for a while.
 */
function watchAnswers(server: Server): Answers {
  const connections = new Map<Socket, { newest?: ServerResponse; unfinished: number }>();
  let ending = false;
  const makeLast = (res: ServerResponse | undefined) => {
    if (res && !res.headersSent) res.setHeader('connection', 'close');
  };
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { unfinished: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (req, res) => {
    const connection = connections.get(req.socket);
    if (connection) {
      connection.newest = res;
      connection.unfinished += 1;
      res.once('close', () => {
        connection.unfinished -= 1;
        if (connection.newest === res && req.complete) delete connection.newest;
      });
    }
    if (ending) makeLast(res);
  });
  return {
    isAnswered(socket) {
      const { newest, unfinished = 0 } = connections.get(socket) ?? {};
      if (unfinished > 1) return true; // those before the newest are pipelined, and come first
      return newest?.headersSent === true && !(newest.writableFinished && newest.req.complete);
    },
    endConnections() {
      ending = true;
      for (const { newest } of connections.values()) makeLast(newest);
    },
  };
}
