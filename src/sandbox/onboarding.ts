import * as z from 'zod';
import {
  isSupportedState,
  isUsPhoneNumber,
  operations,
  unsupportedStates,
  VerticalSchema,
  type MerchantLocation,
  type MerchantStatus,
  type Vertical,
} from '../contract/index.js';
import {
  check,
  findAlliance,
  findMerchant,
  readBody,
  refuseFailingLocation,
  type Call,
} from './call.js';
import { merchantEvent } from './events.js';
import { dateOf, onboardingExpiry } from './onboarding-expiry.js';
import { sendSms } from './outbox.js';
import { Refusal } from './refusal.js';
import { addMerchant, type Merchant } from './state.js';

/** A request whose vertical is still to be judged, since an unknown one has an error of its own. */
const RequestOfAnyVerticalSchema = operations.addMerchantLocation.request.extend({
  // Not shown: which identifiers are valid. We refuse blanks alone, and the dot segments, which no path can name.
  location: z.string().regex(/^(?!\.{1,2}$)\s*\S/),
  vertical: z.string(),
});

/** Registers a merchant location, and texts its onboarding URL where the request asks for that. */
export async function addMerchantLocation(call: Call): Promise<MerchantLocation> {
  const { errors, sms } = operations.addMerchantLocation;
  const alliance = findAlliance(call, 'addMerchantLocation', errors.unauthorized);
  const written = await readBody(call, RequestOfAnyVerticalSchema, errors.badRequest);
  refuseFailingLocation(written.location, errors.serverError);
  const vertical = check(written.vertical, VerticalSchema, errors.verticalNotSupported);
  const body = { ...written, vertical };
  const state = body.businessAddress?.state;
  if (state !== undefined && !isSupportedState(vertical, state)) throw stateRefusal(vertical);
  const { sendSMS = sms.whenOmitted, businessName, location } = body;
  const to = sms.phoneNumber(body);
  if (sendSMS && !(to && isUsPhoneNumber(to))) {
    throw new Refusal(errors.badRequest, { reason: 'sendSMS needs a valid US phoneNumber' });
  }
  if (alliance.merchants.has(location)) throw new Refusal(errors.locationExists);
  const merchant = addMerchant(
    call.state,
    alliance,
    // It has neither a retailer id nor an online application until it is activated.
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
  await call.tell(merchantEvent(merchant, record.url));
  return record;
}

/** Reads the state of a merchant location, and how long its onboarding URL lives. */
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
