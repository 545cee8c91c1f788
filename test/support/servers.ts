import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** Starts an HTTP server on this machine for one test, and returns its URL. */
export async function startHttp(t: TestContext, listener: RequestListener): Promise<string> {
  return start(t, createHttpServer(listener));
}

/** The same with TLS, by a key and a certificate. */
export async function startHttps(
  t: TestContext,
  { key, cert }: Required<Pick<ServerOptions, 'key' | 'cert'>>,
  listener: RequestListener,
): Promise<string> {
  return (await start(t, createHttpsServer({ key, cert }, listener))).replace('http:', 'https:');
}

/** Starts a server for one test that speaks what the test says, not always HTTP, and returns its URL. */
export async function startTcp(t: TestContext, onSocket: (socket: Socket) => void) {
  return start(t, createServer(onSocket));
}

/** The URL of a port of this machine on which nobody listens. */
export async function closedPort(): Promise<string> {
  return `http://127.0.0.1:${await quietPort()}`;
}

/**
 * A free port that no other server is given by chance: those that ask for any port get one from 32,768 up (49,152
 * on macOS). Needed where a port is closed while clients go on calling it, or another test would hear them.
 */
export async function quietPort(): Promise<number> {
  const port = randomInt(15_000, 32_000);
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return quietPort(); // taken
  }
  server.close();
  await once(server, 'close');
  return port;
}

async function start(t: TestContext, server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // A caller that gives up resets the connection, which is what some tests are about.
    socket.on('error', () => undefined);
  });
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return urlOf(server);
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
