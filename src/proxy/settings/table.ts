/**
 * The options of `createFinancingProxy`: one row an option, with those of its `webhooks` in webhook-table.ts, of purchase
 * tokens in links/settings.ts, and of the service in service/settings.ts. From these rows come the checks, the suggestions
 * for mistyped names, the variables, flags and `--help` of the command, the types of the options and
 * docs/reference-settings.md. After a change, run `npm run reference`, which writes the pages.
 */
import * as z from 'zod';
import {
  callback,
  list,
  longSecret,
  object,
  oneOf,
  secret,
  secretOrSecrets,
  text,
  toggle,
  whole,
  type OptionsOf,
  type SettingTable,
} from '../../internal/settings.js';
import { serviceSettings } from '../../service/settings.js';
import type { ClientAddressOptions, HumanOptions, PurchaseOptions } from '../gates/index.js';
import { purchaseSettings } from '../links/index.js';
import type { Logger } from '../log/index.js';
import type { Observer } from '../observer/index.js';
import type { Store } from '../stores/index.js';
import { folderUrl, host, mount, origin, token } from './schemas.js';
import type { WebhookOptions } from './webhook-table.js';

/** The options of `createFinancingProxy`. Of two near names, the one further up is suggested. */
export const proxySettings = {
  ...serviceSettings,
  locations: {
    variable: 'FINANCING_LOCATIONS',
    type: list('names', z.string('is not text').min(1, 'holds an empty name')),
    defaultWords: 'any',
    help: 'The only locations that requests may name.',
    details: 'If there is only one, it is used where a request names none.',
  },
  allowedOrigins: {
    variable: 'FINANCING_ALLOWED_ORIGINS',
    type: list('origins', origin),
    help: "Origins whose pages may call the proxy, besides the proxy's own.",
    details: 'Exact origins such as `https://shop.example`; there are no wildcards.',
  },
  redirectOrigins: {
    variable: 'FINANCING_REDIRECT_ORIGINS',
    type: list('origins', origin),
    defaultWords: "the page's own",
    help: 'Origins a redirectUrl may lead to, besides the allowed origins.',
    details:
      'Exact origins such as `https://shop.example`. With neither of the two lists, the origin of the page where `Host` ' +
      'agrees with it, which a program can feign.',
  },
  linkHosts: {
    variable: 'FINANCING_LINK_HOSTS',
    type: list('hosts', host),
    defaultWords: 'any',
    help: 'The only hosts that links from the service may lead to.',
    details:
      'Hosts as in a URL, such as `apply.service.example`, with the port where there is one.',
  },
  trustPageAmount: {
    variable: 'FINANCING_TRUST_PAGE_AMOUNT',
    type: toggle(),
    default: false,
    help: 'Creates pay-over-time links for amounts that your server has not verified.',
    details: 'Shoppers can change what their page sends: check each amount before you deliver.',
  },
  ...purchaseSettings,
  resolvePurchase: {
    type: callback<NonNullable<PurchaseOptions['resolvePurchase']>>(),
    help: 'Returns the purchase of a pay-over-time link, or nothing, which refuses the link.',
    details:
      'The second argument is a copy of the body. If it throws or takes longer than 5 seconds, the link is refused with ' +
      '403 `purchase-not-verified`.',
  },
  verifiedStatusOnly: {
    variable: 'FINANCING_VERIFIED_STATUS_ONLY',
    type: toggle(),
    default: false,
    help: 'Reports to a page how its link ended only where your server verified the `transactionId`.',
    details:
      'Otherwise the first link made with a reference gets its status, also where another page guessed the reference. ' +
      'Pre-qualification links then have no status.',
  },
  verifyHuman: {
    type: callback<NonNullable<HumanOptions['verifyHuman']>>(),
    help: 'Checks before each link that a person asks for it; only `true` passes.',
    details:
      'The second argument is a copy of the body. If it throws or takes longer than 5 seconds, the link is refused with ' +
      '403 `verification-failed`.',
  },
  sms: {
    variable: 'FINANCING_SMS',
    type: toggle(),
    default: false,
    help: 'Allows the service to send text messages.',
    details:
      'Each message needs a US phone number, an `Idempotency-Key`, and a page of an allowed origin or an authorized ' +
      'onboarding request.',
  },
  textsPerPhone: {
    type: whole(1, 1_000_000),
    default: 3,
    help: 'Text messages to one phone number in ten minutes.',
  },
  textsPerPrefix: {
    type: whole(1, 1_000_000),
    default: 20,
    help: 'Text messages per hour to phone numbers that differ only in their last four digits.',
  },
  textsInAll: {
    type: whole(1, 1_000_000),
    default: 200,
    help: 'Text messages per hour to all phone numbers together.',
  },
  adminToken: {
    variable: 'FINANCING_ADMIN_TOKEN',
    type: secret('16 visible ASCII characters or more', token),
    help: 'Opens the onboarding routes to requests with this bearer token.',
    details: 'Without it and `authorize`, these routes do not exist. Needs `svcSecret`.',
  },
  authorize: {
    type: callback<(request: Request) => boolean | Promise<boolean>>(),
    help: 'Decides whether a request may use the onboarding routes; only `true` passes.',
    details:
      'Without it and `adminToken`, these routes do not exist. Needs `svcSecret`. If it throws, the answer is 401 ' +
      '`unauthorized`; after 5 seconds, it is 502 `service-error`.',
  },
  cacheTtl: {
    variable: 'FINANCING_CACHE_TTL',
    type: whole(0, 86_400, 'seconds'),
    default: 300,
    help: 'Seconds for which an estimate is cached; 0 turns the cache off.',
  },
  rateLimit: {
    variable: 'FINANCING_RATE_LIMIT',
    type: whole(1, 1_000_000),
    default: 120,
    help: 'Requests per minute and client address.',
  },
  trustedHops: {
    variable: 'FINANCING_TRUSTED_HOPS',
    type: whole(0, 16),
    default: 0,
    help: 'Number of reverse proxies in front, each of which appends to X-Forwarded-For.',
  },
  clientAddress: {
    type: callback<NonNullable<ClientAddressOptions['clientAddress']>>(),
    help: 'Returns the address of the client, where the server does not know it or a CDN sends it in a header.',
    details: 'If it throws, the address counts as unknown.',
  },
  store: {
    type: { schema: storeSchema(), words: '`Store`' },
    defaultWords: 'the memory of this process',
    help: 'Holds claims, answers and counters; replicas share one.',
    details: '`createRedisStore(url)` of `financing-elements/node` makes one to share.',
  },
  readyStore: {
    variable: 'FINANCING_READY_STORE',
    type: oneOf(['required', 'optional']),
    default: 'optional',
    help: 'Whether GET /ready answers 503 while the store cannot be reached.',
    details:
      'With `optional`, replicas that cannot reach Redis still get requests: estimates go on without it. With `required`, all ' +
      'replicas that share it are left out at once.',
  },
  storeSecret: {
    variable: 'FINANCING_STORE_SECRET',
    type: secretOrSecrets('16 characters or more', longSecret, 'is not at least 16 characters'),
    defaultWords: '`svcKey`',
    help: 'Secret for hashing store keys; list the new and the old one while it is rotated.',
    details: 'The same on all replicas of a shop; shops that share a Redis each need their own.',
  },
  formerStoreSecrets: {
    type: list('texts', z.string('is not text').min(1, 'holds an empty text')),
    defaultWords: 'none',
    help: 'Secrets, or an `svcKey`, that keyed the store within the last day.',
    details:
      'What was claimed and counted under them still counts. `serve` sets it when secrets are replaced without a restart.',
  },
  mount: {
    variable: 'FINANCING_MOUNT',
    type: text('path', mount),
    default: '/financing',
    help: 'Path under which the proxy answers.',
  },
  errorPages: {
    variable: 'FINANCING_ERROR_PAGES',
    type: text('URL', folderUrl),
    defaultWords: 'no pages; the `type` is `about:blank`',
    help: 'URL of the folder where you publish the error pages; the `type` of a problem is then the URL of its page.',
    details:
      'With `https://docs.example/errors/`, a problem of the code `rate-limited` has the type ' +
      '`https://docs.example/errors/rate-limited`. The package has the pages in docs/errors.',
  },
  webhooks: {
    type: object<WebhookOptions>(),
    help: 'Receives events of the service, and reports to pages the outcome of their links.',
    details: 'Neither route exists without `secrets` or `verify`.',
  },
  logger: {
    type: object<Logger>(),
    defaultWords: 'all but `debug` goes to the console',
    help: 'Receives log entries.',
  },
  logRequests: {
    variable: 'FINANCING_LOG_REQUESTS',
    type: toggle(),
    default: false,
    help: 'Logs each request at info instead of debug.',
    details:
      'One line with method, pattern of the route, status, code, duration, `requestId` and `traceId`; nothing of a path, a ' +
      'query or a body.',
  },
  observer: {
    type: callback<Observer>(),
    help: 'Receives what happens as typed events, for metrics.',
    details: 'It is called synchronously; an error in it is ignored.',
  },
} as const satisfies SettingTable;

/** Options of `createFinancingProxy`. Nothing is open unless an option opens it. */
export type FinancingProxyOptions = OptionsOf<typeof proxySettings>;

/** An object without these methods would be taken for a store that is down, and requests would go on. */
function storeSchema(): z.ZodType<Store, Store> {
  const methods = ['get', 'set', 'claim', 'delete', 'count'] as const;
  return z.custom<Store>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      methods.every((method) => typeof (value as Partial<Store>)[method] === 'function'),
    'is not a store such as createRedisStore(url) makes',
  );
}
