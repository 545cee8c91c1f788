import { callQuietly } from '../../internal/call-quietly.js';
import type { Report } from '../report.js';
import type { ProxySettings } from '../proxy-settings.js';

/**
 * Returns a function that reads the client's address from a request: text that may not be an address, or undefined. If
 * `trustedHops` is 0, the address is the socket's. Otherwise, it's the entry of `X-Forwarded-For` that many places from the
 * right, which is the address that the outermost trusted hop saw. The client itself can have written the entries further
 * left, so with fewer entries than hops, the header is ignored.
 */
export function createClientAddress(
  { trustedHops, clientAddress: hook }: ProxySettings,
  { log }: Pick<Report, 'log'>,
): (request: Request) => string | undefined {
  function addressByHops(request: Request): string | undefined {
    const forwarded = request.headers.get('x-forwarded-for');
    if (trustedHops === 0) {
      if (forwarded !== null) log('forwarded-for-ignored');
      return socketAddress(request);
    }
    const addresses = forwarded?.split(',').map((address) => address.trim()) ?? [];
    const address = addresses.at(-trustedHops);
    if (address === undefined) log('forwarded-for-short');
    return address ?? socketAddress(request);
  }

  /** An error in the hook must not close the shop, so it makes the address unknown. */
  function addressByHook(request: Request): string | undefined {
    try {
      const address: unknown = hook?.(request);
      if (typeof address === 'string') return address;
      // An `async` hook returns a promise, which may reject.
      void callQuietly(
        () => address,
        () => undefined,
      );
      return undefined;
    } catch {
      return undefined;
    }
  }

  return (request) => {
    const address = hook ? addressByHook(request) : addressByHops(request);
    if (!address) log('client-address-unknown');
    return address;
  };
}

/** Returns the other end of the socket, which servers on Node, Bun, and Deno put on the request as `ip`. */
function socketAddress(request: Request): string | undefined {
  const { ip } = request as Request & { readonly ip?: unknown };
  return typeof ip === 'string' ? ip : undefined;
}
