import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { built } from '../runner/fresh-build.js';
import { credentials, financed } from '../support/samples.js';
import { startHttp } from '../support/servers.js';
import { eventually } from '../support/until.js';

/** As it was built: the compiler at work in each process would take longer than the command itself. */
const main = built('cli/main.js');

interface CommandOptions {
  env?: Record<string, string>;
  /** JavaScript to run before it. */
  preload?: string;
  /** What runs it: this Node, or another runtime. */
  program?: string;
  /** Flags of what runs it. */
  programFlags?: readonly string[];
}

/** Starts the real command, and ends it with the test. Its environment holds `env` and what Node needs. */
export function startCommand(
  t: TestContext,
  args: readonly string[],
  { env = {}, preload, program = process.execPath, programFlags = [] }: CommandOptions = {},
) {
  const imports = preload ? ['--import', `data:text/javascript,${preload}`] : [];
  const child = spawn(program, [...programFlags, ...imports, main, ...args], {
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

  /** Resolves with the first match in what was or will be printed; rejects when the command ends without it. */
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
    /** Exit code and output, once it has ended. */
    closed,
    printed,
    /** The address in its `listening on …` line. */
    async listening(): Promise<string> {
      const [, url = ''] = await printed('stdout', /^listening on (\S+)$/m);
      return url;
    },
  };
}

/** Only util-linux has a `script` with the options that a terminal takes here. */
export const hasTerminal = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout,
);

/** Starts the real command in a terminal, waits until it listens, and ends it with the test. */
export async function startInTerminal(
  t: TestContext,
  args: string,
  env: Readonly<Record<string, string>> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const log = join(folder, 'log');
  // `exec`, since not every shell gives its own process to its last command.
  const command = `exec ${process.execPath} ${main} ${args}`;
  const terminal = spawn('script', ['--quiet', '--flush', '--command', command, log], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  t.after(() => terminal.kill('SIGKILL'));

  /** Resolves with the first match in what the terminal shows. */
  const shows = (pattern: RegExp) =>
    eventually(async () => pattern.exec(readFileSync(log, 'utf8')) ?? undefined, {
      what: String(pattern),
    });

  const [, url = ''] = await shows(/listening on (\S+)/);
  const pid = Number(readFileSync(`/proc/${terminal.pid}/task/${terminal.pid}/children`, 'utf8'));
  assert.ok(pid > 0, 'the terminal has a process'); // 0 would be the group of the tests
  t.after(() => isRunning(pid) && process.kill(pid, 'SIGKILL'));
  return { terminal, pid, url, shows };
}

/** Whether there is a process with this id. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The `PUT` of one estimate. */
export function putEstimate(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/purchase/api/v1/payment-estimation`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify([{ id: 'a', totalAmount: 1200 }]),
  });
}

/** Variables of a command. */
export type Environment = Record<string, string>;

/** What `check` prints, with both credentials. */
export async function check(
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

/** A service that answers estimates as a test says, and status reads with 404, or as it says, too. */
export async function checkService(
  t: TestContext,
  estimates: RequestListener,
  {
    env,
    onboarding = reply(404),
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
  return check(t, url, env);
}

/** Answers with a status, headers, and JSON or text. */
export function reply(code: number, body: unknown = '', headers: Record<string, string> = {}) {
  return (_: IncomingMessage, response: ServerResponse) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(code, headers).end(text);
  };
}

/** Answers with an estimate. */
export const healthy = reply(200, [financed('check')]);

/**
 * Answers estimates of 400 locations, `store-0` to `store-399`, each after 50 ms, but for some that are in trouble. `most`
 * is the largest number of calls at a time.
 */
export function manyStores(trouble: Readonly<Record<string, number>>) {
  let underWay = 0;
  const stores = {
    names: Array.from({ length: 400 }, (_, index) => `store-${index}`).join(','),
    calls: 0,
    most: 0,
    listener(request: IncomingMessage, response: ServerResponse): void {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost');
      const status = trouble[searchParams.get('location') ?? ''];
      stores.calls += 1;
      stores.most = Math.max(stores.most, (underWay += 1));
      setTimeout(() => {
        underWay -= 1;
        (status === undefined ? healthy : reply(status))(request, response);
      }, 50);
    },
  };
  return stores;
}

/** Writes a file for one test, and returns its path. */
export function writeTemporary(t: TestContext, content: string | Uint8Array, name = 'stores.csv') {
  const folder = mkdtempSync(join(tmpdir(), 'locations-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}
