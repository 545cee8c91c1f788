import {
  bodyLimits,
  checkHuman,
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

const operation = 'createPrequalLink';

type Fields = FieldsOf<typeof operation>[0];

/** Creates a pre-qualification link, once. */
export function createPrequalLink({
  settings,
  service,
  sendOnce,
  linkStatus,
}: OperationParts): GatedOperation<Fields, SmsChoice<Fields>, OperationAnswer> {
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
      chooseLocation(settings, fields.location);
      const chosen = chooseSms(settings, request, operation, fields, fields.customerPhoneNumber);
      await checkHuman(settings, request, chosen.body);
      return chosen;
    },

    async send({ body, smsRecipient }, request) {
      const { referral: reference, location } = body;
      const send = { request, operation, body, smsRecipient, reference } as const;
      const created = await sendOnce(send, async () => {
        const link = await service.createPrequalLink(body, { traceparent: traceparentOf(request) });
        checkLinkUrl(operation, settings.linkHosts, link.url);
        // A referral is never verified.
        if (!linkStatus || settings.verifiedStatusOnly) return { body: link };
        return linkStatus.follow({ field: 'referral', reference, location }, link);
      });
      const headers = await linkStatus?.tokenHeader(created);
      return { json: JSON.stringify(created.body), headers };
    },
  };
}
