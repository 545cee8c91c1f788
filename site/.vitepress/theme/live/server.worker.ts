/**
 * The server of the live examples: a proxy and a sandbox in a worker, so that they never block the page.
 * The modules are imported from `src/` by their path. By the package's name, a browser bundler gets a module that throws
 * instead of the proxy, because a proxy in a shop's page would contain the shop's credentials. This one has the sandbox's public
 * key and calls nothing outside of the page.
 */
import type { EstimateItem } from '../../../../src/contract/index.js';
import { operationNames, operations } from '../../../../src/contract/operations.js';
import type { PageOperationName } from '../../../../src/contract/page-paths.js';
import { createFinancingProxy, createMemoryStore } from '../../../../src/proxy/index.js';
import { createSandbox } from '../../../../src/sandbox/index.js';
import {
  mount,
  readContent,
  type Question,
  type RequestMessage,
  type ResponseMessage,
} from './message.js';
import type { Situation } from './state.js';

/** The origin of the simulated service, with a name that is reserved for examples (RFC 2606). */
const serviceUrl = 'https://service.example';

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

globalThis.addEventListener('message', ({ data }: MessageEvent<Question>) => {
  if ('to' in data) {
    void respond(data);
    return;
  }
  ({ situation } = data);
  // Create a new proxy, because the circuit breaker of the old one may be open after failures.
  proxy = createProxy();
});

async function respond({ id, to, url, method, headers, body }: RequestMessage): Promise<void> {
  const request = new Request(url, {
    method,
    headers: [...headers],
    body: method === 'POST' ? body : null,
  });
  const response = await (to === 'proxy' ? askProxy(request, pageHeaders) : sandbox.fetch(request));
  const content = await readContent(response);
  postMessage({ id, status: response.status, ...content } satisfies ResponseMessage);
}

function createProxy() {
  return createFinancingProxy({
    baseUrl: serviceUrl,
    svcKey: 'sandbox-key',
    fetch: callService,
    mount,
    store,
    webhooks: { secrets: [webhookSecret] },
    cacheTtl: 0, // so that each call of the page leads to a call to the service
    sms: true,
    trustPageAmount: true, // no order depends on it
    clientAddress: () => '192.0.2.1',
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
}

/** The headers that a browser adds when it sends a page's request. */
const pageHeaders = { origin: globalThis.origin, 'sec-fetch-site': 'same-origin' };

/**
 * Passes a request to the proxy without sending it. Scripts can't set the headers that a browser adds, and in Firefox a `Request`
 * has no readable `body`, so the request gets both as own properties.
 */
async function askProxy(request: Request, added: Record<string, string> = {}): Promise<Response> {
  const headers = new Headers({ ...Object.fromEntries(request.headers), ...added });
  const body = request.method === 'POST' ? new Response(await request.clone().text()).body : null;
  Object.defineProperties(request, { headers: { value: headers }, body: { value: body } });
  return proxy.fetch(request);
}

/** Calls the sandbox, with the fault of the situation set for this call. */
async function callService(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const operation = operationNames.find((name) => operations[name].path === pathname);
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

/** Returns the fault of the situation, as `POST /sandbox/faults` takes it, or undefined if there's none. */
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
