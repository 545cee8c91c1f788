import { type FinancingErrorCode, proxyErrorCodes } from '../../client/financing-error.js';
import type { Text } from '../../words/text.js';

/** The codes after which another try may succeed. */
const temporary = setOf(
  ...proxyErrorCodes.slice(proxyErrorCodes.indexOf('service-error')),
  'body-timeout',
  'duplicate-send',
  'in-progress',
  'invalid-response',
  'network',
  'timeout',
  'verification-failed',
);

const limited = setOf('rate-limited', 'sms-limit');

/** Temporary failures that happen before anything is sent. */
const unsent = setOf('overloaded', 'store-unavailable');

/** Returns the name of the message for a failure. The message suggests another try only if that may succeed. */
export function failureText(code: FinancingErrorCode, isSms: boolean): keyof Text {
  if (limited.has(code)) return 'limited';
  if (isSms && code === 'invalid-phone-number') return 'notSent';
  if (!temporary.has(code)) return 'refused';
  return isSms && !unsent.has(code) ? 'perhapsSent' : 'failed';
}

function setOf(...codes: readonly FinancingErrorCode[]): ReadonlySet<FinancingErrorCode> {
  return new Set(codes);
}
