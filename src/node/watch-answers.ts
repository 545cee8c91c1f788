import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Most requests of one connection without an answer. Browsers and load balancers do not pipeline; a client that sends more
 * before it reads would make the server hold its requests.
 */
const mostUnanswered = 32;

/** Milliseconds for which the rest of a refused request is read, and dropped. */
const lingeringTime = 1_000;

/** The connections of which only the rest is read. */
export const lingering: WeakSet<Socket> = new WeakSet();

/**
 * Sends the last answer of a connection, and closes it when the sender of the unfinished request closes it, or when its time
 * is up. Closed at once, it would be reset by what still arrives, often before the sender has read the answer: nginx then
 * takes the replica for down.
 */
export function closeLater(socket: Socket, last = ''): void {
  if (lingering.has(socket)) return;
  lingering.add(socket);
  socket.end(last);
  socket.resume();
  setTimeout(() => socket.destroy(), lingeringTime).unref();
}

/** The answers on the connections of a server. */
export interface Answers {
  /**
   * True when an answer has begun that is not finished, or whose request is still arriving: a second answer would be taken
   * for the next.
   */
  isAnswered(socket: Socket): boolean;
  /** Closes a connection that was silent, unless its handler is still at work. For the `timeout` event of a server. */
  endUnread(socket: Socket): void;
  /**
   * Makes the running answers, and any that follow, the last of their connections. Otherwise Node would keep a connection
   * open after an answer that was running at `close()`, and wait for it.
   */
  endConnections(): void;
}

interface Connection {
  newest?: ServerResponse;
  unfinished: number;
  /** Handle the requests that wait for their turn. */
  readonly waiting: (() => void)[];
}

/**
 * Watches the answers of a server, whose listeners for requests it takes over: a request of a connection is handled once the
 * answers to earlier ones have been sent. Answers go out in the order of the requests (RFC 9112 section 9.3.2), so an earlier
 * start would only fill the memory while the client does not read.
 *
 * Keeps track by connection, since answers come and go far more often: a `Set` of them would be rehashed all the time, and
 * V8 would keep the answers of the old table alive until a full collection.
 */
export function watchAnswers(server: Server): Answers {
  const connections = new Map<Socket, Connection>();
  let ending = false;
  const makeLast = (res: ServerResponse | undefined) => {
    if (res && !res.headersSent) res.setHeader('connection', 'close');
  };
  server.on('connection', (socket: Socket) => {
    const connection: Connection = { unfinished: 0, waiting: [] };
    connections.set(socket, connection);
    const { destroySoon } = socket;
    // Node closes so after a last answer.
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
      // Node emits the requests that came with one packet, even when the connection has ended since, as after a last answer.
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
    if (connection.unfinished > mostUnanswered) socket.destroy();
    else if (connection.unfinished > 1) connection.waiting.push(handle);
    else handle();
  });
  return {
    isAnswered(socket) {
      const { newest, unfinished = 0 } = connections.get(socket) ?? {};
      if (unfinished > 1) return true; // those before the newest are pipelined, and come first
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
