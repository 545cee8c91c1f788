/**
 * Who is counted by the limits. An address is only worth what it was told by: the socket, or as many reverse
 * proxies as the integrator vouches for. What stands further left in `X-Forwarded-For` is the caller's own claim.
 */

/** What an operator is told about addresses, each once. */
export type AddressWarning = 'forwarded-for-ignored' | 'client-address-unknown';

/** Options of `createClientAddress`. */
export interface ClientAddressOptions {
  /**
   * How many reverse proxies stand in front, each of which appends to `X-Forwarded-For`.
   * @default 0: the header is ignored
   */
  readonly trustedHops?: number | undefined;
  /** The integrator's own way, where the server does not give the address of the socket, or a CDN has a header for it. */
  readonly clientAddress?: ((request: Request) => string | undefined) | undefined;
  readonly onWarning?: ((warning: AddressWarning) => void) | undefined;
}

/** Where an address may be read from. */
export interface AddressSource {
  readonly trustedHops: number;
  readonly socketAddress: string | undefined;
}

/** Returns a function that tells the address of a request's caller, as text that may be no address, or undefined. */
export function createClientAddress({
  trustedHops = 0,
  clientAddress: own,
  onWarning = () => {},
}: ClientAddressOptions): (request: Request) => string | undefined {
  const warned = new Set<AddressWarning>();
  const warn = (warning: AddressWarning) => {
    if (warned.has(warning)) return;
    warned.add(warning);
    onWarning(warning);
  };
  return (request) => {
    if (!own && trustedHops === 0 && request.headers.has('x-forwarded-for')) {
      warn('forwarded-for-ignored');
    }
    const address = own
      ? askOwn(own, request)
      : clientAddress(request, { trustedHops, socketAddress: socketAddressOf(request) });
    if (!address) warn('client-address-unknown');
    return address;
  };
}

/**
 * The address that the outermost trusted hop saw: that of the socket without any, else the one so many places from
 * the right of `X-Forwarded-For`. Where the header names fewer, the leftmost: each was added by a trusted hop.
 */
function clientAddress(
  { headers }: Request,
  { trustedHops, socketAddress }: AddressSource,
): string | undefined {
  const forwarded = headers.get('x-forwarded-for');
  if (trustedHops === 0 || forwarded === null) return socketAddress;
  const addresses = forwarded.split(',').map((address) => address.trim());
  return addresses[Math.max(0, addresses.length - trustedHops)];
}

/** A defect in it must not close the shop: the caller counts as unknown. */
function askOwn(own: (request: Request) => unknown, request: Request): string | undefined {
  try {
    const address = own(request);
    return typeof address === 'string' ? address : undefined;
  } catch {
    return undefined;
  }
}

/** The socket's other end, as srvx puts it on the request (Node, Bun, Deno). */
function socketAddressOf(request: Request): string | undefined {
  const { ip } = request as Request & { readonly ip?: unknown };
  return typeof ip === 'string' ? ip : undefined;
}
