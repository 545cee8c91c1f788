import {
  bodyLimits,
  checkAuthorization,
  checkState,
  chooseSms,
  parseBody,
  readBody,
  type FieldsOf,
  type GatedOperation,
  type SmsChoice,
} from '../gates/index.js';
import { checkLinkUrl } from '../links/index.js';
import { traceparentOf, type OperationAnswer, type OperationParts } from './operation.js';

const operation = 'addMerchantLocation';

type Fields = FieldsOf<typeof operation>;

/** Registers a merchant location, once, for the integrator's staff and back ends. */
export function addMerchantLocation({
  settings,
  service,
  idempotentSend,
}: OperationParts): GatedOperation<Fields, SmsChoice<Fields>, OperationAnswer> {
  return {
    readBody: (request) => readBody(request, bodyLimits.other),

    readFields({ json }) {
      const fields = parseBody(operation, json);
      checkState(fields);
      return fields;
    },

    async applyPolicy(fields, request) {
      await checkAuthorization(settings, request);
      const { phoneNumber } = fields.representativeDetails;
      return chooseSms(settings, request, operation, fields, phoneNumber);
    },

    async send({ body, smsRecipient }, request) {
      const created = await idempotentSend({ request, operation, body, smsRecipient }, async () => {
        const record = await service.addMerchantLocation(body, {
          traceparent: traceparentOf(request),
        });
        checkLinkUrl(operation, settings.linkHosts, record.url);
        return record;
      });
      return { json: JSON.stringify(created) };
    },
  };
}
