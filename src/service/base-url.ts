import { isLoopback } from '../internal/loopback.js';
import { InvalidOptionError } from './invalid-option-error.js';

/**
 * Checks the URL of the service and returns it without a trailing slash; a path prefix stays. Credentials travel in
 * headers, so a URL without TLS must be on this machine, or `allowHttp` be set. Throws `InvalidOptionError`.
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
