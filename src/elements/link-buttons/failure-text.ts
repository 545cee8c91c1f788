import {
  type FinancingErrorCode,
  type PageErrorCode,
  pageErrors,
  type ProxyErrorCode,
  proxyErrors,
  type Retry,
} from '../../contract/error-codes.js';
import type { Text } from '../../words/script-text.js';

const messages: Readonly<Record<Retry, keyof Text>> = {
  no: 'refused',
  yes: 'failed',
  unsent: 'failed',
  later: 'limited',
};

/** Returns the name of the message for a failure. The message suggests another try only if that may succeed. */
export function failureText(code: FinancingErrorCode, isSms: boolean): keyof Text {
  if (isSms && code === 'invalid-phone-number') return 'notSent';
  const retry =
    code in pageErrors ? pageErrors[code as PageErrorCode][0] : proxyErrors[code as ProxyErrorCode];
  return isSms && retry === 'yes' ? 'perhapsSent' : messages[retry];
}
