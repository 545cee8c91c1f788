import type { IncomingMessage } from 'node:http';

/**
 * True for a request that Node's parser lets pass and that must get 400: one with two `Host`, whose target is
 * whichever a reverse proxy has read, or with none (RFC 9112 section 3.2), or one of another HTTP than 1.0 and 1.1 (section 2.3).
 */
export function isMalformed({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && /^host$/i.test(rawHeaders[index] ?? '')) hosts += 1;
  }
  if (httpVersion === '1.0') return hosts > 1;
  return httpVersion !== '1.1' || hosts !== 1;
}
