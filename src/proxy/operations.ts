import { LRUCache } from 'lru-cache';
import type { EstimateQuery, OperationName } from '../contract/index.js';
import type { FinancingService } from '../service/index.js';
import { callerSignalOf } from './caller-signal.js';
import type { Estimates } from './estimates.js';
import { checkAuthorization } from './gates/authorization.js';
import { parseJson } from './gates/json-body.js';
import { checkRedirect, chooseLocation, chooseSms, withOnlyLocation } from './gates/policy.js';
import { checkHuman } from './gates/verify-human.js';
import {
  checkState,
  parseBody,
  parseEstimateItems,
  parseEstimateQuery,
  parsePathLocation,
} from './input.js';
import { createKeptAnswers } from './kept-answers.js';
import { checkLinkUrl } from './link-url.js';
import type { CarryOutOnce, Created } from './once.js';
import type { ProxySettings } from './settings/index.js';
import { checkPurchase } from './purchase.js';
import type { ReferenceField } from './webhooks/link-outcome.js';
import type { LinkStatus } from './webhooks/link-status.js';

/** A request that has passed the gates before its JSON: origin, rate, media type, size. */
export interface OperationRequest {
  readonly request: Request;
  /** The body; empty where the operation has none. */
  readonly text: string;
  /** The location in the path, still encoded. */
  readonly pathLocation?: string;
}

type OperationHandler = (asked: OperationRequest) => Promise<Created>;

/**
 * The five operations: JSON, then fields, then policy, then the call. Each resolves with the contract's body, or with
 * the JSON of it; where links are followed, the first of a reference with the seed of its token.
 * An estimation ends when its page goes away; a link does not, since it may exist already.
 */
export function createOperations(
  service: FinancingService,
  estimates: Estimates,
  settings: ProxySettings,
  once: CarryOutOnce,
  linkStatus?: LinkStatus,
): Record<OperationName, OperationHandler> {
  const { linkHosts } = settings;
  const answers = createKeptAnswers();
  // All pages of a location send the same.
  const queries = new LRUCache<string, EstimateQuery>({ max: 500, memoMethod: readQuery });

  function readQuery(search: string): EstimateQuery {
    const parsed = parseEstimateQuery(new URLSearchParams(search));
    const merchantLocation = chooseLocation(settings, parsed.location);
    return { ...parsed, ...(merchantLocation !== undefined && { location: merchantLocation }) };
  }

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
    async estimatePayments({ request, text }) {
      const search = searchOf(request);
      const known = answers.find(search, text);
      if (known !== undefined) return { body: known };
      const items = parseEstimateItems(parseJson(text));
      const query = queries.memo(search);
      // Kept when it is asked for again: what is asked for once, as in a flood, takes no memory.
      const until = estimates.keptUntil(items, query);
      const answer = JSON.stringify(
        await estimates.estimatePayments(items, query, { signal: callerSignalOf(request) }),
      );
      if (until !== undefined) answers.keep(search, text, { answer, until });
      return { body: answer };
    },

    async createPayOverTimeLink({ request, text }) {
      const operation = 'createPayOverTimeLink';
      const json = parseJson(text);
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

    async createPrequalLink({ request, text }) {
      const operation = 'createPrequalLink';
      const json = parseJson(text);
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

    async addMerchantLocation({ request, text }) {
      const operation = 'addMerchantLocation';
      const parsed = parseBody(operation, parseJson(text));
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

/** The query of a request, with its question mark. */
function searchOf({ url }: Request): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}
