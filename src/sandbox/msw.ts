import { http, type HttpHandler } from 'msw';
import { operationNames, operations } from '../contract/index.js';
import { checkOptions, objectProblem, textProblem } from '../internal/options.js';
import { createFinancingProxy, type FinancingProxyOptions } from '../proxy/index.js';
import { createSandbox, type Sandbox } from './index.js';

/** Options for the msw handlers. */
export interface SandboxHandlersOptions {
  /**
   * The service's base URL in the code under test, such as `https://service.example/api`. Without it, the handlers also respond
   * to requests to your own proxy if their method and path match the contract.
   * @default any
   */
  readonly baseUrl?: string;
  /**
   * The sandbox that responds.
   * @default a new sandbox
   */
  readonly sandbox?: Sandbox;
}

const verbs = { GET: http.get, POST: http.post, PUT: http.put } as const;

/**
 * Creates msw request handlers, one for each operation of the contract. The same sandbox responds to all of them. Throws
 * `InvalidOptionError`.
 */
export function createSandboxHandlers(options: SandboxHandlersOptions = {}): HttpHandler[] {
  checkOptions({ baseUrl: textProblem, sandbox: objectProblem }, options);
  const { baseUrl = '*', sandbox = createSandbox() } = options;
  return operationNames.map((operation) => {
    const { method, path } = operations[operation];
    const pattern = baseUrl.replace(/\/+$/, '') + path.replace('{location}', ':location');
    return verbs[method](pattern, async ({ request }) => {
      const url = new URL(request.url);
      // The sandbox's paths start at the root, so drop the path of the base URL.
      url.pathname = url.pathname.slice(url.pathname.indexOf(path.replace('{location}', '')));
      return sandbox.fetch(await copyOf(request, url));
    });
  });
}

/** Options for the msw handlers that replace the proxy. */
export interface ProxyHandlersOptions {
  /**
   * The endpoint that the elements use: a path on any origin, or a complete URL such as `https://pay.example.com/financing`.
   * @default '/financing'
   */
  readonly endpoint?: string;
  /**
   * The sandbox that the proxy calls. If you pass a sandbox, its own `webhook` option decides where its events go.
   * @default a new sandbox, which sends its events to the proxy
   */
  readonly sandbox?: Sandbox;
  /** More options for the proxy. */
  readonly proxy?: Omit<Partial<FinancingProxyOptions>, 'baseUrl' | 'fetch' | 'mount'>;
}

/** The base URL of the service. Links lead there, and tests can `fetch` its pages under `/sandbox/`. */
const serviceUrl = 'https://sandbox.example';

/**
 * Creates msw request handlers for component tests: a proxy in front of a sandbox, which responds to the elements. It trusts
 * the amount from the page unless `proxy` verifies it. It caches and logs nothing, and has practically no rate limit. Throws
 * `InvalidOptionError`.
 */
export function createProxyHandlers(options: ProxyHandlersOptions = {}): HttpHandler[] {
  checkOptions(
    { endpoint: endpointProblem, sandbox: objectProblem, proxy: objectProblem },
    options,
  );
  const { endpoint = '/financing', proxy: proxyOptions } = options;
  const [, origin = '', path = ''] = endpointPattern.exec(endpoint) ?? [];
  const mount = path.replace(/\/+$/, '');
  const webhooks = proxyOptions?.webhooks;
  const secrets = webhooks?.secrets ?? ['secret-of-the-msw-handlers'];
  const sandbox =
    options.sandbox ??
    createSandbox({
      webhook: {
        url: `${origin || serviceUrl}${mount}/webhooks`,
        secret: secrets[0] ?? '',
        fetch: (request) => proxy.fetch(request),
      },
    });
  const isVerified = proxyOptions?.purchaseSecret ?? proxyOptions?.resolvePurchase;
  const proxy = createFinancingProxy({
    svcKey: 'sandbox-key',
    trustPageAmount: isVerified === undefined,
    cacheTtl: 0,
    rateLimit: 1_000_000,
    clientAddress: () => '127.0.0.1',
    logger: silent,
    ...proxyOptions,
    webhooks: { ...webhooks, secrets },
    baseUrl: serviceUrl,
    fetch: sandbox.fetch,
    mount: mount || '/',
  });
  const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // A pattern such as `*/financing/*` would also match the page's own modules in a folder with that name.
  const atMount = new RegExp(`^${origin ? escape(origin) : '[a-z]+://[^/]+'}${escape(mount)}/`);
  return [
    http.all(atMount, async ({ request }) => proxy.fetch(await fromOwnPage(request))),
    http.all(`${serviceUrl}/sandbox/*`, async ({ request }) =>
      sandbox.fetch(await copyOf(request)),
    ),
  ];
}

/** A complete URL or a path, without a query or fragment. */
const endpointPattern = /^(https?:\/\/[^/?#\s]+)?(\/[^?#\s]*)?$/;

function endpointProblem(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '' && endpointPattern.test(value)) return undefined;
  return 'must be a path such as /financing, or a URL';
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Returns the request as the proxy's own page would send it. Text messages and redirects need an `Origin`. Node's fetch doesn't
 * send one, and a service worker doesn't see the one from the browser.
 */
async function fromOwnPage(request: Request): Promise<Request> {
  const copy = await copyOf(request);
  const headers = new Headers(request.headers);
  headers.set('origin', new URL(request.url).origin);
  headers.delete('sec-fetch-site');
  const text = await copy.clone().text();
  return Object.defineProperties(copy, {
    // Browsers remove `Origin` in the `Request` constructor.
    headers: { value: headers },
    // Firefox has no `Request.body`. The proxy prefers this function over the stream.
    bytes: { value: () => Promise.resolve(new TextEncoder().encode(text)) },
  });
}

/** Copies a request with its whole body, which isn't available as a stream in Firefox. */
async function copyOf(request: Request, url: string | URL = request.url): Promise<Request> {
  const { method, headers, signal } = request;
  const body = ['GET', 'HEAD'].includes(method) ? null : await request.text();
  return new Request(url, { method, headers, signal, body });
}
