/**
 * The whole chain inside of the page: the elements, the proxy and the sandbox, without a server.
 *
 * The modules come from `src/` by their path. By the package's name, a bundler for browsers gets a module that throws in
 * place of the proxy, since a proxy in a shop's page would hold the shop's credentials. This one holds the sandbox's
 * public key and calls nothing outside of the page.
 */
import { routes, type PageOperationName } from '../../../../src/contract/routes.js';
import type { EstimateItem } from '../../../../src/contract/index.js';
import { replaceText, textIn, type Text } from '../../../../src/elements/text.js';
import { configure } from '../../../../src/index.js';
import { createFinancingProxy, createMemoryStore } from '../../../../src/proxy/index.js';
import { createSandbox } from '../../../../src/sandbox/index.js';
import { choices, type Language, type Situation } from './state.js';

/** A request of the page, and its answer. */
export interface Call {
  readonly id: number;
  readonly request: string;
  readonly requestBody: unknown;
  /** Undefined until the answer is there, or after the page has given up. */
  readonly status?: number;
  readonly answerBody?: unknown;
  readonly durationMs?: number;
}

/** The origin of the simulated service, under a name that is reserved for examples (RFC 2606). */
const serviceUrl = 'https://service.example';

const mount = '/financing';
const webhookSecret = 'webhooks-inside-of-this-page';
const sandbox = createSandbox({
  webhook: {
    url: `${globalThis.origin}${mount}/webhooks`,
    secret: webhookSecret,
    fetch: (request) => askProxy(request),
  },
});
const store = createMemoryStore();

let situation: Situation = 'normal';
let proxy = createProxy();
let calls = 0;
const listeners = new Set<(call: Call) => void>();

let isStarted = false;

/** Has all elements of the page ask the sandbox inside of it. A second call does nothing: the elements would ask anew. */
export function startFinancing(): void {
  if (isStarted) return;
  isStarted = true;
  configure({ endpoint: mount, fetch: answer });
}

/**
 * Has the elements ask again, in a situation. The proxy is a new one: after some failures, the circuit breaker of the
 * present one holds requests back for a while.
 */
export function askAgain(next: Situation): void {
  situation = next;
  proxy = createProxy();
  // Else the estimates of the last five minutes would answer (src/client/estimate-cache.ts).
  sessionStorage.removeItem('financing-estimates');
  // Another function, since the same one would change nothing.
  configure({ fetch: (request) => answer(request) });
}

/** Calls a listener with each request that carries something, and again with its answer. Returns how to stop. */
export function observeCalls(listener: (call: Call) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Requests a page of the sandbox, as a browser that opens a link. */
export function openHostedPage(request: Request): Promise<Response> {
  return sandbox.fetch(request);
}

/** Returns the elements' own texts in a language. */
export function ownTexts(language: Language): Text {
  return originals[language];
}

const originals = Object.fromEntries(
  choices.language.map((language) => [language, textIn(language)]),
) as Readonly<Record<Language, Text>>;

/** Replaces texts in a language; those that are not named are the elements' own again. */
export function useTexts(language: Language, texts: Partial<Text>): void {
  replaceText(originals);
  configure({ text: { [language]: texts } });
}

function createProxy() {
  return createFinancingProxy({
    baseUrl: serviceUrl,
    svcKey: 'sandbox-key',
    fetch: callService,
    mount,
    store,
    webhooks: { secrets: [webhookSecret] },
    cacheTtl: 0, // each call of the page shall show one of the service
    sms: true,
    trustPageAmount: true, // no order depends on it
    clientAddress: () => '192.0.2.1',
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
}

/** Answers a request of the elements. */
async function answer(request: Request): Promise<Response> {
  const { method, url } = request;
  const { pathname, search } = new URL(url);
  const id = ++calls;
  const startedAt = performance.now();
  const isShown = method === 'POST';
  const requestBody: unknown = isShown ? await request.clone().json() : undefined;
  const call = { id, request: `${method} ${pathname}${search}`, requestBody };
  if (isShown) report(call);

  const response = await askProxy(request, pageHeaders);
  if (isShown) {
    const answerBody: unknown = await response.clone().json();
    const durationMs = Math.round(performance.now() - startedAt);
    report({ ...call, status: response.status, answerBody, durationMs });
  }
  return response;
}

function report(call: Call): void {
  for (const listener of listeners) listener(call);
}

/** The headers that a browser adds as it sends a request of a page. */
const pageHeaders = { origin: globalThis.origin, 'sec-fetch-site': 'same-origin' };

/**
 * Has the proxy answer a request that is not sent. Scripts cannot add the headers of a browser, and a `Request` has no
 * `body` to read in Firefox: the request gets both as properties of its own.
 */
async function askProxy(request: Request, added: Record<string, string> = {}): Promise<Response> {
  const headers = new Headers({ ...Object.fromEntries(request.headers), ...added });
  const body = request.method === 'POST' ? new Response(await request.clone().text()).body : null;
  Object.defineProperties(request, { headers: { value: headers }, body: { value: body } });
  return proxy.fetch(request);
}

/** Calls the sandbox, with the fault of the situation armed for this call. */
async function callService(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const operations = Object.keys(routes) as (keyof typeof routes)[];
  const operation = operations.find((name) => routes[name].path === pathname);
  const fault = operation && (await faultFor(operation as PageOperationName, request));
  if (fault) {
    await sandbox.fetch(
      new Request(`${serviceUrl}/sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ operation, ...fault }),
      }),
    );
  }
  return sandbox.fetch(request);
}

/** The fault of the situation, as `POST /sandbox/faults` takes it; undefined where there is none. */
async function faultFor(
  operation: PageOperationName,
  request: Request,
): Promise<object | undefined> {
  if (situation === 'error') return { status: 500 };
  if (situation === 'slow') return { status: 200, delayMs: 2_500 };
  if (situation !== 'unavailable' || operation !== 'estimatePayments') return undefined;
  const items = (await request.clone().json()) as EstimateItem[];
  const inapplicable = { monthlyAmount: -1, amountFinanced: -1, downPayment: -1, apr: -1 };
  return { status: 200, body: items.map(({ id }) => ({ id, ...inapplicable })) };
}
