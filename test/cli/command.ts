import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { built } from '../runner/fresh-build.js';
import { temporaryFolder } from '../support/files.js';
import { credentials, financed } from '../support/samples.js';
import { startHttp } from '../support/servers.js';
import { eventually } from '../support/until.js';

/** The built command, because compiling it in each process would take longer than running it. */
const mainPath = () => built('cli/main.js');

interface CommandOptions {
  env?: Record<string, string>;
  /** JavaScript that runs before the command. */
  preload?: string;
  /** The runtime. Default: this Node. */
  program?: string;
  programFlags?: readonly string[];
}

/** Starts the built command for one test. Its environment has only `env`, PATH, and HOME. */
export function startCommand(
  t: TestContext,
  args: readonly string[],
  { env = {}, preload, program = process.execPath, programFlags = [] }: CommandOptions = {},
) {
  const imports = preload ? ['--import', `data:text/javascript,${preload}`] : [];
  const child = spawn(program, [...programFlags, ...imports, mainPath(), ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const closed = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    stdout,
    stderr,
  }));
  t.after(() => {
    child.kill('SIGKILL');
    return closed;
  });

  /** Resolves with the first match in the output so far or later. Rejects if the command ends without a match. */
  async function printed(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(stream === 'stdout' ? stdout : stderr);
      if (match) return match;
      const more = once(child[stream], 'data').then(() => 'more');
      if ((await Promise.race([more, closed])) !== 'more') throw new Error(`It ended:\n${stderr}`);
    }
  }

  return {
    child,
    closed,
    printed,
    /** Resolves with the URL in the `listening on …` line. */
    async listening(): Promise<string> {
      const [, url = ''] = await printed('stdout', /^listening on (\S+)$/m);
      return url;
    },
  };
}

/** Only util-linux has a `script` with the options that are used here. */
export const hasTerminal = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout,
);

/** Starts the built command in a terminal for one test, and waits until it listens. */
export async function startInTerminal(
  t: TestContext,
  args: string,
  env: Readonly<Record<string, string>> = {},
) {
  const log = join(temporaryFolder(t), 'log');
  // `exec`, because some shells start their last command as a child process.
  const command = `exec ${process.execPath} ${mainPath()} ${args}`;
  const terminal = spawn('script', ['--quiet', '--flush', '--command', command, log], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  t.after(() => terminal.kill('SIGKILL'));

  /** Resolves with the first match in the terminal's output. */
  const shows = (pattern: RegExp) =>
    eventually(async () => pattern.exec(readFileSync(log, 'utf8')) ?? undefined, {
      what: String(pattern),
    });

  const [, url = ''] = await shows(/listening on (\S+)/);
  const pid = Number(readFileSync(`/proc/${terminal.pid}/task/${terminal.pid}/children`, 'utf8'));
  assert.ok(pid > 0, 'the terminal has a process'); // 0 would be the process group of the tests
  t.after(() => isRunning(pid) && process.kill(pid, 'SIGKILL'));
  return { terminal, pid, url, shows };
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export function putEstimate(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/purchase/api/v1/payment-estimation`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify([{ id: 'a', totalAmount: 1200 }]),
  });
}

export type Environment = Record<string, string>;

/** Runs `check` with both credentials. */
export async function runCheck(
  t: TestContext,
  baseUrl: string,
  env: Environment = {},
  args: string[] = [],
) {
  const { code, stdout, stderr } = await startCommand(t, ['check', ...args], {
    env: {
      FINANCING_BASE_URL: baseUrl,
      FINANCING_SVC_KEY: credentials.svcKey,
      FINANCING_SVC_SECRET: credentials.svcSecret,
      ...env,
    },
  }).closed;
  for (const secret of Object.values(credentials)) {
    assert.ok(!(stdout + stderr).includes(secret), 'a key is printed');
  }
  return { code, stdout, stderr };
}

/** Runs `check` on a service with these responses to estimate requests and status requests. */
export async function runCheckOn(
  t: TestContext,
  estimates: RequestListener,
  {
    env,
    onboarding = respondWith(404),
    seen = [],
  }: {
    env?: Environment;
    onboarding?: RequestListener;
    seen?: string[];
  } = {},
) {
  const url = await startHttp(t, (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    request.resume();
    return request.method === 'GET' ? onboarding(request, response) : estimates(request, response);
  });
  return runCheck(t, url, env);
}

export function respondWith(
  code: number,
  body: unknown = '',
  headers: Record<string, string> = {},
) {
  return (_: IncomingMessage, response: ServerResponse) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(code, headers).end(text);
  };
}

export const respondWithEstimate = respondWith(200, [financed('check')]);

/**
 * Creates a service with 400 locations, `store-0` to `store-399`, that responds after 50 ms. Locations in `trouble` respond
 * with that status.
 */
export function manyStores(trouble: Readonly<Record<string, number>>) {
  let inFlight = 0;
  const stores = {
    names: Array.from({ length: 400 }, (_, index) => `store-${index}`).join(','),
    calls: 0,
    maxConcurrent: 0,
    listener(request: IncomingMessage, response: ServerResponse): void {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost');
      const status = trouble[searchParams.get('location') ?? ''];
      stores.calls += 1;
      stores.maxConcurrent = Math.max(stores.maxConcurrent, (inFlight += 1));
      setTimeout(() => {
        inFlight -= 1;
        (status === undefined ? respondWithEstimate : respondWith(status))(request, response);
      }, 50);
    },
  };
  return stores;
}
