import type { OperationName } from '../contract/index.js';
import type { FinancingService } from '../service/index.js';
import { checkAuthorization } from './gates/authorization.js';
import { checkRedirect, chooseLocation, chooseSms, withOnlyLocation } from './gates/policy.js';
import { checkHuman } from './gates/verify-human.js';
import { checkState, parseBody, parseEstimateQuery, parsePathLocation } from './input.js';
import { checkLinkUrl } from './link-url.js';
import type { CarryOutOnce } from './once.js';
import type { ProxySettings } from './options.js';
import { checkPurchase } from './purchase.js';

/** A request that has passed the gates before its fields: origin, rate, media type, size, JSON. */
export interface OperationRequest {
  readonly request: Request;
  /** The parsed body; undefined where the operation has none. */
  readonly json: unknown;
  /** The location in the path, still encoded. */
  readonly pathLocation?: string;
}

type OperationHandler = (asked: OperationRequest) => Promise<unknown>;

/**
 * The five operations: fields, then policy, then the call. Each resolves with the contract's body.
 * An estimation ends when its page goes away; a link does not, since it may exist already.
 */
export function createOperations(
  service: FinancingService,
  settings: ProxySettings,
  once: CarryOutOnce,
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

  return {
    async estimatePayments({ request, json }) {
      const items = parseBody('estimatePayments', json);
      const query = parseEstimateQuery(new URL(request.url).searchParams);
      const merchantLocation = chooseLocation(settings, query.location);
      return service.estimatePayments(
        items,
        { ...query, ...(merchantLocation !== undefined && { location: merchantLocation }) },
        { signal: request.signal },
      );
    },

    async createPayOverTimeLink({ request, json }) {
      const operation = 'createPayOverTimeLink';
      const parsed = parseBody(operation, withOnlyLocation(settings, json));
      checkRedirect(settings, request, parsed.redirectUrl);
      chooseLocation(settings, parsed.location);
      const { body, texts } = chooseSms(settings, request, operation, parsed, parsed.phoneNumber);
      await checkPurchase(settings, request, body);
      await checkHuman(settings, request, body);
      return once({ request, operation, body, texts, reference: body.transactionId }, () =>
        linked(operation, service.createPayOverTimeLink(body)),
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
      return once({ request, operation, body, texts, reference: body.referral }, () =>
        linked(operation, service.createPrequalLink(body)),
      );
    },

    async addMerchantLocation({ request, json }) {
      const operation = 'addMerchantLocation';
      const parsed = parseBody(operation, json);
      checkState(parsed);
      await checkAuthorization(settings, request);
      const { phoneNumber } = parsed.representativeDetails;
      const { body, texts } = chooseSms(settings, request, operation, parsed, phoneNumber);
      return once({ request, operation, body, texts }, () =>
        linked(operation, service.addMerchantLocation(body)),
      );
    },

    async getMerchantStatus({ request, pathLocation = '' }) {
      const merchantLocation = parsePathLocation(pathLocation);
      await checkAuthorization(settings, request);
      const { signal } = request;
      return linked('getMerchantStatus', service.getMerchantStatus(merchantLocation, { signal }));
    },
  };
}
