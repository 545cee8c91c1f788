/**
 * The response of each operation if no fault is armed. It follows the rules of the service document, whose errors are entries
 * in the operations table. An operation returns the body of a success or throws a `Refusal`.
 *
 * Not specified: which error is sent if several apply. We check credentials, then the shape, then the rest.
 *
 * Not specified: the error for malformed input on estimation and links, including a value that was not issued. We respond with
 * 500, the only declared status that fits. Onboarding declares 400 for it.
 */
import * as z from 'zod';
import { dayMs } from '../internal/durations.js';
import {
  isEmailAddress,
  isSupportedState,
  isUsPhoneNumber,
  operations,
  territoryOfZipcode,
  unsupportedStates,
  VerticalSchema,
  type CustomerDetails,
  type DeclaredError,
  type EstimateResult,
  type MerchantLocation,
  type MerchantStatus,
  type OperationName,
  type PayOverTimeLink,
  type PrequalLink,
  type Vertical,
} from '../contract/index.js';
import { sandboxReasonHeader } from '../internal/exchange.js';
import { describeIssue } from '../internal/field-sentences.js';
import { estimate } from './estimation.js';
import { failingLocation, locationPattern } from './seeds.js';
import {
  addApplication,
  addMerchant,
  createToken,
  dateOf,
  keep,
  type Alliance,
  type Merchant,
  type Visit,
} from './state.js';
import { merchantEvent } from './webhook-sender.js';

export interface Call extends Visit {
  /** The decoded `{location}` in the path. Empty for operations without one. */
  readonly pathLocation: string;
}

export const operationHandlers: Record<OperationName, (call: Call) => Promise<unknown>> = {
  estimatePayments,
  createPayOverTimeLink,
  createPrequalLink,
  addMerchantLocation,
  getMerchantStatus,
};

/** An error that the operation declares for the request. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** A description of the cause for developers. By default, the declared condition. */
  readonly reason: string;

  constructor(
    declared: DeclaredError,
    { message = declared.message, reason = declared.condition } = {},
  ) {
    super(message);
    this.status = declared.status;
    this.reason = reason;
  }

  // Not specified: the shape of an error body. We send `{"message": …}`.
  /**
   * Returns the response for the caller. In the service document, several conditions share a status and message. The
   * header `sandbox-reason` distinguishes them for developers.
   */
  toResponse(): Response {
    // Header values are printable ASCII, and servers and clients limit their length.
    const reason = this.reason.replace(/[^ -~]/g, '?').slice(0, 500);
    return Response.json(
      { message: this.message },
      { status: this.status, headers: { [sandboxReasonHeader]: reason } },
    );
  }
}

/** Describes schema issues in one line, for example `0.totalAmount: Must be a number`. */
export function describeIssues({ issues }: z.ZodError): string {
  return issues
    .map((issue) => [issue.path.join('.'), describeIssue(issue)].filter(Boolean).join(': '))
    .join('; ');
}

async function estimatePayments(call: Call): Promise<EstimateResult[]> {
  const { errors, query, request } = operations.estimatePayments;
  const alliance = findAlliance(call, 'estimatePayments', errors.badCredentials);
  const { location } = check(Object.fromEntries(call.url.searchParams), query, errors.serverError);
  const items = await readJsonBody(call, request, errors.serverError);
  const vertical = location
    ? findMerchant(alliance, idOf(alliance, location), errors).vertical
    : verticalOf(alliance);
  return items.map((item) => estimate(item, vertical));
}

function verticalOf({ verticals }: Alliance): Vertical {
  const { verticalNotFound, locationRequired } = operations.estimatePayments.errors;
  const [vertical, ...furtherVerticals] = verticals;
  if (!vertical) throw new Refusal(verticalNotFound);
  if (furtherVerticals.length > 0) throw new Refusal(locationRequired);
  return vertical;
}

async function createPayOverTimeLink(call: Call): Promise<PayOverTimeLink> {
  const { errors, request, sms } = operations.createPayOverTimeLink;
  const alliance = findAlliance(call, 'createPayOverTimeLink', errors.allianceNotAllowed);
  const body = await readJsonBody(call, request, errors.serverError);
  checkIssued(alliance, body, errors.serverError);
  const { location, sendSMS = sms.whenOmitted, representativeEmail, phoneNumber: to } = body;
  // The key is valid, but the location belongs to another retailer.
  const isKnown = call.state.alliances.some(({ merchants }) => merchants.has(location));
  if (isKnown && !alliance.merchants.has(location)) {
    throw new Refusal(errors.allianceNotAllowed);
  }
  const merchant = findMerchant(alliance, location, errors);
  if (to === undefined ? sendSMS : !isUsPhoneNumber(to)) {
    throw new Refusal(errors.invalidPhoneNumber);
  }
  if (representativeEmail !== undefined && !isEmailAddress(representativeEmail)) {
    throw new Refusal(errors.invalidEmail);
  }
  const longToken = addApplication(call.state, {
    page: 'checkout',
    merchant,
    reference: body.transactionId,
    amount: body.amount,
    customer: prefill(merchant, { phone: to, ...body.customerDetails }),
    returnUrl: webUrl(body.redirectUrl),
  });
  const url = call.pageUrl('checkout', longToken);
  if (sendSMS && to) sendText(call, 'createPayOverTimeLink', to, merchant, url);
  const { retailerId } = merchant;
  return { shortToken: createToken(4), longToken, ...(retailerId && { retailerId }), url };
}

async function createPrequalLink(call: Call): Promise<PrequalLink> {
  const { errors, request, sms } = operations.createPrequalLink;
  const alliance = findAlliance(call, 'createPrequalLink', errors.badCredentials);
  const [body] = await readJsonBody(call, request, errors.serverError);
  checkIssued(alliance, body, errors.serverError);
  const { location, sendSMS = sms.whenOmitted, customerPhoneNumber: to } = body;
  const merchant = findMerchant(alliance, idOf(alliance, location), errors);
  if (merchant.application === 'missing') throw new Refusal(errors.applicationMissing);
  if (merchant.application === 'disabled') throw new Refusal(errors.applicationDisabled);
  const token = addApplication(call.state, {
    page: 'prequal',
    merchant,
    reference: body.referral,
    customer: prefill(merchant, { phone: to, ...body.customerDetails }),
  });
  const url = call.pageUrl('prequal', token);
  // Not specified: an error for a number that can't receive SMS. We send no message, and return the link.
  if (sendSMS && to && isUsPhoneNumber(to)) sendText(call, 'createPrequalLink', to, merchant, url);
  return { url };
}

/** Accepts any vertical, because an unknown one has its own error. */
const RequestOfAnyVerticalSchema = operations.addMerchantLocation.request.extend({
  location: z.string().regex(locationPattern),
  vertical: z.string(),
});

async function addMerchantLocation(call: Call): Promise<MerchantLocation> {
  const { errors, sms } = operations.addMerchantLocation;
  const alliance = findAlliance(call, 'addMerchantLocation', errors.unauthorized);
  const body = await readJsonBody(call, RequestOfAnyVerticalSchema, errors.badRequest);
  checkIssued(alliance, body, errors.badRequest);
  const { location, businessName, businessAddress, sendSMS = sms.whenOmitted } = body;
  refuseFailingLocation(location, errors.serverError);
  const vertical = check(body.vertical, VerticalSchema, errors.verticalNotSupported);
  const { zipcode = '', state } = businessAddress ?? {};
  const isTerritory = territoryOfZipcode(zipcode) !== undefined;
  if (isTerritory || (state !== undefined && !isSupportedState(vertical, state))) {
    throw stateRefusal(vertical);
  }
  const to = body.representativeDetails.phoneNumber;
  if (sendSMS && !(to && isUsPhoneNumber(to))) {
    throw new Refusal(errors.badRequest, { reason: 'sendSMS needs a valid US phoneNumber' });
  }
  if (alliance.merchants.has(location)) throw new Refusal(errors.locationExists);
  // Activation adds the retailer id and the online application.
  const fresh = { application: 'missing', status: 'CREATED', details: body } as const;
  const seed = { location, businessName, vertical, state, ...fresh };
  const merchant = addMerchant(call.state, alliance, seed, call.now);
  const record = recordOf(merchant, call);
  if (sendSMS && to) sendText(call, 'addMerchantLocation', to, merchant, record.url);
  await call.sendEvents(merchantEvent(merchant, record.url));
  return record;
}

async function getMerchantStatus(call: Call): Promise<MerchantStatus> {
  const { errors } = operations.getMerchantStatus;
  const alliance = findAlliance(call, 'getMerchantStatus', errors.unauthorized);
  const merchant = findMerchant(alliance, call.pathLocation, errors);
  const { vertical, state } = merchant;
  if (state !== undefined && !isSupportedState(vertical, state)) {
    throw new Refusal(errors.stateNotSupported);
  }
  return { ...recordOf(merchant, call), ...onboardingExpiry(merchant, call.now) };
}

function findAlliance(
  { request, state }: Call,
  operation: OperationName,
  refused: DeclaredError,
): Alliance {
  const alliance = state.alliances.find(({ credentials }) =>
    operations[operation].credentials.every(
      (header) => request.headers.get(header) === credentials[header],
    ),
  );
  if (!alliance) throw new Refusal(refused);
  return alliance;
}

// Not specified: the error for a body whose type isn't "Content-Type application/json". We respond with 415.
const unsupportedMediaType: DeclaredError = {
  status: 415,
  message: 'Unsupported Media Type',
  condition: 'The Content-Type is not application/json',
};

async function readJsonBody<S extends z.ZodType>(
  { request }: Call,
  schema: S,
  malformed: DeclaredError,
): Promise<z.output<S>> {
  if (!/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new Refusal(unsupportedMediaType);
  }
  let json: unknown;
  try {
    json = await request.json();
  } catch {
    throw new Refusal(malformed, { reason: 'The body is not JSON' });
  }
  return check(json, schema, malformed);
}

function check<S extends z.ZodType>(
  value: unknown,
  schema: S,
  malformed: DeclaredError,
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Refusal(malformed, { reason: describeIssues(parsed.error) });
  return parsed.data;
}

/** Throws if a value wasn't issued: "Only a value issued to the integrator may be sent." */
function checkIssued(
  { departments, sourcePlatforms }: Alliance,
  { departmentId, sourcePlatform }: { departmentId?: unknown; sourcePlatform?: unknown },
  malformed: DeclaredError,
): void {
  for (const [name, value, issued] of [
    ['departmentId', departmentId, departments],
    ['sourcePlatform', sourcePlatform, sourcePlatforms],
  ] as const) {
    if (value === undefined || !issued || issued.includes(String(value))) continue;
    throw new Refusal(malformed, { reason: `${name}: Not issued to this integrator` });
  }
}

/** Returns the ID for an ID or a name, which may be "Store id, store name or any identifier of the location". */
function idOf({ merchants }: Alliance, location: string): string {
  if (merchants.has(location)) return location;
  const named = [...merchants.values()].find(({ businessName }) => businessName === location);
  return named?.location ?? location;
}

/** Returns a merchant of the alliance. Throws the server error for the location that always fails. */
function findMerchant(
  alliance: Alliance,
  id: string,
  errors: { readonly locationNotFound: DeclaredError; readonly serverError: DeclaredError },
): Merchant {
  refuseFailingLocation(id, errors.serverError);
  const merchant = alliance.merchants.get(id);
  if (!merchant) throw new Refusal(errors.locationNotFound);
  return merchant;
}

function refuseFailingLocation(id: string, serverError: DeclaredError): void {
  if (id === failingLocation) throw new Refusal(serverError);
}

// Not specified: how the message lists the states. We append their postal codes.
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

/** The number of days after which an onboarding URL without a submitted application expires (service document, "Limits"). */
const lifetimeInDays = 30;

/**
 * Returns the expiration date of a merchant's onboarding URL, and the whole days until then, which are 0 from that date on.
 */
export function onboardingExpiry(
  { createdAt }: Merchant,
  now: number,
): { expirationDate: string; expiredInDays: number } {
  const expirationDate = dateOf(createdAt + lifetimeInDays * dayMs);
  const days = (Date.parse(expirationDate) - Date.parse(dateOf(now))) / dayMs;
  return { expirationDate, expiredInDays: Math.max(0, days) };
}

// Not specified: which verticals are healthcare, and the format of `state`. We include verticals that treat patients, and
// accept state abbreviations and names in upper or lower case.
const healthcare: readonly Vertical[] = ['Dental', 'Medical_Office', 'Hospital_Health_System'];
const restrictedState = /^\s*(CA|California|NY|New York|IL|Illinois)\s*$/i;

/**
 * Returns false for a dental or healthcare merchant if the merchant or the customer is in CA, NY, or IL (service document,
 * "Rules for onboarding"). Nothing is pre-filled then.
 */
export function mayPrefill({ vertical, state = '' }: Merchant, customerState = ''): boolean {
  if (!healthcare.includes(vertical)) return true;
  return !restrictedState.test(state) && !restrictedState.test(customerState);
}

function prefill(merchant: Merchant, known: CustomerDetails): CustomerDetails {
  return mayPrefill(merchant, known.addressDetails?.state) ? known : {};
}

/** Returns the URL if it's safe as a link or redirect: http or https, so it can't run a script. */
function webUrl(url = ''): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { href, origin } = new URL(url);
  // The origin becomes part of a Content-Security-Policy, where `;` and `,` would end the directive.
  return /^https?:\/\/[a-z\d.:[\]_-]+$/.test(origin) ? href : undefined;
}

// Not specified: the wording of the messages. We name the merchant and the purpose of the link.
const invitations = {
  createPayOverTimeLink: 'pay over time for your purchase',
  createPrequalLink: 'see what you qualify for',
  addMerchantLocation: 'finish setting up your location',
} as const;

/** Adds a message with a link to the outbox. The service would send it as a text message. */
function sendText(
  { state, now }: Call,
  operation: keyof typeof invitations,
  to: string,
  merchant: Merchant,
  url: string,
): void {
  const text = `${merchant.businessName ?? merchant.location}: ${invitations[operation]} at ${url}`;
  keep(state.outbox, { to, text, url, operation, sentAt: new Date(now).toISOString() });
}
