/**
 * The operations of the contract. The order of the checks in each function is part of the interface, and the comment at the
 * end of a line is the status of a refusal there. The route table handles 404 and 405 earlier. A refused request never
 * reaches the service.
 *
 * If the caller disconnects, an operation that is safe to retry is aborted through the signal of the request. A send
 * continues, because its link may already exist.
 */
import { linkTokenHeader } from '../contract/link-tracking.js';
import * as z from 'zod';
import { EstimateQuerySchema, operations, type OperationName } from '../contract/index.js';
import type { CallOptions, FinancingService } from '../service/index.js';
import { describeEstimate } from '../words/describe-estimate.js';
import { bodyLimits, checkMediaType, parseJson, readJson, readText } from './body.js';
import type { CachedEstimates } from './estimates/cached-estimates.js';
import type { EstimatePayments } from './estimates/estimate-payments.js';
import { LineQuerySchema } from './fields/body-schemas.js';
import {
  parseBody,
  parseItems,
  parsePathLocation,
  parseQuery,
  readQuery,
} from './fields/parse-fields.js';
import { checkState } from './fields/unsupported-states.js';
import type { Limits } from './limits/limits.js';
import type { LinkReference, LinkStatus, TrackedLink } from './link-status.js';
import { checkOrigin } from './origin.js';
import {
  bearerTokenOf,
  checkHuman,
  checkIssuedNames,
  checkLinkUrl,
  checkLocation,
  checkPurchase,
  checkRedirect,
  checkStaff,
  chooseSms,
  withOnlyLocation,
} from './policy.js';
import { loggableLocation } from './log-events.js';
import { json, type PlainResponse } from './plain-response.js';
import { ProblemError } from './problems.js';
import { type LogIds, type Report } from './report.js';
import type { SendRequest, SendOnce } from './sends/send-once.js';
import type { ProxySettings } from './proxy-settings.js';

/** The parts of a proxy. */
export interface Parts {
  readonly settings: ProxySettings;
  readonly service: FinancingService;
  readonly addressOf: (request: Request) => string | undefined;
  readonly limits: Limits;
  readonly cachedEstimates: CachedEstimates;
  readonly findEstimates: EstimatePayments;
  readonly sendOnce: SendOnce;
  /** Undefined if the proxy receives no webhooks. */
  readonly linkStatus: LinkStatus | undefined;
  readonly report: Report;
}

/** A request for which a route was found. */
export interface Received {
  readonly request: Request;
  /** The query of the URL with its question mark, or an empty string. */
  readonly search: string;
  /** The ids in its log entries. `noteLocation` adds the location. */
  readonly ids: LogIds;
  /** The `traceparent` of the request, if it is valid. */
  readonly traceparent: string | undefined;
  /** The path segment that replaces `{location}`, still encoded, or the hash in the name of a file. */
  readonly variable: string | undefined;
}

/** The function that handles each operation. */
export const operationHandlers: Readonly<
  Record<OperationName, (parts: Parts, received: Received) => Promise<PlainResponse>>
> = {
  estimatePayments,
  createPayOverTimeLink,
  createPrequalLink,
  addMerchantLocation,
  getMerchantStatus,
};

/** PUT or POST /purchase/api/v1/payment-estimation */
async function estimatePayments(parts: Parts, received: Received): Promise<PlainResponse> {
  const { settings, cachedEstimates, findEstimates } = parts;
  const { request, search } = received;
  await admit(parts, request, false); // 403, 429
  checkMediaType(request); // 415
  const text = await readText(request, bodyLimits.estimation); // 413, 400
  const cached = cachedEstimates.findResponse(search, text);
  if (cached) return cached;
  const items = parseItems(parseJson(text)); // 400
  const query = parseQuery(EstimateQuerySchema, withOnlyLocation(settings, readQuery(search))); // 400
  noteLocation(received, query.location);
  checkLocation(settings, query.location); // 403
  const { results, hits, expiresAt } = await findEstimates(items, query, callOptionsOf(received)); // 422, 502, 503, 504
  const response = json(results);
  if (expiresAt !== undefined)
    cachedEstimates.addResponse(search, text, { response, hits, expiresAt });
  return response;
}

/** POST /epay/api/v1/epay/send-link */
async function createPayOverTimeLink(parts: Parts, received: Received): Promise<PlainResponse> {
  const { settings, service } = parts;
  const { request } = received;
  const operation = 'createPayOverTimeLink';
  const address = await admit(parts, request, true); // 403, 429
  const value = await readJson(request); // 415, 413, 400
  const { fields, dropped } = parseBody(operation, withOnlyLocation(settings, value)); // 400, 422
  noteLocation(received, fields.location);
  checkRedirect(settings, request, fields); // 400, 422
  checkLocation(settings, fields.location); // 403
  checkIssuedNames(settings, fields); // 403
  const sms = { phoneNumber: fields.phoneNumber, dropped };
  const chosen = chooseSms(settings, request, operation, fields, sms); // 403, 400, 422
  const { body } = chosen;
  const isVerified = await checkPurchase(settings, request, body); // 403
  await checkHuman(settings, request, body); // 403
  logDropped(parts, received, operation, dropped.keys());
  return sendLink(parts, received, {
    ...chosen,
    operation,
    sender: { kind: 'shopper', address },
    field: 'transactionId',
    reference: body.transactionId,
    hasStatus: isVerified || !settings.verifiedStatusOnly,
    call: () => service.createPayOverTimeLink(body, creationOptionsOf(parts, received, operation)),
  }); // 400, 409, 422, 429, 502, 503, 504
}

/** PUT or POST /purchase/api/v1/online-link */
async function createPrequalLink(parts: Parts, received: Received): Promise<PlainResponse> {
  const { settings, service } = parts;
  const { request } = received;
  const operation = 'createPrequalLink';
  const address = await admit(parts, request, true); // 403, 429
  const value = await readJson(request); // 415, 413, 400
  const list = Array.isArray(value) ? value.map((item) => withOnlyLocation(settings, item)) : value;
  const {
    fields: [fields],
    dropped,
  } = parseBody(operation, list); // 400, 422
  noteLocation(received, fields.location);
  checkLocation(settings, fields.location); // 403
  checkIssuedNames(settings, fields); // 403
  const sms = { phoneNumber: fields.customerPhoneNumber, dropped };
  const chosen = chooseSms(settings, request, operation, fields, sms); // 403, 400, 422
  const { body } = chosen;
  await checkHuman(settings, request, body); // 403
  logDropped(parts, received, operation, dropped.keys());
  return sendLink(parts, received, {
    ...chosen,
    operation,
    sender: { kind: 'shopper', address },
    field: 'referral',
    reference: body.referral,
    hasStatus: !settings.verifiedStatusOnly, // a referral is never verified
    call: () => service.createPrequalLink(body, creationOptionsOf(parts, received, operation)),
  }); // 400, 409, 422, 429, 502, 503, 504
}

/** POST /onboarding/api/v1/location */
async function addMerchantLocation(parts: Parts, received: Received): Promise<PlainResponse> {
  const { settings, service, sendOnce } = parts;
  const { request } = received;
  const operation = 'addMerchantLocation';
  await admit(parts, request, true); // 403, 429
  const { fields, dropped } = parseBody(operation, await readJson(request)); // 415, 413, 400, 422
  noteLocation(received, fields.location);
  checkState(fields); // 422
  await checkStaff(settings, request); // 401
  checkIssuedNames(settings, fields); // 403
  const sms = { phoneNumber: fields.representativeDetails.phoneNumber, dropped };
  const chosen = chooseSms(settings, request, operation, fields, sms); // 403, 400, 422
  logDropped(parts, received, operation, dropped.keys());
  const created = await sendOnce({
    ...chosen,
    operation,
    sender: { kind: 'staff' },
    key: request.headers.get('idempotency-key'),
    async call() {
      const options = creationOptionsOf(parts, received, operation);
      const record = await service.addMerchantLocation(chosen.body, options);
      checkLinkUrl(settings, operation, record.url);
      return record;
    },
    readStored(stored) {
      const record = storedSchemas[operation].parse(stored);
      checkLinkUrl(settings, operation, record.url);
      return record;
    },
  }); // 400, 409, 422, 429, 502, 503, 504
  parts.report.log('location-added', { ...received.ids, status: 200 });
  return json(created);
}

/** GET /onboarding/api/v1/location/{location} */
async function getMerchantStatus(parts: Parts, received: Received): Promise<PlainResponse> {
  const { settings, service } = parts;
  const { request, variable = '' } = received;
  await admit(parts, request, false); // 403, 429
  const location = parsePathLocation(variable); // 400
  noteLocation(received, location);
  await checkStaff(settings, request); // 401
  const status = await service.getMerchantStatus(location, callOptionsOf(received)); // 404, 422, 502, 503, 504
  checkLinkUrl(settings, 'getMerchantStatus', status.url); // 502
  return json(status);
}

/** GET /link-status */
export async function readLinkStatus(parts: Parts, { request }: Received): Promise<PlainResponse> {
  await admit(parts, request, false); // 403, 429
  return json({ status: await parts.linkStatus?.read(bearerTokenOf(request)) }); // 401, 503
}

/** GET /line */
export async function readLine(parts: Parts, received: Received): Promise<PlainResponse> {
  const { settings, findEstimates } = parts;
  const { request, search } = received;
  await admit(parts, request, false); // 403, 429
  const parameters = withOnlyLocation(settings, readQuery(search)); // 400
  const { amount, lang, total, ...query } = parseQuery(LineQuerySchema, parameters); // 400
  noteLocation(received, query.location);
  checkLocation(settings, query.location); // 403
  const items = [{ id: 'line', totalAmount: Number(amount) }];
  const { results } = await findEstimates(items, query, callOptionsOf(received)); // 422, 502, 503, 504
  const [estimate] = results;
  // The service left out the amount, so we don't know whether it can be financed.
  if (!estimate) throw new ProblemError('invalid-service-response'); // 502
  const line = describeEstimate(estimate, { lang, total: total === 'true' });
  const headers = { vary: 'Origin, Accept' };
  if (!line) return { status: 204, headers, body: null };
  const [type, body] = prefersHtml(request) ? ['html', line.html] : ['plain', line.text];
  return { headers: { ...headers, 'content-type': `text/${type}; charset=utf-8` }, body };
}

/** Checks the origin of a request, and counts the request. Returns the address of its caller. */
async function admit(
  { settings, addressOf, limits }: Parts,
  request: Request,
  isCreating: boolean,
): Promise<string | undefined> {
  checkOrigin(request, settings.allowedOrigins); // 403
  const address = addressOf(request);
  await limits.countRequest(address, isCreating); // 429
  return address;
}

/** The created link or location, as a send stores it. Fields that broke the contract are left out. */
const storedSchemas = {
  createPayOverTimeLink: operations.createPayOverTimeLink.response
    .partial()
    .required({ url: true }),
  createPrequalLink: operations.createPrequalLink.response,
  addMerchantLocation: operations.addMerchantLocation.response.partial().required({ url: true }),
};

/** A link to create for a shopper. */
interface NewLink<Link>
  extends Omit<SendRequest<Link>, 'key' | 'readStored'>, Pick<LinkReference, 'field'> {
  readonly operation: 'createPayOverTimeLink' | 'createPrequalLink';
  /** True if the page may follow the application's status. */
  readonly hasStatus: boolean;
}

/** Creates a link for a shopper once. The response has a status token if the link has a status. */
async function sendLink<Link extends { readonly url: string }>(
  { settings, sendOnce, linkStatus }: Parts,
  { request }: Received,
  { field, hasStatus, call, ...send }: NewLink<Link>,
): Promise<PlainResponse> {
  const { operation, reference, body } = send;
  const StoredLinkSchema = z.object({
    body: storedSchemas[operation],
    seed: z.string().optional(),
  });
  const { body: link, seed } = await sendOnce<TrackedLink<unknown>>({
    ...send,
    key: request.headers.get('idempotency-key'),
    async call() {
      const created = await call();
      checkLinkUrl(settings, operation, created.url);
      if (!linkStatus || !hasStatus) return { body: created };
      return linkStatus.track({ field, reference, location: body.location }, created);
    },
    readStored(value) {
      const stored = StoredLinkSchema.parse(value);
      checkLinkUrl(settings, operation, stored.body.url);
      return stored;
    },
  });
  const response = json(link);
  if (seed === undefined || !linkStatus) return response;
  const token = { [linkTokenHeader]: await linkStatus.tokenOf(seed) };
  return { ...response, headers: { ...response.headers, ...token } };
}

/** True if `Accept` prefers HTML to plain text (RFC 9110 section 12.5.1). */
function prefersHtml({ headers }: Request): boolean {
  const ranges = (headers.get('accept') ?? '').toLowerCase().split(',');
  const weights = new Map(
    ranges.map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [type, Number(weight?.slice(2) ?? 1)];
    }),
  );
  return (weights.get('text/html') ?? 0) > (weights.get('text/plain') ?? 0);
}

/** Adds the location of a request to its log entries. */
function noteLocation({ ids }: Received, location: string | undefined): void {
  Object.assign(ids, loggableLocation(location));
}

/** Returns the options of a call for a request. The signal is a getter, because servers may create it on first use. */
function callOptionsOf({ request, traceparent }: Received): CallOptions {
  return {
    get signal() {
      return request.signal;
    },
    traceparent,
  };
}

/** Returns the options of a call that creates something. It has no signal, so it continues if the caller disconnects. */
function creationOptionsOf(
  parts: Parts,
  received: Received,
  operation: OperationName,
): CallOptions {
  return {
    traceparent: received.traceparent,
    onFieldsLeftOut: (fields) => logDropped(parts, received, operation, fields),
  };
}

/** Logs the paths of the fields that were left out of a request or a response. */
function logDropped(
  { report }: Parts,
  { ids }: Received,
  operation: OperationName,
  paths: Iterable<string>,
): void {
  const dropped = [...paths];
  if (dropped.length > 0) report.log('fields-dropped', { ...ids, operation, dropped }, operation);
}
