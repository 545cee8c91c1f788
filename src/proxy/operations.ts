import type { OperationName } from '../contract/index.js';
import type { FinancingService } from '../service/index.js';
import { checkAuthorization } from './gates/authorization.js';
import { checkRedirect, chooseLocation, chooseSms, withOnlyLocation } from './gates/policy.js';
import { checkHuman } from './gates/verify-human.js';
import { checkState, parseBody, parseEstimateQuery, parsePathLocation } from './input.js';
import { checkLinkUrl } from './link-url.js';
import type { CarryOutOnce, Created } from './once.js';
import type { ProxySettings } from './options.js';
import { checkPurchase } from './purchase.js';
import type { ReferenceField } from './webhooks/link-outcome.js';
import type { LinkStatus } from './webhooks/link-status.js';

/** A request that has passed the gates before its fields: origin, rate, media type, size, JSON. */
export interface OperationRequest {
  readonly request: Request;
  /** The parsed body; undefined where the operation has none. */
  readonly json: unknown;
  /** The location in the path, still encoded. */
  readonly pathLocation?: string;
}

type OperationHandler = (asked: OperationRequest) => Promise<Created>;

/**
 * The five operations: fields, then policy, then the call. Each resolves with the contract's body; where links are
 * followed, the first of a reference with the seed of its token.
 * An estimation ends when its page goes away; a link does not, since it may exist already.
 */
export function createOperations(
  service: FinancingService,
  settings: ProxySettings,
  once: CarryOutOnce,
  linkStatus?: LinkStatus,
): Record<OperationName, OperationHandler> {
  const { linkHosts } = settings;

  /** The service's answer with a link that leads where links may lead. */
  async function linked<T extends { url: string }>(
    operation: OperationName,
    answer: Promise<T>,
  ): Promise<T> {
    const link = await answer;
    checkLinkUrl(operation, linkHosts, link.url);
    return link;
  }

  /** A link that is followed, if anything is. */
  async function followed(
    field: ReferenceField,
    { reference, place }: { reference: string | undefined; place: string },
    answer: Promise<unknown>,
  ): Promise<Created> {
    const body = await answer;
    if (!linkStatus || !reference) return { body };
    return { body, seed: await linkStatus.follow({ field, reference, location: place }) };
  }

  return {
    async estimatePayments({ request, json }) {
      const items = parseBody('estimatePayments', json);
      const query = parseEstimateQuery(new URL(request.url).searchParams);
      const merchantLocation = chooseLocation(settings, query.location);
      const body = await service.estimatePayments(
        items,
        { ...query, ...(merchantLocation !== undefined && { location: merchantLocation }) },
        { signal: request.signal },
      );
      return { body };
    },

    async createPayOverTimeLink({ request, json }) {
      const operation = 'createPayOverTimeLink';
      const parsed = parseBody(operation, withOnlyLocation(settings, json));
      checkRedirect(settings, request, parsed.redirectUrl);
      chooseLocation(settings, parsed.location);
      const { body, texts } = chooseSms(settings, request, operation, parsed, parsed.phoneNumber);
      await checkPurchase(settings, request, body);
      await checkHuman(settings, request, body);
      const { transactionId: reference, location: place } = body;
      return once({ request, operation, body, texts, reference }, () =>
        followed(
          'transactionId',
          { reference, place },
          linked(operation, service.createPayOverTimeLink(body)),
        ),
      );
    },

    async createPrequalLink({ request, json }) {
      const operation = 'createPrequalLink';
      const [parsed] = parseBody(
        operation,
        Array.isArray(json) ? json.map((item) => withOnlyLocation(settings, item)) : json,
      );
      chooseLocation(settings, parsed.location);
      const { customerPhoneNumber } = parsed;
      const { body, texts } = chooseSms(settings, request, operation, parsed, customerPhoneNumber);
      await checkHuman(settings, request, body);
      const { referral: reference, location: place } = body;
      return once({ request, operation, body, texts, reference }, () =>
        followed(
          'referral',
          { reference, place },
          linked(operation, service.createPrequalLink(body)),
        ),
      );
    },

    async addMerchantLocation({ request, json }) {
      const operation = 'addMerchantLocation';
      const parsed = parseBody(operation, json);
      checkState(parsed);
      await checkAuthorization(settings, request);
      const { phoneNumber } = parsed.representativeDetails;
      const { body, texts } = chooseSms(settings, request, operation, parsed, phoneNumber);
      return once({ request, operation, body, texts }, async () => ({
        body: await linked(operation, service.addMerchantLocation(body)),
      }));
    },

    async getMerchantStatus({ request, pathLocation = '' }) {
      const merchantLocation = parsePathLocation(pathLocation);
      await checkAuthorization(settings, request);
      const { signal } = request;
      const status = service.getMerchantStatus(merchantLocation, { signal });
      return { body: await linked('getMerchantStatus', status) };
    },
  };
}
