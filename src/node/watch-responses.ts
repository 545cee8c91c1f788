import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The maximum number of requests without a complete response on one connection. Browsers and load balancers don't pipeline. A
 * client that sends more before it reads would fill the server's memory with requests.
 */
const maxPendingRequests = 32;

/** The time in ms during which the rest of a refused request is read and dropped. */
const lingerMs = 1_000;

/** The connections that are closing, whose remaining data is dropped. */
export const lingering: WeakSet<Socket> = new WeakSet();

/**
 * Sends the last response on a connection. Closes the connection when the client closes it or when time runs out. If it were
 * closed immediately, data that is still arriving would reset it, often before the client has read the response. nginx then marks
 * the replica as down.
 */
export function closeLater(socket: Socket, last = ''): void {
  if (lingering.has(socket)) return;
  lingering.add(socket);
  socket.end(last);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** Tracks the responses on the connections of a server. */
export interface ResponseWatch {
  /**
   * True if a response has started and is incomplete, or if its request is still arriving. The client would take a second
   * response for the response to its next request.
   */
  isResponding(socket: Socket): boolean;
  /** Closes a connection that timed out, unless its handler is still working. For the `timeout` event of a server. */
  endUnread(socket: Socket): void;
  /**
   * Makes each connection close after its current response or, if it has none, after its next one. Otherwise, Node would keep a
   * connection open after a response that was in progress at `close()`, and wait for it.
   */
  endConnections(): void;
}

interface Connection {
  newest?: ServerResponse;
  unfinished: number;
  /** Callbacks that handle the requests waiting for their turn. */
  readonly waiting: (() => void)[];
}

/**
 * Tracks the responses of a server and takes over its request listeners, so that a request on a connection is handled only after
 * the responses to earlier requests were sent. Responses go out in the order of the requests (RFC 9112 section 9.3.2), so an
 * earlier start would only fill the memory while the client doesn't read.
 *
 * State is kept per connection, because responses come and go far more often. A `Set` of responses would be rehashed constantly,
 * and V8 would keep the responses in the old table alive until a full garbage collection.
 */
export function watchResponses(server: Server): ResponseWatch {
  const connections = new Map<Socket, Connection>();
  let ending = false;
  const makeLast = (res: ServerResponse | undefined) => {
    if (res && !res.headersSent) res.setHeader('connection', 'close');
  };
  server.on('connection', (socket: Socket) => {
    const connection: Connection = { unfinished: 0, waiting: [] };
    connections.set(socket, connection);
    const { destroySoon } = socket;
    // Node calls this to close a connection after its last response.
    socket.destroySoon = () => {
      if (connection.newest?.req.complete === false) closeLater(socket);
      else destroySoon.call(socket);
    };
    socket.once('close', () => {
      connections.delete(socket);
      connection.waiting.length = 0;
    });
  });
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (req, res) => {
    const { socket } = req;
    const handle = () => {
      // If several requests arrive in one packet, Node emits all of them, even if the connection has ended in between, for
      // example after a last response.
      if (socket.destroyed || socket.writableEnded) return;
      for (const handler of handlers) handler.call(server, req, res);
    };
    const connection = connections.get(socket);
    if (!connection || socket.destroyed) return handle();
    connection.newest = res;
    connection.unfinished += 1;
    if (ending) makeLast(res);
    res.once('close', () => {
      connection.unfinished -= 1;
      if (connection.newest === res && req.complete) delete connection.newest;
      connection.waiting.shift()?.();
    });
    if (connection.unfinished > maxPendingRequests) socket.destroy();
    else if (connection.unfinished > 1) connection.waiting.push(handle);
    else handle();
  });
  return {
    isResponding(socket) {
      const { newest, unfinished = 0 } = connections.get(socket) ?? {};
      if (unfinished > 1) return true; // the earlier requests are pipelined, and their responses come first
      return newest?.headersSent === true && !(newest.writableFinished && newest.req.complete);
    },
    endUnread(socket) {
      const { unfinished = 0 } = connections.get(socket) ?? {};
      if (socket.writableLength > 0 || unfinished === 0) socket.destroy();
    },
    endConnections() {
      ending = true;
      for (const { newest } of connections.values()) makeLast(newest);
    },
  };
}
