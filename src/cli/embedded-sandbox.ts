import { createFinancingProxy, type FinancingProxyOptions } from '../proxy/index.js';
import { createSandbox } from '../sandbox/index.js';
import { isLoopback } from '../service/base-url.js';
import type { CommandContext } from './commands.js';

/**
 * Creates a sandbox and a proxy that calls it in this process. The contract's own paths stay off the
 * network: they would be a door beside the proxy.
 */
export function createEmbeddedSandbox(
  url: string,
  options: Omit<FinancingProxyOptions, 'baseUrl' | 'svcKey' | 'svcSecret' | 'linkHosts' | 'fetch'>,
) {
  const sandbox = createSandbox({ publicUrl: localUrl(url) });
  const proxy = createFinancingProxy({
    ...options,
    baseUrl: localUrl(url),
    svcKey: 'sandbox-key',
    svcSecret: 'sandbox-secret',
    linkHosts: undefined,
    fetch: sandbox.fetch,
  });
  return { sandbox, proxy };
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
