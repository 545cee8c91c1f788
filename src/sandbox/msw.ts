import { http, type HttpHandler } from 'msw';
import { operationNames, operations } from '../contract/index.js';
import { createSandbox, type Sandbox } from './create-sandbox.js';

/** Options of the msw handlers. */
export interface SandboxHandlersOptions {
  /** Where the code under test looks for the service, as in `https://service.example/api`. Default: anywhere. */
  readonly baseUrl?: string;
  /** The sandbox that answers. Default: a new one. */
  readonly sandbox?: Sandbox;
}

const verbs = { GET: http.get, POST: http.post, PUT: http.put } as const;

/** Creates msw request handlers, one for each operation of the contract, that all ask the same sandbox. */
export function createSandboxHandlers({
  baseUrl = '*',
  sandbox = createSandbox(),
}: SandboxHandlersOptions = {}): HttpHandler[] {
  return operationNames.map((operation) => {
    const { method, path } = operations[operation];
    const pattern = baseUrl.replace(/\/+$/, '') + path.replace('{location}', ':location');
    return verbs[method](pattern, async ({ request }) =>
      sandbox.fetch(await atRoot(request, path.replace('{location}', ''))),
    );
  });
}

/** The same request without the path of the base URL: a sandbox answers at the root. */
async function atRoot(request: Request, path: string): Promise<Request> {
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(url.pathname.indexOf(path));
  const { method, headers, signal } = request;
  // Read whole: Firefox gives a request no body to pass on.
  const body = method === 'GET' ? null : await request.text();
  return new Request(url, { method, headers, signal, body });
}
