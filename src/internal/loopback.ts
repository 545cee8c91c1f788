/**
 * True for names and addresses of this machine (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3), including IPv4-mapped addresses
 * (RFC 4291 section 2.5.5.2). `hostname` is the hostname of a URL.
 */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname) ||
    /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(hostname)
  );
}

/** Like `isLoopback`, for a host to listen on in any spelling: `LOCALHOST`, `127.1`, `0:0:0:0:0:0:0:1`. */
export function isLoopbackHost(host: string): boolean {
  const url = `http://${host.includes(':') ? `[${host}]` : host}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}
