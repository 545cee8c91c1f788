import type { FinancingErrorCode } from '../contract/error-codes.js';
import { FinancingError } from './financing-error.js';
import type { PayOverTimeLinkOptions } from './link-client.js';
import { checkHealth, guideSection, purchaseAdvice, remedies, smsAdvice } from './remedies.js';

const clientRemedies: Partial<Record<FinancingErrorCode, string>> = {
  ...remedies,
  network: `${checkHealth} If it's on another origin than the page, add the page's origin to FINANCING_ALLOWED_ORIGINS (option allowedOrigins).`,
  'invalid-request': "The error's property errors names each field.",
  'method-not-allowed': remedies['not-found'],
  'missing-location': 'Set location in the request, or as an option of createFinancingClient().',
  'purchase-not-verified': purchaseAdvice.withoutToken('pass it as the option purchase'),
  'sms-not-allowed': smsAdvice('sendSMS: false in the request'),
};

/**
 * Returns the error with what to do in its message and with `help`. A copy, because all estimates of a batch reject with the
 * same error, and because the stack starts with the message that the constructor got.
 */
export function explainError(
  error: FinancingError,
  options: PayOverTimeLinkOptions = {},
): FinancingError {
  const { code, operation, detail, message } = error;
  const help = guideSection(code);
  const remedy =
    options.purchase && code === 'purchase-not-verified'
      ? purchaseAdvice.withToken
      : clientRemedies[code];
  const sentence = message.replace(` (${code})`, '');
  const sentences = [sentence, remedy, `More: ${help}.`].filter(Boolean).join(' ');
  const explained = new FinancingError(code, operation, { ...error, detail: sentences });
  return Object.assign(explained, { detail, help });
}
