import { randomBytes } from 'node:crypto';
import { createFinancingProxy, type FinancingProxyOptions } from '../proxy/index.js';
import { createSandbox } from '../sandbox/index.js';
import { isLoopback } from '../internal/loopback.js';
import type { CommandContext } from './command-context.js';
import { logRefusals } from './log-refusals.js';
import type { CommandLogger } from './log.js';

/** Options of the proxy that the sandbox does not decide. */
interface EmbeddedOptions extends Omit<
  FinancingProxyOptions,
  'baseUrl' | 'svcKey' | 'svcSecret' | 'linkHosts' | 'fetch' | 'logger'
> {
  readonly logger: CommandLogger;
}

/**
 * Creates a sandbox and a proxy that calls it in this process, and that its webhooks go to. The contract's own paths stay
 * off the network: they would be a door beside the proxy. `url`: where both will be served.
 */
export function createEmbeddedSandbox(url: string, options: EmbeddedOptions) {
  const { mount = '/financing', webhooks } = options;
  const secrets = webhooks?.secrets ?? [randomBytes(32).toString('hex')];
  const sandbox = createSandbox({
    publicUrl: localUrl(url),
    webhook: {
      // Through the door, so that a webhook is counted and logged like one of the service.
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

/** Where this machine reaches a server: one that listens on all addresses has none of its own. */
function reachableUrl(url: string): string {
  return /^http:\/\/(0\.0\.0\.0|\[::\])(:|$)/.test(url) ? localUrl(url) : url;
}

/** Where a browser on this machine finds a server that may listen on all its addresses. */
export function localUrl(url: string): string {
  const { hostname, port, origin } = new URL(url);
  return isLoopback(hostname) ? origin : `http://localhost:${port}`;
}

/**
 * The host for a command with a sandbox, whose credentials are public and whose faults anybody can arm:
 * this machine only, unless the flag asks for more. A HOST left in the environment does not.
 */
export function sandboxHost({ settings: { host }, nameOf, logger }: CommandContext): string {
  if (isLoopback(host.includes(':') ? `[${host}]` : host)) return host;
  const asked = nameOf('host') === '--host';
  logger.warn({
    event: 'notice',
    message: asked
      ? 'The sandbox is open to other machines; its links open on this one only.'
      : 'HOST is left aside: with a sandbox, only --host opens it to other machines.',
  });
  return asked ? host : '127.0.0.1';
}
