import type { PayOverTimeLinkRequest, PrequalLinkRequest } from '../../contract/links.js';

/** The properties that both requests carry under their own names. */
export const sharedFields = [
  'customerDetails',
  'sourcePlatform',
  'representativeEmail',
  'representativeFirstName',
  'representativeLastName',
] as const satisfies readonly (keyof PayOverTimeLinkRequest & keyof PrequalLinkRequest)[];
