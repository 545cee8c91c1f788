import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notRun } from '../runner/not-run.js';

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

/** The URL of a port of this machine on which nothing listens. */
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
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return quietPort();
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

/** All that comes on a connection until it is closed. Rejects where there was none. */
export function allReceived(socket: Socket): Promise<string> {
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  return new Promise((resolve, reject) => {
    // A server that closes on what it has not read resets the connection, which takes nothing from what came before.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.once('close', () => resolve(received));
  });
}

/** Sends bytes, more when something came back, and returns all that comes until the server closes the connection. */
export async function exchange(url: string, text: string, more?: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  if (more !== undefined) socket.once('data', () => socket.write(more));
  socket.write(text);
  return allReceived(socket);
}

/** Listens, and never accepts: the kernel queues two connections, and drops every further SYN. */
const listener = `
  const { createServer } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(workerData, 0, 0);
  });
`;

/** Starts, for one test, a port of this machine that answers no attempt to connect, and returns its URL. */
export async function startBlackHole(t: TestContext): Promise<string> {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(listener, { eval: true, workerData: gate });
  const queued: Socket[] = [];
  t.after(async () => {
    for (const socket of queued) socket.destroy();
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    await worker.terminate();
  });
  const [port] = (await once(worker, 'message')) as [number];
  for (let count = 0; count < 2; count += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    queued.push(socket);
    await once(socket, 'connect');
  }
  return `http://127.0.0.1:${port}`;
}

/** A certificate that signed itself, for TLS on this machine, for one test. */
export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
  /** Its path, for NODE_EXTRA_CA_CERTS. */
  readonly file: string;
}

/** Declares tests that need `openssl`. Where it is not installed, it declares none and says so. */
export function withOpenSsl(declare: () => void): void {
  if (spawnSync('openssl', ['version']).status === 0) return declare();
  notRun('wrong certificates', 'openssl is not installed (Debian: apt install openssl)');
}

/** Makes a certificate for a name, as in `IP:127.0.0.1`. One that has expired did so yesterday. */
export function createCertificate(
  t: TestContext,
  name: string,
  { expired = false } = {},
): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const about = ['-days', '2', '-subj', '/CN=test', '-addext', `subjectAltName=${name}`];
  openssl('req', '-x509', ...kind, '-keyout', 'key.pem', '-out', 'cert.pem', ...about);
  if (expired) {
    const days = ['-days', '-1', '-out', 'expired.pem'];
    openssl('x509', '-in', 'cert.pem', '-signkey', 'key.pem', ...days);
  }
  const file = join(folder, expired ? 'expired.pem' : 'cert.pem');
  return { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(file), file };
}
