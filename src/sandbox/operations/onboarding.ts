import * as z from 'zod';
import {
  isSupportedState,
  isUsPhoneNumber,
  operations,
  territoryOfZipcode,
  unsupportedStates,
  VerticalSchema,
  type MerchantLocation,
  type MerchantStatus,
  type Vertical,
} from '../../contract/index.js';
import { addMerchant, type Merchant } from '../state/index.js';
import { merchantEvent } from '../webhooks/index.js';
import {
  check,
  findAlliance,
  findMerchant,
  readJsonBody,
  refuseFailingLocation,
  type Call,
} from './call.js';
import { Refusal } from './refusal.js';
import { sendSms } from './send-sms.js';

const day = 24 * 60 * 60 * 1000;

/** Days after which an onboarding URL without a submitted application expires (service document, "Limits"). */
const lifetimeInDays = 30;

/** Accepts any vertical: an unknown one has an error of its own. */
const RequestOfAnyVerticalSchema = operations.addMerchantLocation.request.extend({
  // Not shown: which identifiers are valid. We refuse only blanks and the dot segments, which no path can name.
  location: z.string().regex(/^(?!\.{1,2}$)\s*\S/),
  vertical: z.string(),
});

/** Registers a merchant location, and sends its onboarding URL by SMS where the request asks for that. */
export async function addMerchantLocation(call: Call): Promise<MerchantLocation> {
  const { errors, sms } = operations.addMerchantLocation;
  const alliance = findAlliance(call, 'addMerchantLocation', errors.unauthorized);
  const input = await readJsonBody(call, RequestOfAnyVerticalSchema, errors.badRequest);
  refuseFailingLocation(input.location, errors.serverError);
  const vertical = check(input.vertical, VerticalSchema, errors.verticalNotSupported);
  const body = { ...input, vertical };
  const { zipcode = '', state } = body.businessAddress ?? {};
  const isTerritory = territoryOfZipcode(zipcode) !== undefined;
  if (isTerritory || (state !== undefined && !isSupportedState(vertical, state))) {
    throw stateRefusal(vertical);
  }
  const { sendSMS = sms.whenOmitted, businessName, location } = body;
  const to = sms.phoneNumber(body);
  if (sendSMS && !(to && isUsPhoneNumber(to))) {
    throw new Refusal(errors.badRequest, { reason: 'sendSMS needs a valid US phoneNumber' });
  }
  if (alliance.merchants.has(location)) throw new Refusal(errors.locationExists);
  const merchant = addMerchant(
    call.state,
    alliance,
    // Activation adds the retailer id and the online application.
    {
      location,
      businessName,
      vertical,
      state,
      application: 'missing',
      status: 'CREATED',
      details: body,
    },
    call.now,
  );
  const record = recordOf(merchant, call);
  if (sendSMS && to) {
    sendSms(call, { operation: 'addMerchantLocation', to, merchant, url: record.url });
  }
  await call.sendEvent(merchantEvent(merchant, record.url));
  return record;
}

/** Reads the status of a merchant location, and when its onboarding URL expires. */
export async function getMerchantStatus(call: Call): Promise<MerchantStatus> {
  const { errors } = operations.getMerchantStatus;
  const alliance = findAlliance(call, 'getMerchantStatus', errors.unauthorized);
  const merchant = findMerchant(alliance, call.pathLocation, errors);
  const { vertical, state } = merchant;
  if (state !== undefined && !isSupportedState(vertical, state)) {
    throw new Refusal(errors.stateNotSupported);
  }
  return { ...recordOf(merchant, call), ...onboardingExpiry(merchant, call.now) };
}

// Not shown: how the message lists the states. We append their postal codes.
function stateRefusal(vertical: Vertical): Refusal {
  const { stateNotSupported } = operations.addMerchantLocation.errors;
  const states = unsupportedStates(vertical).join(', ');
  return new Refusal(stateNotSupported, {
    message: `${stateNotSupported.message}: State not supported: ${states}`,
  });
}

function recordOf(merchant: Merchant, call: Call): MerchantLocation {
  return {
    location: merchant.location,
    url: call.pageUrl('onboarding', merchant.token),
    creationDate: dateOf(merchant.createdAt),
    status: merchant.status,
  };
}

// Not shown: the time zone of the dates. We use UTC.
/** The date of a time, YYYY-MM-DD. */
function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** When the onboarding URL of a merchant expires: the date, and the whole days from `now`, 0 once it has. */
export function onboardingExpiry(
  { createdAt }: Merchant,
  now: number,
): { expirationDate: string; expiredInDays: number } {
  const expirationDate = dateOf(createdAt + lifetimeInDays * day);
  const days = (Date.parse(expirationDate) - Date.parse(dateOf(now))) / day;
  return { expirationDate, expiredInDays: Math.max(0, days) };
}
