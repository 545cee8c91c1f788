import { http, type HttpHandler } from 'msw';
import { operationNames, operations } from '../contract/index.js';
import { checkOptions, isObject, isText } from '../contract/options.js';
import { createSandbox, type Sandbox } from './index.js';

/** Options of the msw handlers. */
export interface SandboxHandlersOptions {
  /**
   * Base URL of the service in the code under test, such as `https://service.example/api`. Without it, the handlers also
   * answer requests to a proxy of your own where these have a method and path of the contract.
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
    return verbs[method](pattern, async ({ request }) =>
      sandbox.fetch(await atRoot(request, path.replace('{location}', ''))),
    );
  });
}

/** Removes the path of the base URL from a request: a sandbox answers at the root. */
async function atRoot(request: Request, path: string): Promise<Request> {
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(url.pathname.indexOf(path));
  const { method, headers, signal } = request;
  // Read completely: in Firefox, a request has no body stream to pass on.
  const body = method === 'GET' ? null : await request.text();
  return new Request(url, { method, headers, signal, body });
}
