/**
 * Returns the block of addresses that counts as one client: an IPv4 address, or the /56 of an IPv6 address, which one
 * household or one server gets (RFC 6177). An IPv4 address written as IPv6 (RFC 4291 section 2.5.5.2) counts as IPv4.
 * Drops the port that some load balancers add. Undefined for text that is not an address.
 */
export function addressBlock(text: string): string | undefined {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = bracketed ?? withPort ?? text;
  return address.includes(':') ? ipv6Block(address) : ipv4(address);
}

function ipv4(text: string): string | undefined {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return undefined;
  const bytes = text.split('.').map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes.join('.') : undefined;
}

function ipv6Block(text: string): string | undefined {
  const words = ipv6Words(text.replace(/%.*$/, ''));
  if (!words) return undefined;
  const [a = 0, b = 0, c = 0, d = 0, e, f, g = 0, h = 0] = words;
  if (a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff) {
    return [g >> 8, g & 0xff, h >> 8, h & 0xff].join('.');
  }
  return `${[a, b, c, d & 0xff00].map((word) => word.toString(16)).join(':')}::/56`;
}

/** Returns the eight 16-bit words of an address. The URL parser normalizes every spelling. */
function ipv6Words(text: string): number[] | undefined {
  const url = `http://[${text}]`;
  if (!/^[\da-f:.]+$/i.test(text) || !URL.canParse(url)) return undefined;
  const [left = '', right] = new URL(url).hostname.slice(1, -1).split('::');
  const words = (half: string) =>
    half
      .split(':')
      .filter(Boolean)
      .map((word) => parseInt(word, 16));
  if (right === undefined) return words(left);
  const gap = 8 - words(left).length - words(right).length;
  return [...words(left), ...Array<number>(gap).fill(0), ...words(right)];
}
