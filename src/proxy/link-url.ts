import { isLoopback } from '../service/base-url.js';
import { InvalidServiceResponseError } from '../service/index.js';
import type { OperationName } from '../contract/index.js';

/**
 * Checks a link of the service before a shopper is sent to it: https (http on this machine only), no user
 * information, one of `linkHosts` where they are given. Throws `InvalidServiceResponseError`.
 */
export function checkLinkUrl(
  operation: OperationName,
  linkHosts: readonly string[],
  text: string,
): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const secure =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  const plain = url?.username === '' && url.password === '';
  const known = linkHosts.length === 0 || (url && linkHosts.includes(url.host));
  if (!secure || !plain || !known) throw new InvalidServiceResponseError(operation);
}
