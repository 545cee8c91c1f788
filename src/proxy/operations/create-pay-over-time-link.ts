import {
  bodyLimits,
  checkHuman,
  checkLocation,
  checkPurchase,
  checkRedirect,
  chooseSms,
  parseBody,
  readBody,
  withOnlyLocation,
  type FieldsOf,
  type GatedOperation,
  type SmsChoice,
} from '../gates/index.js';
import { createLink } from './create-link.js';
import { traceparentOf, type OperationAnswer, type OperationParts } from './operation.js';

const operation = 'createPayOverTimeLink';

type Fields = FieldsOf<typeof operation>;

interface Admitted extends SmsChoice<Fields> {
  /** Whether the integrator's server verified the reference. */
  readonly isVerified: boolean;
}

/** Creates a pay-over-time link, once, for an amount that was verified. */
export function createPayOverTimeLink(
  parts: OperationParts,
): GatedOperation<Fields, Admitted, OperationAnswer> {
  const { settings, service } = parts;
  return {
    readBody: (request) => readBody(request, bodyLimits.other),

    readFields({ request, json }) {
      const fields = parseBody(operation, withOnlyLocation(settings, json));
      checkRedirect(settings, request, fields.redirectUrl);
      return fields;
    },

    async applyPolicy(fields, request) {
      checkLocation(settings, fields.location);
      const chosen = chooseSms(settings, request, operation, fields, fields.phoneNumber);
      const isVerified = await checkPurchase(settings, request, chosen.body);
      await checkHuman(settings, request, chosen.body);
      return { ...chosen, isVerified };
    },

    send: ({ body, smsRecipient, isVerified }, request) =>
      createLink(parts, {
        ...{ request, operation, body, smsRecipient },
        referenceField: 'transactionId',
        reference: body.transactionId,
        hasStatus: isVerified || !settings.verifiedStatusOnly,
        create: () => service.createPayOverTimeLink(body, { traceparent: traceparentOf(request) }),
      }),
  };
}
