import { InvalidOptionError } from './invalid-option-error.js';

/** True for the names and addresses of this machine itself (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3). */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}

/**
 * Checks where the service lives and returns it without a trailing slash. A path prefix stays.
 * Without TLS only on this machine itself, unless `allowHttp`: credentials travel in headers.
 */
export function parseBaseUrl(text: string | undefined, allowHttp: boolean): string {
  const refuse = (reason: string) => new InvalidOptionError('baseUrl', reason);
  if (!text) throw refuse('is missing');
  if (!URL.canParse(text)) throw refuse('is not a URL such as https://service.example');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('is not an https URL');
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowHttp) {
    throw refuse('has no TLS; use https, or see allowHttp (--allow-http on)');
  }
  if (url.username || url.password) throw refuse('holds user information');
  if (/[?#]/.test(text)) throw refuse('holds a query or a fragment');
  return url.href.replace(/\/+$/, '');
}
