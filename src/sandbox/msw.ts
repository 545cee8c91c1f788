import { http, type HttpHandler } from 'msw';
import { operationNames, operations } from '../contract/index.js';
import { checkOptions, isObject, isText } from '../contract/options.js';
import { createFinancingProxy, type FinancingProxyOptions } from '../proxy/index.js';
import { createSandbox, type Sandbox } from './index.js';

/** Options of the msw handlers. */
export interface SandboxHandlersOptions {
  /**
   * Base URL of the service in the code under test, such as `https://service.example/api`. Without it, the handlers also
   * answer requests to a proxy of your own if these have a method and path of the contract.
   * @default any
   */
  readonly baseUrl?: string;
  /**
   * The sandbox that answers.
   * @default a new sandbox
   */
  readonly sandbox?: Sandbox;
}

const verbs = { GET: http.get, POST: http.post, PUT: http.put } as const;

/**
 * Creates msw request handlers, one per operation of the contract, all answered by the same sandbox. Throws
 * `InvalidOptionError`.
 */
export function createSandboxHandlers(options: SandboxHandlersOptions = {}): HttpHandler[] {
  checkOptions({ baseUrl: isText, sandbox: isObject }, options);
  const { baseUrl = '*', sandbox = createSandbox() } = options;
  return operationNames.map((operation) => {
    const { method, path } = operations[operation];
    const pattern = baseUrl.replace(/\/+$/, '') + path.replace('{location}', ':location');
    return verbs[method](pattern, async ({ request }) => {
      const url = new URL(request.url);
      // A sandbox answers at the root, so drop the path of the base URL.
      url.pathname = url.pathname.slice(url.pathname.indexOf(path.replace('{location}', '')));
      return sandbox.fetch(await copyOf(request, url));
    });
  });
}

/** Options of the msw handlers that stand in for the proxy. */
export interface ProxyHandlersOptions {
  /**
   * The proxy's mount, as the elements have it: a path on any origin, or a complete URL such as
   * `https://pay.example.com/financing`.
   * @default '/financing'
   */
  readonly endpoint?: string;
  /**
   * The sandbox that the proxy calls. Events of one that you pass go where its own option `webhook` says.
   * @default a new sandbox, which sends its events to the proxy
   */
  readonly sandbox?: Sandbox;
  /** Further options of the proxy. */
  readonly proxy?: Omit<Partial<FinancingProxyOptions>, 'baseUrl' | 'fetch' | 'mount'>;
}

/** The base URL of the service. Links lead there, and its pages below `/sandbox/` answer a test's own `fetch`. */
const serviceUrl = 'https://sandbox.example';

/**
 * Creates msw request handlers for component tests: a proxy in front of a sandbox, which answers the elements. It takes the
 * page's amount unless `proxy` verifies it, caches nothing, limits nothing in practice, and logs nothing. Throws
 * `InvalidOptionError`.
 */
export function createProxyHandlers(options: ProxyHandlersOptions = {}): HttpHandler[] {
  checkOptions({ endpoint: isEndpoint, sandbox: isObject, proxy: isObject }, options);
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
  // Not `*/financing/*`: a page loads its own modules in the same way, and one may be in a folder of that name.
  const atMount = new RegExp(`^${origin ? escape(origin) : '[a-z]+://[^/]+'}${escape(mount)}/`);
  return [
    http.all(atMount, async ({ request }) => proxy.fetch(await fromOwnPage(request))),
    http.all(`${serviceUrl}/sandbox/*`, async ({ request }) =>
      sandbox.fetch(await copyOf(request)),
    ),
  ];
}

/** A complete URL or a path, without a query and a fragment. */
const endpointPattern = /^(https?:\/\/[^/?#\s]+)?(\/[^?#\s]*)?$/;

function isEndpoint(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '' && endpointPattern.test(value)) return undefined;
  return 'is not a path such as /financing, or a URL';
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Returns the request as the proxy's own page sends it. Texts and redirects need an `Origin`, but Node's fetch sends none, and
 * a service worker doesn't see the browser's.
 */
async function fromOwnPage(request: Request): Promise<Request> {
  const copy = await copyOf(request);
  const headers = new Headers(request.headers);
  headers.set('origin', new URL(request.url).origin);
  headers.delete('sec-fetch-site');
  const text = await copy.clone().text();
  return Object.defineProperties(copy, {
    // Browsers remove `Origin` in the constructor of a request.
    headers: { value: headers },
    // Firefox has no `Request.body`. The proxy prefers this function to the stream.
    bytes: { value: () => Promise.resolve(new TextEncoder().encode(text)) },
  });
}

/** Copies a request, with its whole body, which Firefox doesn't offer as a stream. */
async function copyOf(request: Request, url: string | URL = request.url): Promise<Request> {
  const { method, headers, signal } = request;
  const body = ['GET', 'HEAD'].includes(method) ? null : await request.text();
  return new Request(url, { method, headers, signal, body });
}
