import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notRun } from '../runner/not-run.js';
import { temporaryFolder } from './files.js';
import { eventually } from './until.js';

/** Starts an HTTP server for one test and returns its URL. */
export async function startHttp(t: TestContext, listener: RequestListener): Promise<string> {
  return listen(t, createHttpServer(listener));
}

/** Starts an HTTPS server for one test and returns its URL. */
export async function startHttps(
  t: TestContext,
  { key, cert }: Required<Pick<ServerOptions, 'key' | 'cert'>>,
  listener: RequestListener,
): Promise<string> {
  return (await listen(t, createHttpsServer({ key, cert }, listener))).replace('http:', 'https:');
}

/** Starts a TCP server for one test and returns its URL. */
export async function startTcp(t: TestContext, onSocket: (socket: Socket) => void) {
  return listen(t, createServer(onSocket));
}

/** Returns the URL of a local port on which nothing listens. */
export async function closedPort(): Promise<string> {
  return `http://127.0.0.1:${await quietPort()}`;
}

/**
 * Returns a free port that no other test gets by chance: servers that ask for any port get one above 32,767 (49,151 on
 * macOS). Needed if clients keep calling the port after it was closed.
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

/** Listens on a free port for one test, and returns the URL. */
export async function listen(t: TestContext, server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // Callers that give up reset the connection.
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

/** Posts a body as JSON, or a string unchanged. */
export function postJson(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Returns everything received on a connection until it is closed. */
export function receiveAll(socket: Socket): Promise<string> {
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  return new Promise((resolve, reject) => {
    // A server that closes with unread data resets the connection. What came before was received.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.once('close', () => resolve(received));
  });
}

/** Sends text, then `more` after the first data, and returns everything received until the server closes. */
export async function exchange(url: string, text: string, more?: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  if (more !== undefined) socket.once('data', () => socket.write(more));
  socket.write(text);
  return receiveAll(socket);
}

/** Listens and never accepts: the kernel queues two connections and drops every other SYN. */
const listener = `
  const { createServer } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(workerData, 0, 0);
  });
`;

/** Opens a port for one test that never completes a connection, and returns its URL. */
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

/** A self-signed certificate. */
export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
  /** The path of the certificate, for NODE_EXTRA_CA_CERTS. */
  readonly file: string;
}

/** Declares tests that need `openssl`, or reports that it isn't installed. */
export function withOpenSsl(declare: () => void): void {
  if (spawnSync('openssl', ['version']).status === 0) return declare();
  notRun('wrong certificates', 'openssl is not installed (Debian: apt install openssl)');
}

/** Creates a certificate for a subject alternative name, such as `IP:127.0.0.1`. */
export function createCertificate(
  t: TestContext,
  name: string,
  { expired = false } = {},
): Certificate {
  const folder = temporaryFolder(t);
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

/** The path of the alert rules in the package. */
export const alertRules = join(import.meta.dirname, '../../ops/alerts.yml');

/** A value of a query, with its labels. */
interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** Starts a Prometheus for one test that scrapes the targets of these jobs each second. */
export async function startPrometheus(
  t: TestContext,
  jobs: Readonly<Record<string, readonly string[]>>,
  rules = alertRules,
) {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const config = join(folder, 'prometheus.yml');
  const scrapes = Object.entries(jobs).map(([job, targets]) => {
    return { job_name: job, static_configs: [{ targets }] };
  });
  const every = { scrape_interval: '1s', evaluation_interval: '1s' };
  // JSON is valid YAML.
  const text = JSON.stringify({ global: every, rule_files: [rules], scrape_configs: scrapes });
  writeFileSync(config, text);
  const origin = `http://127.0.0.1:${await quietPort()}`;
  const server = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=${new URL(origin).host}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(server, 'exit');
  t.after(async () => {
    server.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });
  const get = async (path: string) => (await fetch(`${origin}/api/v1/${path}`)).json();
  await eventually(async () => (await fetch(`${origin}/-/ready`)).ok);
  return {
    async query(expression: string): Promise<readonly Sample[]> {
      const answer = (await get(`query?query=${encodeURIComponent(expression)}`)) as {
        data?: { result: Sample[] };
        error?: string;
      };
      assert.equal(answer.error, undefined, expression);
      return answer.data?.result ?? [];
    },
    /** Returns the health of each loaded rule, by name. */
    async rules(): Promise<ReadonlyMap<string, string>> {
      const { data } = (await get('rules')) as {
        data: { groups: { rules: { name: string; health: string }[] }[] };
      };
      const all = data.groups.flatMap(({ rules }) => rules);
      return new Map(all.map(({ name, health }) => [name, health]));
    },
  };
}
