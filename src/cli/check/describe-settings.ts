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
    ...ifSet('departments', `links may name no departmentId but ${listOf('departments')}`),
    ...ifSet(
      'sourcePlatforms',
      `requests may name no sourcePlatform but ${listOf('sourcePlatforms')}`,
    ),
    ...(trustPageAmount
      ? [`${nameOf('trustPageAmount')} is on: check each amount yourself before you deliver.`]
      : [
          ...ifSet('purchaseSecret', 'pay-over-time links need an amount that is signed with it'),
          ...ifNotSet(
            'purchaseSecret',
            'pay-over-time links are refused, since no amount is verified',
          ),
        ]),
    ...ifNotSet(
      'webhookSecret',
      'events of the service are not received, and pages learn no outcome',
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
    ...ifSet('allowedOrigins', `pages of ${listOf('allowedOrigins')} may call, too`),
    ...ifNotSet('allowedOrigins', 'only pages of the proxy’s own origin may call'),
    trustedHops === 0
      ? `${nameOf('trustedHops')} is 0: behind a load balancer or another reverse proxy, the whole shop would share one ` +
        `limit of ${settings.rateLimit} requests a minute. Set it to their number.`
      : `${nameOf('trustedHops')} is ${trustedHops}: exactly this many reverse proxies must stand in front, ` +
        'or callers can choose the address that limits them.',
    ...(isLoopbackHost(settings.host) && trustedHops > 0
      ? [
          `${nameOf('host')} is ${settings.host}: the reverse proxy must pass on a Host with another port than this one and add ` +
            `X-Forwarded-For, or ${nameOf('allowedOrigins')} must list the shop.`,
        ]
      : []),
  ];
}
