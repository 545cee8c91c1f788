import { randomBytes } from 'node:crypto';
import { isLoopback, isLoopbackHost } from '../internal/loopback.js';
import { securityHeaders } from '../internal/response.js';
import type { FetchHandler } from '../node/index.js';
import { createFinancingProxy, type FinancingProxyOptions } from '../proxy/index.js';
import {
  createSandbox,
  type Sandbox,
  type SandboxSeeds,
  type SandboxOptions,
} from '../sandbox/index.js';
import type { CommandContext } from './command-context.js';
import type { CommandLogger } from './log.js';
import { runServer } from './server.js';
import { CommandError, readTextFile } from './settings/read-file.js';
import { commands, type CommandSettings } from './settings/table.js';

/** Largest file of seeds, in KiB. A merchant takes about 100 bytes. */
const mostKibibytes = 16 * 1024;

/** `sandbox`: serves the simulated Financing Service. */
export async function runSandbox(context: CommandContext): Promise<void> {
  const { port = commands.sandbox.port } = context.settings;
  const host = sandboxHost(context);
  const pages = withHomePage(logRefusals(openSandbox(context), context.logger));
  const sandbox = ownNamesOnly(pages, host);
  const url = await runServer(context, { host, port, createHandler: () => sandbox });
  if (context.settings.seeds === undefined) printNextSteps(stepsAtSandbox(url));
}

function openSandbox({ settings, nameOf }: CommandContext): Sandbox {
  const { seeds, webhookUrl: url, webhookSecret: [secret] = [] } = settings;
  if (url !== undefined && !secret) {
    throw new CommandError(`${nameOf('webhookUrl')} needs FINANCING_WEBHOOK_SECRET`);
  }
  const webhook = url !== undefined && secret ? { url, secret } : undefined;
  if (seeds === undefined) return createSandbox({ webhook });
  const text = readTextFile(nameOf('seeds'), seeds, mostKibibytes);
  try {
    // The sandbox checks the shape.
    return createSandbox({ webhook, seeds: JSON.parse(text) as SandboxSeeds });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandError(`${nameOf('seeds')} names a file that is not JSON`);
  }
}

/** What takes the place of the settings of the real service. */
export const sandboxCredentials = {
  svcKey: 'sandbox-key',
  svcSecret: 'sandbox-secret',
  linkHosts: undefined,
};

/**
 * Creates a sandbox and a proxy that calls it within this process and receives its webhooks. The contract's own paths are
 * not served, since they would bypass the proxy. `url`: the address that both will have.
 */
export function createEmbeddedSandbox(
  url: string,
  options: Omit<FinancingProxyOptions, 'baseUrl' | 'svcKey'> & { readonly logger: CommandLogger },
  { shopUrl }: Pick<SandboxOptions, 'shopUrl'> = {},
) {
  const { mount = '/financing', webhooks } = options;
  const secrets = webhooks?.secrets ?? [randomBytes(32).toString('hex')];
  const sandbox = createSandbox({
    publicUrl: localUrl(url),
    shopUrl,
    webhook: {
      // Over HTTP, so that a webhook is counted and logged like one of the service.
      url: `${reachableUrl(url)}${mount}/webhooks`,
      secret: secrets[0] ?? '',
    },
  });
  const proxy = createFinancingProxy({
    ...options,
    webhooks: { ...webhooks, secrets },
    ...sandboxCredentials,
    baseUrl: localUrl(url),
    fetch: logRefusals(sandbox, options.logger).fetch,
  });
  return { sandbox, proxy };
}

/** The URL at which this machine reaches a server, which may listen on all addresses. */
export function reachableUrl(url: string): string {
  return /^http:\/\/(0\.0\.0\.0|\[::\])(:|$)/.test(url) ? localUrl(url) : url;
}

/** The URL at which a browser on this machine reaches a server. */
export function localUrl(url: string): string {
  const { hostname, port, origin } = new URL(url);
  return isLoopback(hostname) ? origin : `http://localhost:${port}`;
}

/**
 * Chooses the host for a command with a sandbox, whose credentials are public: this machine only, unless the flag asks
 * for more. HOST in the environment does not count.
 */
export function sandboxHost({ settings: { host }, nameOf, logger }: CommandContext): string {
  if (isLoopbackHost(host)) return host;
  const asked = nameOf('host') === '--host';
  logger.warn({
    event: 'notice',
    message: asked
      ? 'Other machines can reach the sandbox; its links open on this machine only.'
      : 'HOST is ignored: with a sandbox, only --host opens it to other machines.',
  });
  return asked ? host : '127.0.0.1';
}

/** Logs why a sandbox refused a request, which callers behind a proxy do not see. The reason holds names and no values. */
function logRefusals(sandbox: Sandbox, logger: CommandLogger): Sandbox {
  return {
    async fetch(request) {
      const response = await sandbox.fetch(request);
      const { status, headers } = response;
      const reason = headers.get('sandbox-reason');
      if (reason !== null) logger.info({ event: 'sandbox-refusal', status, reason });
      return response;
    },
  };
}

/**
 * Answers only requests to a name of this machine where `host` is loopback. A foreign page can give 127.0.0.1 a name of
 * its own (DNS rebinding) and would otherwise reach the proxy with its credentials, or control the sandbox. Any other host
 * was chosen by the operator, and every name is answered. `isExpected`: whether another name is answered all the same.
 */
export function ownNamesOnly(
  handler: FetchHandler,
  host: string,
  isExpected: (request: Request, url: URL) => boolean = () => false,
): FetchHandler {
  if (!isLoopbackHost(host)) return handler;
  return {
    fetch(request) {
      const url = new URL(request.url);
      if (isLoopback(url.hostname) || isExpected(request, url)) return handler.fetch(request);
      const message =
        'Use a name of this machine, such as localhost. A reverse proxy on this machine must add X-Forwarded-For and pass on ' +
        'the port in Host; otherwise, list the origin of the shop in --allowed-origins. See also --host';
      // RFC 9110 section 15.5.20: Misdirected Request.
      return Response.json({ message }, { status: 421, headers: securityHeaders });
    },
  };
}

/** Headers that reverse proxies add. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * Returns a function that recognizes the requests of a reverse proxy on the same machine, which calls this server under the
 * name of the shop: either the host belongs to an allowed origin, or the request has a header that reverse proxies add and
 * its host has another port. A page that reaches this machine by DNS rebinding can add headers, but its browser sends the
 * port of this server in `Host`. The number of trusted hops therefore proves nothing.
 */
export function behindReverseProxy(
  serverUrl: string,
  /** Settings can be read again. */
  latest: () => Pick<CommandSettings, 'allowedOrigins'>,
) {
  const { port } = new URL(serverUrl);
  return ({ headers }: Request, url: URL) => {
    const { allowedOrigins = [] } = latest();
    return (
      allowedOrigins.some((origin) => new URL(origin).hostname === url.hostname) ||
      (url.port !== port && proxyHeaders.some((header) => headers.has(header)))
    );
  };
}

/** Prints what to do next, in a terminal alone: a program that started the command reads the address and no more. */
export function printNextSteps(steps: string): void {
  if (process.stdout.isTTY) process.stdout.write(steps);
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

/** The everyday merchants of the sandbox's own seeds, and its pages. */
function pagesAt(origin: string): string {
  return `Locations: main-street, smile-dental, sunset-motors. Links, locations and webhooks: ${origin}/sandbox/
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
