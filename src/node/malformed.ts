import type { IncomingMessage } from 'node:http';

/** A DNS name or an address, with or without a port (RFC 9110 section 7.2). Empty when the sender knows none. */
const host = /^(?:(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\dA-Fa-f:.]+\])(?::\d*)?)?$/;

/**
 * True for a request that Node's parser accepts and that must get 400: with two `Host` headers, of which a reverse proxy
 * can have read either, with none, or with an invalid one (RFC 9112 section 3.2); of another HTTP version than 1.0 and 1.1
 * (section 2.3); with a transfer coding besides chunks, or with chunks in HTTP/1.0 (section 6.1).
 */
export function isMalformed({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    if (header.length === 4 && /^host$/i.test(header)) {
      if (!host.test(value)) return true;
      hosts += 1;
    } else if (header.length === 17 && /^transfer-encoding$/i.test(header)) {
      if (httpVersion === '1.0' || !/^chunked$/i.test(value)) return true;
    }
  }
  if (httpVersion === '1.0') return hosts > 1;
  return httpVersion !== '1.1' || hosts !== 1;
}
