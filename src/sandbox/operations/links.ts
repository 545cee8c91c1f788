import {
  isEmailAddress,
  isUsPhoneNumber,
  operations,
  type PayOverTimeLink,
  type PrequalLink,
} from '../../contract/index.js';
import { addApplication, createToken } from '../state/index.js';
import { findAlliance, findMerchant, readJsonBody, type Call } from './call.js';
import { Refusal } from './refusal.js';
import { sendSms } from './send-sms.js';

/** Creates a checkout link for one transaction, and sends it by SMS where the request asks for that. */
export async function createPayOverTimeLink(call: Call): Promise<PayOverTimeLink> {
  const { errors, request, sms } = operations.createPayOverTimeLink;
  const alliance = findAlliance(call, 'createPayOverTimeLink', errors.allianceNotAllowed);
  const body = await readJsonBody(call, request, errors.serverError);
  const merchant = findMerchant(alliance, body.location, errors);
  const { sendSMS = sms.whenOmitted, representativeEmail } = body;
  const to = sms.phoneNumber(body);
  if (to === undefined ? sendSMS : !isUsPhoneNumber(to)) {
    throw new Refusal(errors.invalidPhoneNumber);
  }
  if (representativeEmail !== undefined && !isEmailAddress(representativeEmail)) {
    throw new Refusal(errors.invalidEmail);
  }
  const longToken = createToken();
  const url = call.pageUrl('checkout', longToken);
  addApplication(call.state, longToken, { page: 'checkout', merchant, request: body });
  if (sendSMS && to) sendSms(call, { operation: 'createPayOverTimeLink', to, merchant, url });
  return {
    shortToken: createToken(4),
    longToken,
    ...(merchant.retailerId && { retailerId: merchant.retailerId }),
    url,
  };
}

/** Creates a link to the application of a merchant, and sends it by SMS where the request asks for that. */
export async function createPrequalLink(call: Call): Promise<PrequalLink> {
  const { errors, request, sms } = operations.createPrequalLink;
  const alliance = findAlliance(call, 'createPrequalLink', errors.badCredentials);
  const body = await readJsonBody(call, request, errors.serverError);
  const [details] = body;
  const merchant = findMerchant(alliance, details.location, errors);
  if (merchant.application === 'missing') throw new Refusal(errors.applicationMissing);
  if (merchant.application === 'disabled') throw new Refusal(errors.applicationDisabled);
  const token = createToken();
  const url = call.pageUrl('prequal', token);
  addApplication(call.state, token, { page: 'prequal', merchant, request: details });
  const { sendSMS = sms.whenOmitted } = details;
  const to = sms.phoneNumber(body);
  // Not shown: an error for a number that cannot receive SMS. We send no message, and answer with the link.
  if (sendSMS && to && isUsPhoneNumber(to)) {
    sendSms(call, { operation: 'createPrequalLink', to, merchant, url });
  }
  return { url };
}
