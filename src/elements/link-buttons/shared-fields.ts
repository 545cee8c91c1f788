import type { PayOverTimeLinkRequest } from '../../contract/pay-over-time-link.js';
import type { PrequalLinkRequest } from '../../contract/prequal-link.js';

/** The properties that both requests carry under their own names. */
export const sharedFields = [
  'customerDetails',
  'sourcePlatform',
  'representativeEmail',
  'representativeFirstName',
  'representativeLastName',
] as const satisfies readonly (keyof PayOverTimeLinkRequest & keyof PrequalLinkRequest)[];
