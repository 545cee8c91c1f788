/**
 * The options of `createFinancingProxy`, one row per option. The options of the service are in service/service-settings.ts. The
 * checks, the suggestions for mistyped names, the command's variables, flags, and `--help`, the TypeScript interfaces, and
 * docs/reference-settings.md are all derived from these rows.
 */
import * as z from 'zod';
import { webhookSignatureHeader, type FinancingWebhookEvent } from '../contract/index.js';
import { InvalidOptionError } from '../internal/options.js';
import { isLoopback } from '../internal/loopback.js';
import {
  callback,
  list,
  longSecret,
  object,
  readOptions,
  secret,
  secrets,
  text,
  toggle,
  whole,
  type OptionsOf,
  type SettingTable,
  type SettingValues,
} from '../internal/settings.js';
import { serviceSettings } from '../service/service-settings.js';
import type {
  Authorize,
  ParseWebhook,
  ResolvePurchase,
  VerifyHuman,
  VerifyWebhook,
  WebhookHandler,
} from './hooks.js';
import type { Logger } from './log-events.js';
import { storeOperations, type Observer } from './observer-events.js';
import { consoleLogger } from './report.js';
import { createMemoryStore, type Store } from './store.js';

// The schemas of text settings. No message quotes a value.

const string = z.string('must be text');

/** A token that can be sent in a header. */
const token = string.regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 visible ASCII characters');

/** The name of a location, department or platform. */
const issuedName = string.min(1, 'must not contain an empty name');

/** The name of a header. */
const headerName = string.regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header');

/** A path as a prefix; empty for the root. */
const mount = string
  .regex(/^(?:\/[\w~-][\w.~-]*)*\/?$/, 'must be a path such as /financing')
  .transform((path) => path.replace(/\/$/, ''));

/** A host, as in a URL. `URL` would accept a wildcard as a name, but it would match no host. */
const host = string.refine(
  (value) =>
    URL.canParse(`https://${value}`) &&
    new URL(`https://${value}`).host === value &&
    !value.includes('*'),
  'must contain only hosts such as apply.example',
);

/** An exact origin: no wildcard, no path, and TLS except on this machine. */
const origin = string
  .refine(isExactOrigin, 'must contain only origins such as https://shop.example')
  .transform((value) => new URL(value).origin);

/** A URL with TLS, or on this machine, and without user information. */
export const secureUrl = string
  .refine(hasTlsOrIsLocal, {
    error: 'must be an https URL (http only for this machine)',
    abort: true,
  })
  .refine((value) => {
    const { username, password } = new URL(value);
    return !username && !password;
  }, 'must not contain user information')
  .transform((value) => new URL(value).href);

/** The URL of a page, to which the name of a section is added. */
const pageUrl = secureUrl.refine(
  (value) => !/[?#]/.test(value),
  'must not contain a query or a fragment',
);

function isExactOrigin(value: string): boolean {
  return (
    hasTlsOrIsLocal(value) &&
    new URL(value).origin === value.replace(/\/$/, '') &&
    !value.includes('*')
  );
}

function hasTlsOrIsLocal(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** The operations that a store must have. Only `uncount` is optional. */
const storeMethods = storeOperations.filter((name) => name !== 'uncount');

/** Without this check, an object without these methods would look like a store that is down, and requests would continue. */
const storeSchema = z.custom<Store>(
  (value) =>
    storeMethods.every((method) => typeof (Object(value) as Partial<Store>)[method] === 'function'),
  'must be a store, such as the result of createRedisStore(url)',
);

/** The options below `webhooks`. */
export const webhookSettings = {
  secrets: {
    variable: 'FINANCING_WEBHOOK_SECRET',
    type: secrets(),
    help: 'Secrets that the service signs events with. Set two while you rotate one.',
  },
  header: {
    type: text('name of a header', headerName),
    default: webhookSignatureHeader,
    help: 'Header that contains the signature.',
  },
  verify: {
    type: callback<VerifyWebhook>(),
    help: 'Verifies a request instead of `secrets`. Only `true` passes.',
    details:
      'The request body has already been read: its bytes are the second argument. If the function throws, the response is 401 ' +
      '`unauthorized`. If it takes longer than 5 seconds, the response is 502 `service-error`.',
  },
  parse: {
    type: callback<ParseWebhook>(),
    defaultWords: 'JSON as `{"eventType": "…", "payload": {…}}`',
    help: 'Parses the body of a request instead of the usual envelope.',
  },
  onEvent: {
    type: callback<WebhookHandler<FinancingWebhookEvent>>(),
    help: 'Handles each event once. Without it, events only update the status of links.',
    details:
      'If it throws (502) or takes longer than 10 seconds (503), the service is asked to deliver the event again. ' +
      'Return `{ status: 409 }` to choose the status. Any other return value is ignored.',
  },
  onUnknown: {
    type: callback<WebhookHandler<FinancingWebhookEvent>>(),
    defaultWords: '`onEvent`',
    help: "Handles events of kinds that this version doesn't know.",
  },
} as const satisfies SettingTable;

/** Options of the route that receives events. It exists only with `secrets` or `verify`. */
export type WebhookOptions = OptionsOf<typeof webhookSettings>;

/** The proxy reports retries to its `observer` instead. */
const { onRetry: _, ...settingsOfService } = serviceSettings;

/** The options of `createFinancingProxy`. If two names are equally similar to a mistyped one, the first is suggested. */
export const proxySettings = {
  ...settingsOfService,
  locations: {
    variable: 'FINANCING_LOCATIONS',
    type: list('names', issuedName, 1),
    defaultWords: 'any',
    help: 'The only locations that requests may name.',
    details: 'If there is only one, it is used for requests that name none.',
  },
  departments: {
    variable: 'FINANCING_DEPARTMENTS',
    type: list('names', issuedName, 1),
    defaultWords: 'any',
    help: 'The only values of departmentId that links may have.',
    details: 'The service accepts only those that it issued to you. A number is compared as text.',
  },
  sourcePlatforms: {
    variable: 'FINANCING_SOURCE_PLATFORMS',
    type: list('names', issuedName, 1),
    defaultWords: 'any',
    help: 'The only values of sourcePlatform that requests may have.',
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
      "Exact origins such as `https://shop.example`. If neither list is set, a link may return to the page's origin if `Host` " +
      'agrees, but a program can forge both. A link that is texted can return only to a listed origin.',
  },
  linkHosts: {
    variable: 'FINANCING_LINK_HOSTS',
    type: list('hosts', host, 1),
    defaultWords: 'any',
    help: 'The only hosts that links from the service may lead to.',
    details: 'Hosts as in a URL, such as `apply.service.example`, with the port if there is one.',
  },
  trustPageAmount: {
    variable: 'FINANCING_TRUST_PAGE_AMOUNT',
    type: toggle(),
    default: false,
    help: "Creates pay-over-time links for amounts that your server hasn't verified.",
    details: 'Shoppers can change what their page sends, so check each amount before you deliver.',
  },
  purchaseSecret: {
    variable: 'FINANCING_PURCHASE_SECRET',
    type: secret('16 characters or more', longSecret),
    help: 'Secret that your back end signs purchases with, so that their amounts are verified.',
  },
  purchaseMaxAge: {
    variable: 'FINANCING_PURCHASE_MAX_AGE',
    type: whole(1, 31_536_000, 'seconds'),
    default: 86_400,
    help: 'The maximum validity of a purchase token, in seconds. A token that expires later is refused.',
    details: 'Five more minutes are allowed, because clocks differ.',
  },
  resolvePurchase: {
    type: callback<ResolvePurchase>(),
    help: 'Returns the purchase of a pay-over-time link, or nothing to refuse the link.',
    details:
      'The second argument is a copy of the body. If the function throws or takes longer than 5 seconds, the link is refused with ' +
      '403 `purchase-not-verified`. A page chooses the `transactionId`, so check that it is a UUID before you look for it in a column ' +
      'of that type. Otherwise, anyone can make your database throw, and the log then has an `unexpected-error`.',
  },
  verifiedStatusOnly: {
    variable: 'FINANCING_VERIFIED_STATUS_ONLY',
    type: toggle(),
    default: false,
    help: 'Gives a page the outcome of its link only if your server verified the `transactionId`.',
    details:
      'Without it, the first link created with a reference gets the status, even if another page guessed the reference. ' +
      'With it, pre-qualification links have no status.',
  },
  verifyHuman: {
    type: callback<VerifyHuman>(),
    help: 'Checks before each link that a person is requesting it. Only `true` passes.',
    details:
      'The second argument is a copy of the body. If the function throws or takes longer than 5 seconds, the link is refused with ' +
      '403 `verification-failed`.',
  },
  sms: {
    variable: 'FINANCING_SMS',
    type: toggle(),
    default: false,
    help: 'Allows the service to send text messages.',
    details:
      "Each message needs a US phone number that can be texted, an `Idempotency-Key`, and a page on the proxy's own or an " +
      'allowed origin. For onboarding, it needs an authorized request. Names and references must contain no link or phone number.',
  },
  textsPerPhone: {
    type: whole(1, 1_000_000),
    default: 3,
    help: 'Text messages per ten minutes to one phone number.',
  },
  textsPerPrefix: {
    type: whole(1, 1_000_000),
    default: 20,
    help: 'Text messages per hour to phone numbers that differ only in their last four digits.',
  },
  textsPerAddress: {
    type: whole(1, 1_000_000),
    default: 10,
    help: 'Text messages per hour that one client address may request.',
  },
  textsInAll: {
    type: whole(1, 1_000_000),
    default: 200,
    help: 'Text messages per hour to all phone numbers together.',
    details:
      'The addresses in one IPv6 /48 together may request a quarter of them, and the addresses in one /32 half, but never fewer ' +
      'than `textsPerAddress`. The limit bounds what strangers can send at your cost. Twenty addresses with programs can use it ' +
      'up, and then no shopper gets a text message for the rest of the hour, so keep programs out with `verifyHuman` or a bot ' +
      'check in front.',
  },
  adminToken: {
    variable: 'FINANCING_ADMIN_TOKEN',
    type: secret('16 visible ASCII characters or more', token),
    help: 'Opens the onboarding routes to requests with this bearer token.',
    details: "Without it and `authorize`, these routes don't exist. Needs `svcSecret`.",
  },
  authorize: {
    type: callback<Authorize>(),
    help: 'Decides whether a request may use the onboarding routes. Only `true` passes.',
    details:
      "Without it and `adminToken`, these routes don't exist. Needs `svcSecret`. If the function throws, the response is 401 " +
      '`unauthorized`. If it takes longer than 5 seconds, the response is 502 `service-error`.',
  },
  cacheTtl: {
    variable: 'FINANCING_CACHE_TTL',
    type: whole(0, 86_400, 'seconds'),
    default: 300,
    help: 'Seconds for which an estimate is cached. 0 turns the cache off.',
  },
  rateLimit: {
    variable: 'FINANCING_RATE_LIMIT',
    type: whole(1, 1_000_000),
    default: 120,
    help: 'Requests per minute from one client address.',
    details:
      'Keep a limit: a body with more than 2,000 values is refused before it is parsed, but a body of 128 KiB still takes time.',
  },
  trustedHops: {
    variable: 'FINANCING_TRUSTED_HOPS',
    type: whole(0, 16),
    default: 0,
    help: 'Number of reverse proxies in front, each of which appends to X-Forwarded-For.',
  },
  clientAddress: {
    type: callback<(request: Request) => string | undefined>(),
    help: "Returns the client's address, if the server doesn't know it or a CDN sends it in a header.",
    details: 'If it throws, the address counts as unknown.',
  },
  store: {
    type: { schema: storeSchema, words: '`Store`' },
    defaultWords: 'the memory of this process',
    help: 'Stores claims, responses, and counters. Replicas share one store.',
    details:
      '`createRedisStore(url)` from `financing-elements/node` creates one to share. The memory of this process keeps the last ' +
      '30,000 keys, in at most 64 MiB. With more keys in a day, the oldest can be used again.',
  },
  storeSecret: {
    variable: 'FINANCING_STORE_SECRET',
    type: secret('16 characters or more', longSecret),
    defaultWords: '`svcKey`; for the memory of this process, its own secret',
    help: 'Secret for hashing store keys. Set one if replicas share a store.',
    details:
      "Use the same secret on all replicas of a shop. Shops that share a Redis each need their own. Don't rotate it: with another " +
      'secret, the store forgets what was sent and counted.',
  },
  linksWithoutStore: {
    variable: 'FINANCING_LINKS_WITHOUT_STORE',
    type: toggle(),
    default: false,
    help: 'Creates links that are not texted even while the store is down.',
    details:
      'A request that is repeated during that time can create a second link. Texts and new locations are still refused.',
  },
  mount: {
    variable: 'FINANCING_MOUNT',
    type: text('path', mount),
    default: '/financing',
    help: 'Path where the proxy is mounted.',
  },
  errorPages: {
    variable: 'FINANCING_ERROR_PAGES',
    type: text('URL', pageUrl),
    defaultWords: 'no page; the `type` is `about:blank`',
    help: "URL of the errors page, if you publish it. A problem's `type` then links to the section about its code.",
    details:
      'With `https://docs.example/errors`, a problem with the code `rate-limited` has the type ' +
      '`https://docs.example/errors#rate-limited`. The package contains the page as docs/errors.md.',
  },
  webhooks: {
    type: object<WebhookOptions>(),
    help: 'Receives events from the service, and gives pages the outcome of their links.',
    details: 'Neither route exists without `secrets` or `verify`.',
  },
  logger: {
    type: object<Logger>(),
    defaultWords: 'everything except `debug` goes to the console',
    help: 'Receives log entries.',
    details:
      'Has the methods `debug`, `info`, `warn`, and `error`. Each gets one object, as with pino: `logger: pino()`.',
  },
  logRequests: {
    variable: 'FINANCING_LOG_REQUESTS',
    type: toggle(),
    default: false,
    help: 'Logs each request at info instead of debug.',
    details:
      'One line with the method, the pattern of the route, status, code, duration, `requestId`, and `traceId`. It contains ' +
      'nothing from the path, the query, or the body.',
  },
  observer: {
    type: callback<Observer>(),
    help: 'Receives typed events, for metrics.',
    details: 'It is called synchronously. Only its first error is logged, on the console.',
  },
} as const satisfies SettingTable;

/** Options of `createFinancingProxy`. Nothing is open unless an option opens it. */
export type FinancingProxyOptions = OptionsOf<typeof proxySettings>;

type ListName =
  | 'locations'
  | 'departments'
  | 'sourcePlatforms'
  | 'linkHosts'
  | 'redirectOrigins'
  | 'allowedOrigins';

/** The options of the proxy once they are checked, with their defaults. */
export interface ProxySettings
  extends
    Omit<SettingValues<typeof proxySettings>, 'webhooks' | ListName>,
    Readonly<Record<ListName, readonly string[]>> {
  readonly webhooks: SettingValues<typeof webhookSettings>;
  readonly store: Store;
  readonly logger: Logger;
}

/** Checks the options once. Throws `InvalidOptionError`. */
export function readProxyOptions(options: FinancingProxyOptions): ProxySettings {
  const values = readOptions(proxySettings, options);
  if ((values.authorize ?? values.adminToken) !== undefined && !values.svcSecret) {
    throw new InvalidOptionError(
      'svcSecret',
      'is required for the routes that adminToken or authorize opens',
    );
  }
  return {
    ...values,
    locations: [...new Set(values.locations)],
    departments: values.departments ?? [],
    sourcePlatforms: values.sourcePlatforms ?? [],
    linkHosts: values.linkHosts ?? [],
    redirectOrigins: values.redirectOrigins ?? [],
    allowedOrigins: values.allowedOrigins ?? [],
    webhooks: readOptions(webhookSettings, values.webhooks ?? {}, 'webhooks.'),
    store: values.store ?? createMemoryStore(),
    logger: values.logger ?? consoleLogger,
  };
}
