import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  type WebhookDelivery,
  type WebhookEvent,
} from '../../src/sandbox/index.js';
import { type Send, toRequest } from '../conformance/requests.js';

/** The origin of sandboxes in tests. */
export const origin = 'http://sandbox.test';

/** Sends a request to an operation of a sandbox. */
export function sendTo({ fetch }: Sandbox, send: Send): Promise<Response> {
  return fetch(toRequest(origin, send));
}

/** Sends a request that must succeed, and gives its body as the caller knows it to be. */
export async function resultOf<Body>(sandbox: Sandbox, send: Send): Promise<Body> {
  const response = await sendTo(sandbox, send);
  assert.equal(response.status, 200);
  return (await response.json()) as Body;
}

/** Sends a request that must be refused, and gives status and message. */
export async function errorOf(sandbox: Sandbox, send: Send): Promise<[number, string]> {
  const response = await sendTo(sandbox, send);
  const { message } = (await response.json()) as { message: string };
  return [response.status, message];
}

/** Asks a path under `/sandbox`, as JSON where there is a body. */
export function control(
  { fetch }: Sandbox,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Response> {
  const json = body === undefined ? null : JSON.stringify(body);
  return fetch(new Request(origin + path, { method, headers, body: json }));
}

type Fetch = (request: Request) => Promise<Response>;

/** A page of the sandbox, as a browser gets it. */
export interface HostedPage {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** What its fields are filled with, and which of its choices is made. */
  readonly fields: Readonly<Record<string, string>>;
  /** Labels of its buttons by what they send. */
  readonly buttons: Readonly<Record<string, string>>;
  /** Presses a button, as a browser does: the answer is a redirect that was not followed. */
  press(action: string, fields?: Record<string, string>): Promise<Response>;
}

/** Opens a page of the sandbox without a browser: its pages need no script. */
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

/** Presses a button of a page and opens where that leads. */
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

/** The form post of a page of the same origin, as browsers send it. */
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

/** A webhook as it arrived. */
export interface Arrived extends WebhookEvent {
  readonly body: string;
  /** Unix seconds. */
  readonly signedAt: number;
  readonly isSigned: boolean;
}

/** Creates a sandbox whose webhooks are taken, or refused, by the test. The pauses of the sandbox end at once. */
export function createSandboxWithReceiver({
  answers = [],
  ...options
}: Omit<SandboxOptions, 'webhook'> & {
  /** Statuses, or `reset` for none, of the first answers; 204 after that. */
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

/** Reads a webhook with a verifier of its own, so that sandbox and proxy cannot be wrong together. */
async function readWebhook(request: Request): Promise<Arrived> {
  const body = await request.text();
  const header = request.headers.get('svc-signature') ?? '';
  const [, t = '', v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const mac = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  const event = JSON.parse(body) as WebhookEvent;
  return { ...event, body, signedAt: Number(t), isSigned: v1 === mac };
}

/** What a sandbox has told, or tried to tell, so far. */
export async function deliveriesOf(sandbox: Sandbox): Promise<WebhookDelivery[]> {
  const response = await control(sandbox, 'GET', '/sandbox/webhooks');
  return response.json() as Promise<WebhookDelivery[]>;
}

/** Lets everything run that waits for no timer and no other thread. */
export async function untilSettled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
