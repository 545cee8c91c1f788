/** The status of links, which webhooks feed and pages read. */
export { reportedOutcomeOf } from './link-outcome.js';
export { createLinkStatus, type LinkStatus } from './link-status.js';
