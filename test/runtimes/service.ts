import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A Financing Service on loopback that answers when the test says so. */
export interface HttpService {
  readonly url: string;
  /** Resolves with the first call that nobody has taken yet. */
  nextCall(): Promise<ServiceCall>;
  /** Calls that nobody has taken yet. */
  readonly untaken: number;
  /** Lets the client go that waits for it at `GET /leave`, or will, here or in another process. */
  dismiss(): Promise<void>;
  close(): void;
}

/** A call that waits for its answer. */
export interface ServiceCall {
  /** Parsed. */
  readonly body: unknown;
  readonly response: ServerResponse;
  /** Resolves when the connection is gone; true where the answer went out before. */
  readonly closed: Promise<boolean>;
}

/** Starts it. */
export async function startService(): Promise<HttpService> {
  const calls: ServiceCall[] = [];
  const leaving: ServerResponse[] = [];
  const events = new EventEmitter();

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/leave') {
      leaving.push(response);
      events.emit('leaving');
      return;
    }
    const closed = once(response, 'close').then(() => response.writableFinished);
    const body: unknown = JSON.parse(await text(request));
    calls.push({ body, response, closed });
    events.emit('call');
  }

  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async nextCall() {
      while (calls.length === 0) await once(events, 'call');
      return calls.shift()!;
    },
    get untaken() {
      return calls.length;
    },
    async dismiss() {
      while (leaving.length === 0) await once(events, 'leaving');
      leaving.shift()!.end();
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
