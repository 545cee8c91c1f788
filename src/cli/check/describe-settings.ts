import type { CommandSettings } from '../settings/index.js';

/** Describes in sentences what the settings allow. Never quotes a secret. */
export function describeSettings(settings: CommandSettings): string[] {
  const { svcSecret, adminToken, sms, allowedOrigins = [], trustedHops, rateLimit } = settings;
  const { locations = [], departments = [], sourcePlatforms = [] } = settings;
  return [
    ...(svcSecret ? [] : ['FINANCING_SVC_SECRET is not set: onboarding is off.']),
    adminToken
      ? 'FINANCING_ADMIN_TOKEN is set: requests with this token may use the onboarding routes.'
      : 'FINANCING_ADMIN_TOKEN is not set: there are no onboarding routes.',
    ...(locations.length > 0
      ? []
      : ['FINANCING_LOCATIONS is not set: pages may name any location, and the service decides.']),
    ...(departments.length > 0
      ? [
          `FINANCING_DEPARTMENTS is set: links may name no departmentId but ${departments.join(', ')}.`,
        ]
      : []),
    ...(sourcePlatforms.length > 0
      ? [
          `FINANCING_SOURCE_PLATFORMS is set: requests may name no sourcePlatform but ${sourcePlatforms.join(', ')}.`,
        ]
      : []),
    describeAmounts(settings),
    describeEvents(settings),
    sms
      ? 'FINANCING_SMS is on: the service may send text messages.'
      : 'FINANCING_SMS is off: no text messages are sent.',
    allowedOrigins.length > 0
      ? `FINANCING_ALLOWED_ORIGINS is set: pages of ${allowedOrigins.join(', ')} may call, too.`
      : 'FINANCING_ALLOWED_ORIGINS is not set: only pages of the proxy’s own origin may call.',
    trustedHops === 0
      ? 'FINANCING_TRUSTED_HOPS is 0: behind a load balancer or another reverse proxy, the whole shop ' +
        `would share one limit of ${rateLimit} requests a minute. Set it to their number.`
      : `FINANCING_TRUSTED_HOPS is ${trustedHops}: exactly this many reverse proxies must stand in front, ` +
        'or callers can choose the address that limits them.',
  ];
}

function describeEvents({ webhookSecret, webhookForward }: CommandSettings): string {
  if (!webhookSecret) {
    return 'FINANCING_WEBHOOK_SECRET is not set: events of the service are not received, and pages learn no outcome.';
  }
  return webhookForward
    ? `FINANCING_WEBHOOK_FORWARD is set: verified events are forwarded to ${new URL(webhookForward).host}.`
    : 'FINANCING_WEBHOOK_FORWARD is not set: events only update the status of links on pages.';
}

function describeAmounts({ trustPageAmount, purchaseSecret }: CommandSettings): string {
  if (trustPageAmount) {
    return 'FINANCING_TRUST_PAGE_AMOUNT is on: check each amount yourself before you deliver.';
  }
  return purchaseSecret
    ? 'FINANCING_PURCHASE_SECRET is set: pay-over-time links need an amount that is signed with it.'
    : 'FINANCING_PURCHASE_SECRET is not set: pay-over-time links are refused, since no amount is verified.';
}
