import type { FetchHandler } from '../../node/index.js';
import { securityHeaders } from '../../internal/http.js';
import { commands } from '../settings/index.js';
import { localUrl } from './embedded-sandbox.js';

/** Those of the sandbox's own seeds that behave as everyday merchants do. */
const locations = 'Locations: main-street, smile-dental, sunset-motors.';

/** Prints what to do next, in a terminal alone: a program that started the command reads the address and no more. */
export function printNextSteps(steps: string, stdout: NodeJS.WriteStream = process.stdout): void {
  if (stdout.isTTY) stdout.write(steps);
}

/** Next steps for a sandbox on its own: the proxy that calls it, and a page of that proxy. */
export function stepsAtSandbox(url: string): string {
  const origin = localUrl(url);
  return `
Use it as the base URL of a proxy or a client:
  FINANCING_BASE_URL=${origin} FINANCING_SVC_KEY=sandbox-key FINANCING_SVC_SECRET=sandbox-secret \\
    npx financing-elements serve
With that proxy, put this into a page:
${snippet(`http://127.0.0.1:${commands.serve.port}/financing`, 'serve')}
${pagesAt(origin)}
`;
}

/** Next steps for a proxy on the sandbox: what a page needs. `path`: the mount, without a slash at its end. */
export function stepsAtProxy(url: string, path: string): string {
  const origin = localUrl(url);
  return `
Put this into a page:
${snippet(origin + path, 'this command')}
${pagesAt(origin)}
`;
}

/** What a page needs, for a proxy at this address that `command` started. */
function snippet(proxy: string, command: string): string {
  return `  <link rel="stylesheet" href="${proxy}/elements.css" />
  <script type="module" src="${proxy}/elements.js"></script>
  <financing-estimate amount="1299" location="main-street" endpoint="${proxy}"></financing-estimate>
Serve the page over HTTP, not from a file. Start ${command} with --allowed-origins and the page's origin, such as
http://localhost:5173; pages that your web server serves on the proxy's own origin need none.
The pay-over-time button needs serve --trust-page-amount on, for trying.`;
}

/** What the sandbox knows, and where to look at it. */
function pagesAt(origin: string): string {
  return `${locations} Links, locations and webhooks: ${origin}/sandbox/
Text messages that it would have sent: ${origin}/sandbox/outbox`;
}

/** Sends a browser that opens the server's root to the pages of the sandbox. */
export function withHomePage(handler: FetchHandler): FetchHandler {
  return {
    fetch(request) {
      const isHome = request.method === 'GET' && new URL(request.url).pathname === '/';
      if (!isHome) return handler.fetch(request);
      const headers = { ...securityHeaders, location: '/sandbox/' };
      return new Response(null, { status: 302, headers });
    },
  };
}
