import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { dirname, join } from 'node:path';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { StoreUnavailableError, type Store } from '../../src/proxy/index.js';
import { built } from '../runner/fresh-build.js';
import { notRun } from '../runner/not-run.js';
import { requiredIn, runtimes } from '../runner/requirements.js';
import { quietPort } from '../support/servers.js';
import { eventually } from '../support/until.js';

/** A running `app.js`. */
export interface Runtime {
  readonly url: string;
  /** Sends a request whose client leaves when the service dismisses it. */
  sendAndLeave(request: Request): Promise<void>;
  close(): Promise<void>;
}

/** Starts a runtime that calls this service. */
export type StartRuntime = (service: HttpService) => Promise<Runtime>;

/** Starts the app on a program with these arguments: this or another Node, Bun, or Deno. */
export const onProgram =
  (program: string, args: readonly string[] = []) =>
  (service: HttpService) =>
    startProgram(program, args, service);

async function startProgram(
  program: string,
  args: readonly string[],
  service: HttpService,
): Promise<Runtime> {
  const project = createProject();
  project.copy('app.js');
  const child = spawn(program, [...args, project.copy('on-server.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '', SERVICE_URL: service.url },
  });
  const url = await firstLine(child.stdout);
  return {
    url,
    async sendAndLeave(request) {
      const client = new AbortController();
      const left = fetch(request, { signal: client.signal });
      await fetch(`${service.url}/leave`);
      client.abort();
      await left.catch(() => undefined);
    },
    close: () => end(child, project),
  };
}

/** Bundles the app like wrangler (esbuild, condition `workerd`), and starts it on workerd. */
export const onWorkerd: StartRuntime = async (service) => {
  const project = createProject();
  for (const file of ['app.js', 'workerd-edge.js']) project.copy(file);
  await bundleWorker(project.copy('on-workerd.js'), join(project.folder, 'worker.js'));
  const bindings = `(name = "SERVICE_URL", text = "${service.url}")`;
  const { url, child } = await startWorkerd(
    project,
    `
    (name = "app", worker = (compatibilityDate = "2026-04-01", bindings = [${bindings}],
      modules = [(name = "worker.js", esModule = embed "worker.js")])),
    (name = "main", worker = (compatibilityDate = "2026-04-01",
      bindings = [${bindings}, (name = "APP", service = "app")],
      modules = [(name = "edge.js", esModule = embed "workerd-edge.js")])),`,
  );
  return {
    url,
    async sendAndLeave(request) {
      request.headers.set('leaves', 'yes');
      await fetch(request);
    },
    close: () => end(child, project),
  };
};

export async function bundleWorker(from: string, to: string): Promise<void> {
  const esbuild = pathToFileURL(join(modules, 'esbuild/lib/main.js')).href;
  const { build } = (await import(esbuild)) as { build(options: object): Promise<unknown> };
  await build({
    entryPoints: [from],
    outfile: to,
    bundle: true,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*'],
    logLevel: 'warning',
  });
}

/**
 * Starts workerd with services that may call this machine. `ports` maps services to ports, where 0 is any. `url` is the
 * URL of `main`.
 */
export async function startWorkerd(
  project: Project,
  services: string,
  ports: Readonly<Record<string, number>> = { main: 0 },
) {
  const sockets = Object.entries(ports).map(([name, port]) => {
    return `(name = "${name}", address = "127.0.0.1:${port}", http = (), service = "${name}")`;
  });
  const config = project.write(
    'workerd.capnp',
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [${services}
    (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [${sockets.join()}]
);
`,
  );
  const child = spawn(programOf('workerd'), ['serve', config, '--control-fd=3'], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const urls: Record<string, string> = {};
  for await (const line of createInterface(child.stdio[3] as Readable)) {
    const { socket, port } = JSON.parse(line) as { socket: string; port: number };
    urls[socket] = `http://127.0.0.1:${port}`;
    if (Object.keys(urls).length === sockets.length) break;
  }
  (child.stdio[3] as Readable).resume();
  return { url: urls['main'] ?? '', urls, child };
}

/** Two isolates of a Worker on workerd whose proxies share Durable Objects. */
export interface Objects {
  /** The URLs of both. */
  readonly urls: readonly [string, string];
  /** The store of one isolate. */
  storeAt(isolate: 0 | 1): Store;
  /** Returns the number of rows and the alarm of each object. With `clean`, runs the cleanup first. */
  inspect(how: 'rows' | 'clean'): Promise<readonly { rows: number; alarm: number | null }[]>;
  /** Kills workerd with SIGKILL. The objects' data stays on disk. */
  kill(): Promise<void>;
  start(): Promise<void>;
  freeze(): void;
  thaw(): void;
}

/** Starts them for one test, with the URL of a service and the store's timeout in milliseconds. */
export async function startObjects(
  t: TestContext,
  { serviceUrl = 'https://service.example', timeout = 60_000 } = {},
): Promise<Objects> {
  const project = createProject();
  await bundleWorker(project.copy('on-objects.js'), join(project.folder, 'worker.js'));
  mkdirSync(join(project.folder, 'objects'));
  const ports = { main: await quietPort(), second: await quietPort() };
  const bindings = `(name = "SERVICE_URL", text = "${serviceUrl}"), (name = "STORE_TIMEOUT", text = "${timeout}"),
    (name = "FINANCING_STORE", durableObjectNamespace = (className = "TestStore", serviceName = "objects"))`;
  const worker = (name: string, more = '') =>
    `(name = "${name}", worker = (compatibilityDate = "2026-04-01", bindings = [${bindings}],
      modules = [(name = "worker.js", esModule = embed "worker.js")]${more})),`;
  const services =
    worker('main') +
    worker('second') +
    worker(
      'objects',
      `, durableObjectStorage = (localDisk = "disk"), durableObjectNamespaces =
        [(className = "TestStore", uniqueKey = "financing-store", enableSql = true)]`,
    ) +
    `(name = "disk", disk = (path = "${join(project.folder, 'objects')}", writable = true)),`;
  let running = await startWorkerd(project, services, ports);
  t.after(() => end(running.child, project));
  const urls = [running.urls['main']!, running.urls['second']!] as const;

  async function call(isolate: 0 | 1, method: string, args: unknown[]): Promise<unknown> {
    const body = JSON.stringify({ method, args });
    const response = await fetch(`${urls[isolate]}/store`, { method: 'POST', body });
    const { result, error } = (await response.json()) as { result?: unknown; error?: string };
    if (error === 'StoreUnavailableError') throw new StoreUnavailableError();
    if (error !== undefined) throw new Error(error);
    return result;
  }

  return {
    urls,
    storeAt(isolate) {
      const method =
        (name: string) =>
        (...args: unknown[]) =>
          call(isolate, name, args);
      const names = ['get', 'set', 'claim', 'delete', 'count', 'uncount', 'close'];
      return Object.fromEntries(names.map((name) => [name, method(name)])) as unknown as Store;
    },
    inspect: async (how) =>
      (await (await fetch(`${urls[0]}/${how}`)).json()) as { rows: number; alarm: number | null }[],
    async kill() {
      running.child.kill('SIGKILL');
      await once(running.child, 'exit');
    },
    async start() {
      running = await startWorkerd(project, services, ports);
    },
    freeze: () => void running.child.kill('SIGSTOP'),
    thaw: () => void running.child.kill('SIGCONT'),
  };
}

/** Stops a runtime, and removes its project. */
export async function end(child: ChildProcess, project: Project): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  project.remove();
}

async function firstLine(stream: Readable): Promise<string> {
  for await (const line of createInterface(stream)) {
    stream.resume();
    return line;
  }
  throw new Error('The runtime has not started');
}

/** The folder where `npm ci --prefix test/runtimes` installs packages that are too large for the root package. */
export const modules = join(import.meta.dirname, 'node_modules');

export function programOf(runtime: string): string {
  return join(modules, '.bin', runtime);
}

/** Returns the path of Deno. The script in `.bin` links it there, but starts it as a child process, which would keep running. */
export function findDeno(): string {
  spawnSync(programOf('deno'), ['--version']);
  return join(modules, 'deno/deno');
}

export type Installable = keyof typeof runtimes;

/**
 * Declares tests that need a runtime or framework and its packages, or reports that it isn't installed. Throws if
 * REQUIRED_RUNTIMES names it.
 */
export function withInstalled(
  wanted: Installable,
  declare: (packages: readonly string[]) => void,
): void {
  const needed = runtimes[wanted];
  if (needed.every((name) => existsSync(join(modules, name)))) return declare(needed);
  const note = 'not installed (npm ci --prefix test/runtimes)';
  if (requiredIn('REQUIRED_RUNTIMES').includes(wanted))
    throw new Error(`${wanted} is required, and ${note}`);
  notRun(wanted, note);
}

const root = join(import.meta.dirname, '../..');

/** A project with the built package installed, because its exports and conditions matter. */
export interface Project {
  readonly folder: string;
  /** Writes a file, and returns its path. */
  write(file: string, text: string): string;
  /** Copies a file of this folder, and returns its path. */
  copy(file: string): string;
  remove(): void;
}

/** Creates a project with this package and packages of test/runtimes. */
export function createProject(packages: readonly string[] = []): Project {
  const folder = mkdtempSync(join(tmpdir(), 'financing-elements-project-'));
  link(root, join(folder, 'node_modules/financing-elements'));
  for (const name of packages) link(join(modules, name), join(folder, 'node_modules', name));
  const write = (file: string, text: string) => {
    const place = join(folder, file);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
    return place;
  };
  write('package.json', '{"type": "module"}');
  return {
    folder,
    write,
    copy(file) {
      const place = join(folder, file);
      cpSync(join(import.meta.dirname, file), place);
      return place;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function link(target: string, place: string): void {
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(target, place, 'junction');
}

/** Installs the built package like npm. A link to this repository would give access to its other files and packages. */
export function installPackage(folder: string): void {
  built('index.js');
  const installed = join(folder, 'node_modules/financing-elements');
  for (const part of ['package.json', 'dist']) {
    cpSync(join(root, part), join(installed, part), { recursive: true });
  }
  const manifest = readFileSync(join(root, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(manifest) as {
    dependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) {
    link(join(root, 'node_modules', name), join(installed, 'node_modules', name));
  }
}

/**
 * Creates a shop with the built package for one test, next to what is installed here: an empty folder, or the output of
 * a command with the argument `shop`. Returns its folder.
 */
export function createShop(
  t: TestContext,
  packages: readonly string[],
  command: readonly string[] = [],
): string {
  const projects = join(modules, '../projects');
  mkdirSync(projects, { recursive: true });
  const parent = mkdtempSync(join(projects, 'project-'));
  // Retries, because a server that ends may still be writing to the folder.
  t.after(() => rmSync(parent, { recursive: true, force: true, maxRetries: 10 }));
  const folder = join(parent, 'shop');
  if (command.length > 0) run('npx', ['--no-install', ...command], { cwd: parent });
  else mkdirSync(folder);
  installPackage(folder);
  // npm would install these next to the framework, because a build may load them from there.
  for (const nested of packages.map((each) => join(modules, each, 'node_modules'))) {
    for (const each of existsSync(nested) ? readdirSync(nested) : []) {
      link(join(nested, each), join(folder, 'node_modules', each));
    }
  }
  return folder;
}

/** Disables telemetry. */
export const withoutTelemetry = {
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
};

/** Runs a program. Its output explains a failure. */
export function run(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): void {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '', ...withoutTelemetry, ...env },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
}

/** A local Financing Service that responds when the test says so. */
export interface HttpService {
  readonly url: string;
  nextCall(): Promise<ServiceCall>;
  /** Calls that the test hasn't taken yet. */
  readonly untaken: number;
  /** Makes the client leave that waits for `GET /leave`, in this or another process. */
  dismiss(): Promise<void>;
  close(): void;
}

/** A call that waits for its response. */
export interface ServiceCall {
  /** Parsed. */
  readonly body: unknown;
  readonly response: ServerResponse;
  /** Resolves when the connection is closed, with true if the response was sent before. */
  readonly closed: Promise<boolean>;
}

export async function startService(): Promise<HttpService> {
  const calls: ServiceCall[] = [];
  const leaving: ServerResponse[] = [];

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/leave') {
      leaving.push(response);
      return;
    }
    const closed = once(response, 'close').then(() => response.writableFinished);
    const body: unknown = JSON.parse(await text(request));
    calls.push({ body, response, closed });
  }

  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async nextCall() {
      await eventually(async () => calls.length > 0, { what: 'a call of the service' });
      return calls.shift()!;
    },
    get untaken() {
      return calls.length;
    },
    async dismiss() {
      await eventually(async () => leaving.length > 0, { what: 'a caller that leaves' });
      leaving.shift()!.end();
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
