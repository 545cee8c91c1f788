import { isLoopbackHost } from '../../internal/loopback.js';
import type { CommandContext } from '../command-context.js';
import type { CommandSettings, SettingName } from '../settings/table.js';

/** Describes in sentences what the settings allow. Never quotes a secret. */
export function describeSettings(
  settings: CommandSettings,
  nameOf: CommandContext['nameOf'],
): readonly string[] {
  const { trustPageAmount, webhookSecret, webhookForward = '', sms, trustedHops } = settings;
  const listOf = (name: 'departments' | 'sourcePlatforms' | 'allowedOrigins') =>
    settings[name]?.join(', ') ?? '';
  const ifSet = (name: SettingName, words: string) =>
    settings[name] === undefined ? [] : [`${nameOf(name)} is set: ${words}.`];
  const ifNotSet = (name: SettingName, words: string) =>
    settings[name] === undefined ? [`${nameOf(name)} is not set: ${words}.`] : [];
  return [
    ...ifNotSet('svcSecret', 'onboarding is off'),
    ...ifSet('adminToken', 'requests with this token may use the onboarding routes'),
    ...ifNotSet('adminToken', 'there are no onboarding routes'),
    ...ifNotSet('locations', 'pages may name any location, and the service decides'),
    ...ifSet('departments', `links may only name departmentId ${listOf('departments')}`),
    ...ifSet(
      'sourcePlatforms',
      `requests may only name sourcePlatform ${listOf('sourcePlatforms')}`,
    ),
    ...(trustPageAmount
      ? [`${nameOf('trustPageAmount')} is on: check each amount yourself before you deliver.`]
      : [
          ...ifSet('purchaseSecret', 'pay-over-time links need an amount that is signed with it'),
          ...ifNotSet(
            'purchaseSecret',
            'pay-over-time links are refused, because no amount is verified',
          ),
        ]),
    ...ifNotSet(
      'webhookSecret',
      'no events are received from the service, and pages do not learn the outcome',
    ),
    ...(webhookSecret
      ? ifNotSet('webhookForward', 'events only update the status of links on pages')
      : []),
    ...ifSet(
      'webhookForward',
      `verified events are forwarded to ${webhookForward && new URL(webhookForward).host}`,
    ),
    sms
      ? `${nameOf('sms')} is on: the service may send text messages.`
      : `${nameOf('sms')} is off: no text messages are sent.`,
    ...ifSet('allowedOrigins', `pages on ${listOf('allowedOrigins')} may also call`),
    ...ifNotSet('allowedOrigins', 'only pages on the proxy’s own origin may call'),
    trustedHops === 0
      ? `${nameOf('trustedHops')} is 0: behind a load balancer or another reverse proxy, the whole shop would share one ` +
        `limit of ${settings.rateLimit} requests a minute. Set it to the number of reverse proxies.`
      : `${nameOf('trustedHops')} is ${trustedHops}: exactly this many reverse proxies must be in front, ` +
        'or callers can choose the address that they are limited by.',
    ...(isLoopbackHost(settings.host) && trustedHops > 0
      ? [
          `${nameOf('host')} is ${settings.host}: the reverse proxy must pass on a Host with a port other than this one and add ` +
            `X-Forwarded-For, or ${nameOf('allowedOrigins')} must list the shop.`,
        ]
      : []),
  ];
}
