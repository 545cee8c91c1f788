import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { quietPort } from '../support/servers.js';
import { createDraw } from './random.js';

/** A connection to a server, which does what networks do. */
export interface UnreliableLink {
  readonly url: string;
  /** Refuses connections, and resets those there are. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** What becomes of a request. Up to `broken`, the server never sees it whole; from `cut` on, it does. */
const fates = {
  pass: 78,
  delayed: 4,
  lost: 3,
  broken: 3,
  cut: 4,
  stalled: 2,
  truncated: 3,
  dripped: 3,
};

/** Starts a TCP proxy before a server for one test. It takes each chunk of a client for a request, as they are small. */
export async function startUnreliableLink(
  t: TestContext,
  target: string,
  random: () => number,
): Promise<UnreliableLink> {
  const draw = createDraw(random, fates);
  const targetPort = Number(new URL(target).port);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    [client, upstream].forEach(keep);
    join(client, upstream, draw);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const close = async () => {
    server.close();
    for (const socket of sockets) resetConnection(socket);
    if (server.listening) await once(server, 'close');
  };
  const port = await quietPort();
  await listen(port);
  t.after(close);
  return { url: `http://127.0.0.1:${port}`, close, open: () => listen(port) };
}

function join(client: Socket, upstream: Socket, draw: () => keyof typeof fates): void {
  let fate: keyof typeof fates = 'pass';
  const reset = () => {
    resetConnection(client);
    upstream.destroy();
  };
  client.on('close', () => upstream.end());
  upstream.on('close', () => client.end());

  client.on('data', (request: Buffer) => {
    fate = draw();
    if (fate === 'lost') return reset();
    if (fate === 'broken') return void upstream.write(request.subarray(0, -20), reset);
    if (fate === 'delayed') return void setTimeout(() => upstream.write(request), 50);
    upstream.write(request, () => {
      if (fate === 'cut') resetConnection(client);
    });
  });

  upstream.on('data', (answer: Buffer) => {
    if (fate === 'stalled' || client.destroyed) return;
    if (fate === 'truncated') return void client.end(answer.subarray(0, -30));
    if (fate === 'dripped') return drip(client, answer);
    client.write(answer);
  });
}

/** Resets a connection. On one that it is just ending, Node 20 fails to, and the process would never end. */
function resetConnection(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** Sends 20 bytes every 2 ms. */
function drip(client: Socket, bytes: Buffer): void {
  if (client.destroyed || bytes.length === 0) return;
  client.write(bytes.subarray(0, 20));
  setTimeout(() => drip(client, bytes.subarray(20)), 2);
}
