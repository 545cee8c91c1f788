import {
  bodyLimits,
  checkHuman,
  checkPurchase,
  checkRedirect,
  chooseLocation,
  chooseSms,
  parseBody,
  readBody,
  traceparentOf,
  withOnlyLocation,
  type FieldsOf,
  type GatedOperation,
  type SmsChoice,
} from '../gates/index.js';
import { checkLinkUrl } from '../links/index.js';
import type { OperationAnswer, OperationParts } from './operation.js';

const operation = 'createPayOverTimeLink';

type Fields = FieldsOf<typeof operation>;

interface Admitted extends SmsChoice<Fields> {
  /** Whether the integrator's server verified the reference. */
  readonly isVerified: boolean;
}

/** Creates a pay-over-time link, once, for an amount that was verified. */
export function createPayOverTimeLink({
  settings,
  service,
  sendOnce,
  linkStatus,
}: OperationParts): GatedOperation<Fields, Admitted, OperationAnswer> {
  return {
    readBody: (request) => readBody(request, bodyLimits.other),

    readFields({ request, json }) {
      const fields = parseBody(operation, withOnlyLocation(settings, json));
      checkRedirect(settings, request, fields.redirectUrl);
      return fields;
    },

    async applyPolicy(fields, request) {
      chooseLocation(settings, fields.location);
      const chosen = chooseSms(settings, request, operation, fields, fields.phoneNumber);
      const isVerified = await checkPurchase(settings, request, chosen.body);
      await checkHuman(settings, request, chosen.body);
      return { ...chosen, isVerified };
    },

    async send({ body, smsRecipient, isVerified }, request) {
      const { transactionId: reference, location } = body;
      const send = { request, operation, body, smsRecipient, reference } as const;
      const created = await sendOnce(send, async () => {
        const link = await service.createPayOverTimeLink(body, {
          traceparent: traceparentOf(request),
        });
        checkLinkUrl(operation, settings.linkHosts, link.url);
        const hasStatus = isVerified || !settings.verifiedStatusOnly;
        if (!linkStatus || !hasStatus) return { body: link };
        return linkStatus.follow({ field: 'transactionId', reference, location }, link);
      });
      const headers = await linkStatus?.tokenHeader(created);
      return { json: JSON.stringify(created.body), headers };
    },
  };
}
