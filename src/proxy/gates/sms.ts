import { operations, type OperationName } from '../../contract/index.js';
import { ProblemError, invalidRequest, isOnboarding } from '../http/index.js';
import { checkSendOrigin } from './origin.js';
import { checkTextedNames } from './string-fields.js';

/** Options of the SMS gate. */
export interface SmsOptions {
  readonly sms: boolean;
  readonly allowedOrigins: readonly string[];
}

/** A request with `sendSMS` decided. */
export interface SmsChoice<Body> {
  readonly body: Body & { sendSMS: boolean };
  /** The phone number that gets the text, in canonical form; undefined when no text is sent. */
  readonly smsRecipient: string | undefined;
}

/** An operation that can send a text. */
type SmsOperation = {
  [Name in OperationName]: (typeof operations)[Name] extends { sms: object } ? Name : never;
}[OperationName];

/**
 * Decides `sendSMS`. It is always sent, since the service texts when it is missing. Missing means false unless texts are
 * allowed; then it means what the contract says. Only the integrator's pages can have links texted; onboarding requests
 * have been authorized before. Throws 403 `sms-not-allowed` or `origin-not-allowed`, 400 for a send without a number
 * or with a name that could show a link.
 */
export function chooseSms<Body extends { sendSMS?: boolean | undefined }>(
  { sms, allowedOrigins }: SmsOptions,
  request: Request,
  operation: SmsOperation,
  body: Body,
  phoneNumber: string | undefined,
): SmsChoice<Body> {
  const { whenOmitted, phoneNumberPath: path } = operations[operation].sms;
  const sendSMS = body.sendSMS ?? (sms && whenOmitted);
  const chosen = { ...body, sendSMS };
  if (!sendSMS) return { body: chosen, smsRecipient: undefined };
  if (!sms) throw new ProblemError('sms-not-allowed', 'Texts are not allowed here.');
  if (!isOnboarding(operation)) checkSendOrigin(request, allowedOrigins);
  if (phoneNumber === undefined) throw invalidRequest([{ path, message: 'Needed for a text' }]);
  checkTextedNames(body, path.startsWith('[0]') ? [0] : []);
  return { body: chosen, smsRecipient: phoneNumber };
}
