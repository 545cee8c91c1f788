import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  type SandboxDelivery,
  type WebhookEvent,
} from '../../src/sandbox/index.js';
import { type Send, toRequest } from '../conformance/requests.js';
import { startHttp } from './servers.js';
import { toNodeListener } from '../../src/node/index.js';
import { type TestContext } from 'node:test';

/** The origin of sandboxes in tests. */
export const origin = 'http://sandbox.test';

/** Sends a request to an operation of a sandbox. */
export function sendTo({ fetch }: Sandbox, send: Send): Promise<Response> {
  return fetch(toRequest(origin, send));
}

/** Sends a request that must succeed, and returns its body. */
export async function resultOf<Body>(sandbox: Sandbox, send: Send): Promise<Body> {
  const response = await sendTo(sandbox, send);
  assert.equal(response.status, 200);
  return (await response.json()) as Body;
}

/** Sends a request that must be refused, and returns its status and message. */
export async function errorOf(sandbox: Sandbox, send: Send): Promise<[number, string]> {
  const response = await sendTo(sandbox, send);
  const { message } = (await response.json()) as { message: string };
  return [response.status, message];
}

/** Sends a request to a path under `/sandbox`. A body is sent as JSON. */
export function control(
  { fetch }: Sandbox,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Response> {
  const json = body === undefined ? null : JSON.stringify(body);
  return fetch(new Request(origin + path, { method, headers, body: json }));
}

/** Starts a sandbox for one test, and returns its URL. */
export const startSandbox = (t: TestContext) => startHttp(t, toNodeListener(createSandbox()));

type Fetch = (request: Request) => Promise<Response>;

/** A page of the sandbox, as a browser sees it. */
export interface HostedPage {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** The values of its fields and selected radio buttons, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The labels of its buttons, by action. */
  readonly buttons: Readonly<Record<string, string>>;
  /** Submits the form with a button. Returns the redirect without following it. */
  press(action: string, fields?: Record<string, string>): Promise<Response>;
}

/** Opens a page of the sandbox without a browser. The pages need no scripts. */
export async function openHostedPage(fetch: Fetch, url: string): Promise<HostedPage> {
  const response = await fetch(new Request(url, { redirect: 'manual' }));
  const text = await response.text();
  const fields = readFields(text);
  return {
    url,
    status: response.status,
    text,
    headers: response.headers,
    fields,
    buttons: Object.fromEntries(
      [...text.matchAll(/<button[^>]*name="action"[^>]*value="(\w+)"[^>]*>([^<]*)/g)].map(
        ([, action = '', label = '']) => [action, label.trim()],
      ),
    ),
    press(action, changed = {}) {
      const body = new URLSearchParams({ ...fields, ...changed, action });
      return fetch(postForm(url, body));
    },
  };
}

/** Submits the form with a button, and opens the page that the redirect leads to. */
export async function pressThrough(
  fetch: Fetch,
  page: HostedPage,
  action: string,
  fields?: Record<string, string>,
): Promise<HostedPage> {
  const response = await page.press(action, fields);
  assert.equal(response.status, 303, await response.text());
  return openHostedPage(fetch, new URL(response.headers.get('location') ?? '', page.url).href);
}

/** Returns a form submission as a browser sends it from a page of the same origin. */
export function postForm(
  url: string,
  body: URLSearchParams,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Request {
  return new Request(url, { method: 'POST', body, headers, redirect: 'manual' });
}

function readFields(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [input] of text.matchAll(/<input[^>]*>/g)) {
    const attribute = (of: string) => new RegExp(` ${of}="([^"]*)"`).exec(input)?.[1] ?? '';
    if (attribute('type') === 'radio' && !/ checked\b/.test(input)) continue;
    fields[attribute('name')] = attribute('value');
  }
  return fields;
}

export const secret = 'a secret of these tests';

/** A received webhook. */
export interface Arrived extends WebhookEvent {
  readonly body: string;
  /** Unix seconds. */
  readonly signedAt: number;
  readonly isSigned: boolean;
}

/** Creates a sandbox whose webhooks are delivered to the test. Its retry delays are recorded, not waited for. */
export function createSandboxWithReceiver({
  answers = [],
  ...options
}: Omit<SandboxOptions, 'webhook'> & {
  /** The first responses, where `reset` is a connection error. Later responses are 204. */
  answers?: (number | 'reset')[];
} = {}) {
  const arrived: Arrived[] = [];
  const pauses: number[] = [];
  const sandbox = createSandbox({
    ...options,
    webhook: {
      url: 'https://shop.test/financing/webhooks',
      secret,
      async fetch(request) {
        arrived.push(await readWebhook(request));
        const resultOf = answers.shift() ?? 204;
        if (resultOf === 'reset') throw new TypeError('connection reset');
        return new Response(null, { status: resultOf });
      },
      async pause(ms) {
        pauses.push(ms);
      },
    },
  });
  return { sandbox, arrived, pauses };
}

/** Reads a webhook. Verifies it without our own code, because sandbox and proxy could share a mistake. */
async function readWebhook(request: Request): Promise<Arrived> {
  const body = await request.text();
  const header = request.headers.get('svc-signature') ?? '';
  const [, t = '', v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const mac = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  const event = JSON.parse(body) as WebhookEvent;
  return { ...event, body, signedAt: Number(t), isSigned: v1 === mac };
}

/** Lists the webhooks that a sandbox has sent or tried to send. */
export async function deliveriesOf(sandbox: Sandbox): Promise<SandboxDelivery[]> {
  const response = await control(sandbox, 'GET', '/sandbox/webhooks');
  return response.json() as Promise<SandboxDelivery[]>;
}

/** Runs everything that doesn't wait for a timer or another thread. */
export async function untilSettled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
