/** Shared helpers for the tests of `recipes/`: folders, servers, and a shopper with a browser. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { findAllEngines } from '../engines/find-engines.js';
import { findServer } from '../runner/requirements.js';
import { createPerson, type OpenPage, type Person } from '../system/person.js';
import { eventually } from '../support/until.js';
import { temporaryFolder } from '../support/files.js';

export function recipePath(path: string): string {
  return join(import.meta.dirname, '../../recipes', path);
}

interface ServerOptions {
  /** A URL that responds once the server listens, or a `tcp:` URL if the server doesn't speak HTTP. */
  readonly url: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Starts a server and its child processes for one test, and waits until it responds. */
export async function startServer(
  t: TestContext,
  program: string,
  args: readonly string[],
  { url, env = {}, cwd }: ServerOptions,
): Promise<void> {
  const child = spawn(program, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // with its own process group
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = once(child, 'close');
  t.after(async () => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL');
    await ended;
  });
  const listens = eventually(() => (url.startsWith('tcp:') ? accepts(url) : responses(url)), {
    what: url,
    ms: 60_000,
  });
  await Promise.race([listens, ended.then(() => assert.fail(`${program} ended:\n${output}`))]);
}

async function responses(url: string): Promise<boolean> {
  return (await fetch(url)).status > 0;
}

async function accepts(url: string): Promise<boolean> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.destroy();
  return true;
}

/** Replaces text that must appear exactly once in a recipe's file, such as a port. */
export function replaceOnce(text: string, from: string, to: string): string {
  assert.equal(text.split(from).length, 2, `${from} is there once`);
  return text.replace(from, to);
}

/** Starts nginx for one test, with a `server` block that listens at a URL. */
export async function startNginx(t: TestContext, server: string, url: string): Promise<void> {
  const folder = temporaryFolder(t);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = join(folder, 'nginx.conf');
  writeFileSync(
    main,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
    events {}
    http {
      include /etc/nginx/mime.types;
      access_log off;
      ${paths.map((path) => `${path}_temp_path ${folder}/${path};`).join('\n')}
      ${server.replace('include fastcgi_params;', 'include /etc/nginx/fastcgi_params;')}
    }`,
  );
  await startServer(t, findServer('nginx')!, ['-p', folder, '-e', 'stderr', '-c', main], { url });
}

/** Starts a Chromium for one test. */
export async function startShopper(t: TestContext): Promise<Person> {
  const [chromium] = findAllEngines();
  assert.ok(chromium?.browse, chromium?.note);
  const browser = await chromium.browse();
  t.after(() => browser.close());
  return createPerson(browser);
}

/** Waits until the first estimate of a page shows a monthly payment, such as `$114.20`. */
export async function readsPayment(page: OpenPage, payment: string): Promise<void> {
  const pattern = new RegExp(payment.replace(/[$.]/g, '\\$&'));
  await page.reads(pattern, 'financing-estimate', '[part=payment]');
}

/** Clicks on the first pre-qualification button, and waits for the page of the sandbox that it opens. */
export async function goToPrequal(person: Person, page: OpenPage): Promise<OpenPage> {
  await page.click('prequal-button', '[part=button]');
  const prequal = await person.opened(/\/sandbox\/prequal\//);
  await prequal.reads(/./, 'button[value=finish]');
  return prequal;
}

/** Clicks on the first pay-over-time button, and waits for the checkout of this amount. */
export async function goToCheckout(
  person: Person,
  page: OpenPage,
  amount: string,
): Promise<OpenPage> {
  await page.click('pay-over-time-button', '[part=button]');
  const checkout = await person.opened(/\/sandbox\/checkout\//);
  await checkout.reads(new RegExp(amount.replace(/[$.]/g, '\\$&')), '.amount');
  return checkout;
}
