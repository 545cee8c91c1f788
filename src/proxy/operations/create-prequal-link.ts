import {
  bodyLimits,
  checkHuman,
  checkLocation,
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

const operation = 'createPrequalLink';

type Fields = FieldsOf<typeof operation>[0];

/** Creates a pre-qualification link, once. */
export function createPrequalLink(
  parts: OperationParts,
): GatedOperation<Fields, SmsChoice<Fields>, OperationAnswer> {
  const { settings, service } = parts;
  return {
    readBody: (request) => readBody(request, bodyLimits.other),

    readFields({ json }) {
      const items = Array.isArray(json)
        ? json.map((item: unknown) => withOnlyLocation(settings, item))
        : json;
      const [fields] = parseBody(operation, items);
      return fields;
    },

    async applyPolicy(fields, request) {
      checkLocation(settings, fields.location);
      const chosen = chooseSms(settings, request, operation, fields, fields.customerPhoneNumber);
      await checkHuman(settings, request, chosen.body);
      return chosen;
    },

    send: ({ body, smsRecipient }, request) =>
      createLink(parts, {
        ...{ request, operation, body, smsRecipient },
        referenceField: 'referral',
        reference: body.referral,
        hasStatus: !settings.verifiedStatusOnly, // a referral is never verified
        create: () => service.createPrequalLink(body, { traceparent: traceparentOf(request) }),
      }),
  };
}
