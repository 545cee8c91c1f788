import type { OperationName } from '../../contract/index.js';
import { isLoopback } from '../../internal/http.js';
import { InvalidServiceResponseError } from '../../service/index.js';
import { UnknownLinkHostError } from '../http/index.js';

/**
 * Checks a link of the service before a shopper is sent to it: https (http on this machine only), no user information,
 * one of `linkHosts` when there are any, and no characters that URL parsers disagree on: some read
 * `https://a.example\@b.example` as b.example. Throws `InvalidServiceResponseError`.
 */
export function checkLinkUrl(
  operation: OperationName,
  linkHosts: readonly string[],
  text: string,
): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const secure =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  const plain = url?.username === '' && url.password === '' && !/[\s\\\p{Cc}]/u.test(text);
  if (!secure || !plain) throw new InvalidServiceResponseError(operation);
  if (linkHosts.length === 0 || linkHosts.includes(url.host)) return;
  throw new UnknownLinkHostError(operation);
}
