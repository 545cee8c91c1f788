import type { OperationName } from '../contract/index.js';
import type { FinancingService } from '../service/index.js';
import { checkAuthorization } from './gates/authorization.js';
import {
  checkPurchase,
  checkRedirect,
  chooseLocation,
  chooseSendSms,
  withOnlyLocation,
} from './gates/policy.js';
import { checkState, parseBody, parseEstimateQuery, parsePathLocation } from './input.js';
import { checkLinkUrl } from './link-url.js';
import type { ProxySettings } from './options.js';

/** A request that has passed the gates before its fields: origin, media type, size, JSON. */
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
): Record<OperationName, OperationHandler> {
  const { linkHosts } = settings;
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
      const body = parseBody('createPayOverTimeLink', withOnlyLocation(settings, json));
      checkRedirect(settings, request, body.redirectUrl);
      chooseLocation(settings, body.location);
      const sendSMS = chooseSendSms(body.sendSMS);
      checkPurchase(settings);
      const link = await service.createPayOverTimeLink({ ...body, sendSMS });
      checkLinkUrl('createPayOverTimeLink', linkHosts, link.url);
      return link;
    },

    async createPrequalLink({ json }) {
      const [body] = parseBody(
        'createPrequalLink',
        Array.isArray(json) ? json.map((item) => withOnlyLocation(settings, item)) : json,
      );
      chooseLocation(settings, body.location);
      const sendSMS = chooseSendSms(body.sendSMS);
      const link = await service.createPrequalLink({ ...body, sendSMS });
      checkLinkUrl('createPrequalLink', linkHosts, link.url);
      return link;
    },

    async addMerchantLocation({ request, json }) {
      const body = parseBody('addMerchantLocation', json);
      checkState(body);
      await checkAuthorization(settings, request);
      const sendSMS = chooseSendSms(body.sendSMS);
      const added = await service.addMerchantLocation({ ...body, sendSMS });
      checkLinkUrl('addMerchantLocation', linkHosts, added.url);
      return added;
    },

    async getMerchantStatus({ request, pathLocation = '' }) {
      const merchantLocation = parsePathLocation(pathLocation);
      await checkAuthorization(settings, request);
      const found = await service.getMerchantStatus(merchantLocation, { signal: request.signal });
      checkLinkUrl('getMerchantStatus', linkHosts, found.url);
      return found;
    },
  };
}
