/** The status of links, which webhooks feed and pages read. */
export { outcomeOf } from './link-outcome.js';
export { createLinkStatus, type LinkStatus } from './link-status.js';
