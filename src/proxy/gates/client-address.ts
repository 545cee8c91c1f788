/** The address that the limits count a request by. */

/** A warning about addresses, given once. */
export type AddressWarning = 'forwarded-for-ignored' | 'client-address-unknown';

/** Options of `createClientAddress`. */
export interface ClientAddressOptions {
  /**
   * Number of reverse proxies in front, each of which appends to `X-Forwarded-For`. The client itself can have written
   * the entries further left. With 0, the header is ignored.
   */
  readonly trustedHops: number;
  /** Reads the address in another way, when the server does not know it or a CDN sends it in a header. */
  readonly clientAddress?: ((request: Request) => string | undefined) | undefined;
  readonly onWarning?: ((warning: AddressWarning) => void) | undefined;
}

/** Returns a function that reads the client's address from a request: text that may not be an address, or undefined. */
export function createClientAddress({
  trustedHops,
  clientAddress: hook,
  onWarning = () => {},
}: ClientAddressOptions): (request: Request) => string | undefined {
  const warned = new Set<AddressWarning>();
  const warn = (warning: AddressWarning) => {
    if (warned.has(warning)) return;
    warned.add(warning);
    onWarning(warning);
  };
  return (request) => {
    if (!hook && trustedHops === 0 && request.headers.has('x-forwarded-for')) {
      warn('forwarded-for-ignored');
    }
    const address = hook ? addressByHook(hook, request) : addressByHops(request, trustedHops);
    if (!address) warn('client-address-unknown');
    return address;
  };
}

/**
 * Returns the address that the outermost trusted hop saw: with no hops the socket's, else the entry of
 * `X-Forwarded-For` that many places from the right. With fewer entries the leftmost: trusted hops added all of them.
 */
function addressByHops(request: Request, trustedHops: number): string | undefined {
  const forwarded = request.headers.get('x-forwarded-for');
  if (trustedHops === 0 || forwarded === null) return socketAddress(request);
  const addresses = forwarded.split(',').map((address) => address.trim());
  return addresses[Math.max(0, addresses.length - trustedHops)];
}

/** An error in the hook must not close the shop: the address is unknown then. */
function addressByHook(hook: (request: Request) => unknown, request: Request): string | undefined {
  try {
    const address = hook(request);
    return typeof address === 'string' ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the other end of the socket, which servers on Node, Bun and Deno put on the request as `ip`. */
function socketAddress(request: Request): string | undefined {
  const { ip } = request as Request & { readonly ip?: unknown };
  return typeof ip === 'string' ? ip : undefined;
}
