import type { IncomingMessage } from 'node:http';

/**
 * True for a request that Node's parser lets pass and that must get 400: one with two `Host`, whose target is
 * whichever a reverse proxy has read, or with none (RFC 9112 section 3.2), or one of another HTTP than 1.0 and 1.1 (section 2.3).
 */
export function isMalformed({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const isHost = (text: string) => text.length === 4 && /^host$/i.test(text);
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && isHost(text));
  const isWhole = httpVersion === '1.0' ? hosts.length <= 1 : hosts.length === 1;
  return !isWhole || !['1.0', '1.1'].includes(httpVersion);
}
