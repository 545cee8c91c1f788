import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { modules, programOf } from './installed.js';
import { createProject, type Project } from './project.js';
import type { HttpService } from './service.js';

/** The app of `app.js`, running. */
export interface Runtime {
  readonly url: string;
  /** Sends a request whose client goes away when the service dismisses it. */
  sendAndLeave(request: Request): Promise<void>;
  close(): Promise<void>;
}

/** Starts a runtime that calls this service. */
export type StartRuntime = (service: HttpService) => Promise<Runtime>;

/** Starts the app on Node, this one or another. */
export function onNode(program: string): StartRuntime {
  return (service) => startProgram(program, 'on-node.js', service);
}

/** Starts the app on Bun. */
export const onBun: StartRuntime = (service) =>
  startProgram(programOf('bun'), 'on-bun.js', service);

async function startProgram(program: string, main: string, service: HttpService): Promise<Runtime> {
  const project = createProject();
  project.copy('app.js');
  const child = spawn(program, [project.copy(main)], {
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

/** Bundles the app as wrangler does (esbuild, condition `workerd`), and starts it on workerd. */
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

/** Bundles a worker into one file. */
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

/** Starts workerd with these services, of which `main` answers; they may call this machine. */
export async function startWorkerd(project: Project, services: string) {
  const config = project.write(
    'workerd.capnp',
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [${services}
    (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
`,
  );
  const child = spawn(programOf('workerd'), ['serve', config, '--control-fd=3'], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const listening = await firstLine(child.stdio[3] as Readable);
  const { port } = JSON.parse(listening) as { port: number };
  return { url: `http://127.0.0.1:${port}`, child };
}

/** Ends a runtime, and removes its project. */
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
