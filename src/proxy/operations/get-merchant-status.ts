import { checkAuthorization, parsePathLocation, type GatedOperation } from '../gates/index.js';
import { checkLinkUrl } from '../links/index.js';
import { callOptionsOf, type OperationAnswer, type OperationParts } from './operation.js';

const operation = 'getMerchantStatus';

/** Reads the status of a merchant location, for the integrator's staff and back ends. */
export function getMerchantStatus({
  settings,
  service,
}: OperationParts): GatedOperation<string, string, OperationAnswer> {
  return {
    readFields: ({ pathLocation = '' }) => parsePathLocation(pathLocation),

    async applyPolicy(location, request) {
      await checkAuthorization(settings, request);
      return location;
    },

    async send(location, request) {
      const status = await service.getMerchantStatus(location, callOptionsOf(request));
      checkLinkUrl(operation, settings.linkHosts, status.url);
      return { json: JSON.stringify(status) };
    },
  };
}
