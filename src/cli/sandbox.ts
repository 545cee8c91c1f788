import { randomBytes } from 'node:crypto';
import { sandboxReasonHeader } from '../internal/exchange.js';
import { isLoopback, isLoopbackHost } from '../internal/loopback.js';
import { securityHeaders } from '../internal/response.js';
import type { FetchHandler } from '../node/index.js';
import { createFinancingProxy, type FinancingProxyOptions } from '../proxy/index.js';
import { proxySettings } from '../proxy/proxy-settings.js';
import {
  createSandbox,
  type Sandbox,
  type SandboxSeeds,
  type SandboxOptions,
} from '../sandbox/index.js';
import type { CommandContext } from './command-context.js';
import type { CommandLogger } from './log.js';
import { allowOnlyLocalHostNames } from './dns-rebinding.js';
import { runServer } from './server.js';
import { CommandError } from './command-error.js';
import { readTextFile } from './settings/read-file.js';
import { commands } from './settings/table.js';

/** The maximum size of the seeds file, in KiB. A merchant takes about 100 bytes. */
const maxKibibytes = 16 * 1024;

/** Runs the `sandbox` command, which serves the simulated Financing Service. */
export async function runSandbox(context: CommandContext): Promise<void> {
  const { port = commands.sandbox.port } = context.settings;
  const host = sandboxHost(context);
  const pages = withHomePage(logRefusals(openSandbox(context), context.logger));
  const sandbox = allowOnlyLocalHostNames(pages, host, underPublicUrl(context));
  const url = await runServer(context, { host, port, createHandler: () => sandbox });
  if (context.settings.seeds === undefined) printNextSteps(stepsAtSandbox(url));
}

function openSandbox({ settings, nameOf }: CommandContext): Sandbox {
  const { seeds, publicUrl, webhookUrl: url, webhookSecret: [secret] = [] } = settings;
  if (url !== undefined && !secret) {
    throw new CommandError(`${nameOf('webhookUrl')} needs FINANCING_WEBHOOK_SECRET`);
  }
  const webhook = url !== undefined && secret ? { url, secret } : undefined;
  if (seeds === undefined) return createSandbox({ publicUrl, webhook });
  const text = readTextFile(nameOf('seeds'), seeds, maxKibibytes);
  try {
    // `createSandbox` checks the shape.
    return createSandbox({ publicUrl, webhook, seeds: JSON.parse(text) as SandboxSeeds });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandError(`${nameOf('seeds')} names a file that is not JSON`);
  }
}

const defaultMount = proxySettings.mount.default;

/** The settings that replace the real service with the sandbox. */
export const sandboxCredentials = {
  svcKey: 'sandbox-key',
  svcSecret: 'sandbox-secret',
  linkHosts: undefined,
};

/**
 * Creates a sandbox, and a proxy that calls it within this process and receives its webhooks. `url` is the address of both. The
 * contract's own paths aren't served, because they would bypass the proxy.
 */
export function createEmbeddedSandbox(
  url: string,
  options: Omit<FinancingProxyOptions, 'baseUrl' | 'svcKey'> & { readonly logger: CommandLogger },
  { publicUrl = localUrl(url), shopUrl }: Pick<SandboxOptions, 'publicUrl' | 'shopUrl'> = {},
) {
  const { mount = defaultMount, webhooks } = options;
  const secrets = webhooks?.secrets ?? [randomBytes(32).toString('hex')];
  const sandbox = createSandbox({
    publicUrl,
    shopUrl,
    webhook: {
      // Send webhooks over HTTP, so that they're counted and logged like webhooks from the service.
      url: `${reachableUrl(url)}${mount}/webhooks`,
      secret: secrets[0] ?? '',
      fetch: (request) => fetch(passedOn(request, options.trustedHops)),
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

/** Adds this machine's address for each trusted hop. Otherwise, the proxy would warn that a webhook passed too few of them. */
function passedOn(request: Request, trustedHops = 0): Request {
  for (let hop = 0; hop < trustedHops; hop += 1)
    request.headers.append('x-forwarded-for', '127.0.0.1');
  return request;
}

/** Returns the URL at which this machine reaches a server. The server may listen on all addresses. */
export function reachableUrl(url: string): string {
  return /^http:\/\/(0\.0\.0\.0|\[::\])(:|$)/.test(url) ? localUrl(url) : url;
}

/** Returns the URL at which a browser on this machine reaches a server. */
export function localUrl(url: string): string {
  const { hostname, port, origin } = new URL(url);
  return isLoopback(hostname) ? origin : `http://localhost:${port}`;
}

/**
 * Returns the host for a command with a sandbox. A sandbox's credentials are public, so only `--host` opens it to other machines.
 * `HOST` in the environment doesn't.
 */
export function sandboxHost({ settings, nameOf, logger }: CommandContext): string {
  const { host, publicUrl } = settings;
  if (isLoopbackHost(host)) return host;
  const isFlag = nameOf('host') === '--host';
  const links = publicUrl === undefined ? ' Set --public-url, so that its links open there.' : '';
  logger.warn({
    event: 'notice',
    message: isFlag
      ? `Other machines can reach the sandbox.${links}`
      : 'HOST is ignored: only --host opens a sandbox to other machines.',
  });
  return isFlag ? host : '127.0.0.1';
}

/** Returns a function that recognizes requests to the host of `--public-url`. */
export function underPublicUrl({ settings: { publicUrl } }: CommandContext) {
  const host = publicUrl && new URL(publicUrl).host;
  return (_request: Request, url: URL) => url.host === host;
}

/**
 * Logs why the sandbox refused a request, because callers behind a proxy don't see the reason. The reason has names but no
 * values.
 */
function logRefusals(sandbox: Sandbox, logger: CommandLogger): Sandbox {
  return {
    async fetch(request) {
      const response = await sandbox.fetch(request);
      const { status, headers } = response;
      const reason = headers.get(sandboxReasonHeader);
      if (reason !== null) logger.info({ event: 'sandbox-refusal', status, reason });
      return response;
    },
  };
}

/** Prints the next steps, but only on a terminal. A program that started the command needs only the address. */
export function printNextSteps(steps: string): void {
  if (process.stdout.isTTY) process.stdout.write(steps);
}

/** Returns the next steps for a sandbox by itself: start a proxy that calls it, and put the elements into a page. */
export function stepsAtSandbox(url: string): string {
  const origin = localUrl(url);
  const { svcKey, svcSecret } = sandboxCredentials;
  return `
Use it as the base URL of a proxy or a client:
  FINANCING_BASE_URL=${origin} FINANCING_SVC_KEY=${svcKey} FINANCING_SVC_SECRET=${svcSecret} \\
    npx financing-elements serve
With that proxy, put this into a page:
${snippet(`http://127.0.0.1:${commands.serve.port}${defaultMount}`, 'serve')}
${pagesAt(origin)}
`;
}

/**
 * Returns the next steps for a proxy with a sandbox: put the elements into a page. `path` is the mount, without a trailing slash.
 */
export function stepsAtProxy(url: string, path: string): string {
  const origin = localUrl(url);
  return `
Put this into a page:
${snippet(origin + path, 'this command')}
${pagesAt(origin)}
`;
}

/** Returns the markup for a page, for a proxy that `command` started at this address. */
function snippet(proxy: string, command: string): string {
  return `  <link rel="stylesheet" href="${proxy}/elements.css" />
  <script type="module" src="${proxy}/elements.js"></script>
  <financing-estimate amount="1299" location="main-street" endpoint="${proxy}"></financing-estimate>
Serve the page over HTTP, not from a file. Start ${command} with --allowed-origins and the page's origin, such as
http://localhost:5173. Pages on the proxy's own origin don't need it.
To try the pay-over-time button, add --trust-page-amount on.`;
}

/** Returns lines about the most useful merchants of the sandbox's default seeds, and about its pages. */
function pagesAt(origin: string): string {
  return `Locations: main-street, smile-dental, sunset-motors. Links, locations and webhooks: ${origin}/sandbox/
Text messages that it would have sent: ${origin}/sandbox/outbox`;
}

/** Redirects a browser from the server's root to the sandbox's pages. */
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
