/** The path, headers, and statuses with which the page and the proxy track a link. The service has no part in them. */

/** The path of a link's status, relative to the mount of the proxy. */
export const linkStatusPath = '/link-status';

/** The request header with the purchase token that the shop's back end signed. */
export const purchaseHeader = 'Financing-Purchase';

/** The response header with the token of a new link, which the page needs to query its status. */
export const linkTokenHeader = 'Financing-Link-Token';

/** The final statuses of an application. */
export const finalStatuses = ['completed', 'aborted'] as const;

/**
 * A final status. `completed` means that the shopper finished the pre-qualification, whatever the decision, or made the
 * purchase. `aborted` means that there will be no purchase unless the shopper comes back.
 */
export type FinalStatus = (typeof finalStatuses)[number];
