import { randomBytes } from 'node:crypto';
import { createFinancingProxy, type FinancingProxyOptions } from '../../proxy/index.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.js';
import { isLoopback, isLoopbackHost } from '../../internal/http.js';
import type { CommandContext } from '../context.js';
import type { CommandLogger } from '../log.js';

/** Options of the proxy that do not depend on the sandbox. */
interface EmbeddedOptions extends Omit<
  FinancingProxyOptions,
  'baseUrl' | 'svcKey' | 'svcSecret' | 'linkHosts' | 'fetch' | 'logger'
> {
  readonly logger: CommandLogger;
}

/**
 * Creates a sandbox and a proxy that calls it within this process and receives its webhooks. The contract's own paths are
 * not served, since they would bypass the proxy. `url`: the address that both will have.
 */
export function createEmbeddedSandbox(
  url: string,
  options: EmbeddedOptions,
  { shopUrl }: Pick<SandboxOptions, 'shopUrl'> = {},
) {
  const { mount = '/financing', webhooks } = options;
  const secrets = webhooks?.secrets ?? [randomBytes(32).toString('hex')];
  const sandbox = createSandbox({
    publicUrl: localUrl(url),
    shopUrl,
    webhook: {
      // Over HTTP, so that a webhook is counted and logged like one of the service.
      url: `${reachableUrl(url)}${mount.replace(/\/$/, '')}/webhooks`,
      secret: secrets[0] ?? '',
    },
  });
  const settings = {
    ...options,
    webhooks: { ...webhooks, secrets },
    baseUrl: localUrl(url),
    svcKey: 'sandbox-key',
    svcSecret: 'sandbox-secret',
    linkHosts: undefined,
    fetch: logRefusals(sandbox, options.logger).fetch,
  };
  return { sandbox, proxy: createFinancingProxy(settings) };
}

/** The URL at which this machine reaches a server, which may listen on all addresses. */
function reachableUrl(url: string): string {
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
export function logRefusals(sandbox: Sandbox, logger: CommandLogger): Sandbox {
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
