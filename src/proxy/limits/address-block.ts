/**
 * Returns the block of addresses that counts as one client: an IPv4 address, or the /56 of an IPv6 address, which is what one
 * household or one server gets (RFC 6177). An IPv4 address that is written as IPv6 (RFC 4291 section 2.5.5.2) or translated to
 * it (RFC 6052 section 2.1) counts as IPv4. Otherwise, all IPv4 clients of an IPv6-only server would share one limit. Drops the
 * port that some load balancers add. Returns undefined for text that isn't an address.
 */
export function addressBlock(text: string): string | undefined {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = bracketed ?? withPort ?? text;
  return address.includes(':') ? ipv6Block(address) : ipv4(address);
}

/** An IPv6 network that one party can have to itself: the /48 of a site (RFC 6177), or the /32 of an internet provider. */
export interface Network {
  readonly kind: 'network' | 'provider';
  readonly prefix: string;
}

/**
 * Returns the networks around a block that `addressBlock` returned. Returns none for IPv4: neighbors are often strangers there,
 * and an attacker who rents addresses gets them from many networks.
 */
export function networksAround(block: string): readonly Network[] {
  if (!block.includes(':')) return [];
  const [a, b, c] = block.split(':');
  return [
    { kind: 'network', prefix: `${a}:${b}:${c}::/48` },
    { kind: 'provider', prefix: `${a}:${b}::/32` },
  ];
}

function ipv4(text: string): string | undefined {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return undefined;
  const bytes = text.split('.').map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes.join('.') : undefined;
}

/** The first six words of an IPv4-mapped address (RFC 4291) and of a translated one (RFC 6052), in decimal. */
const ipv4Prefixes = [[0, 0, 0, 0, 0, 0xffff].join(':'), [0x64, 0xff9b, 0, 0, 0, 0].join(':')];

/** The URL parser normalizes every spelling, and writes the last 32 bits as two words. */
function ipv6Block(text: string): string | undefined {
  const url = `http://[${text.replace(/%.*$/, '')}]`;
  if (!/^http:\/\/\[[\da-f:.]+\]$/i.test(url) || !URL.canParse(url)) return undefined;
  const [left = '', right] = new URL(url).hostname.slice(1, -1).split('::');
  const words = (half: string) =>
    half
      .split(':')
      .filter(Boolean)
      .map((word) => parseInt(word, 16));
  const tail = words(right ?? '');
  const zeros = Array<number>(8 - words(left).length - tail.length).fill(0);
  const [a = 0, b = 0, c = 0, d = 0, e, f, g = 0, h = 0] = [...words(left), ...zeros, ...tail];
  const prefix = [a, b, c, d, e, f].join(':');
  if (ipv4Prefixes.includes(prefix)) return [g >> 8, g & 0xff, h >> 8, h & 0xff].join('.');
  return `${[a, b, c, d & 0xff00].map((word) => word.toString(16)).join(':')}::/56`;
}
