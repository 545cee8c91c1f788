import { isLoopback } from '../internal/loopback.js';
import { InvalidOptionError, type FinancingServiceOptions } from '../service/index.js';
import { checkOptionNames } from '../service/option-names.js';
import { checkOptionTypes, type OptionTypes } from '../service/option-types.js';
import type { ClientAddressOptions, HumanOptions, PurchaseOptions } from './gates/index.js';
import { consoleLogger, guardLogger, type Logger } from './log/index.js';
import { optionNames } from './option-names.js';
import { checkPurchaseSecret } from './links/index.js';
import { createMemoryStore, type Store } from './stores/index.js';
import { readWebhooks, type WebhookOptions, type WebhookSettings } from './webhooks/options.js';

/** Options of `createFinancingProxy`. Everything that opens something is off unless it is named here. */
export interface FinancingProxyOptions extends Pick<
  FinancingServiceOptions,
  'baseUrl' | 'svcKey' | 'svcSecret' | 'timeout' | 'linkTimeout' | 'allowHttp' | 'fetch'
> {
  /**
   * The path under which the proxy answers.
   * @default '/financing'
   */
  mount?: string | undefined;
  /** The only locations that may be named. When it is exactly one, it stands in where a caller names none. */
  locations?: readonly string[] | undefined;
  /** The only hosts that a link of the service may lead to, as in `apply.service.example`. Any host by default. */
  linkHosts?: readonly string[] | undefined;
  /** Origins to which `redirectUrl` may lead, besides the page's own, as in `https://shop.example`. */
  redirectOrigins?: readonly string[] | undefined;
  /** Origins whose pages may call, besides the proxy's own, as in `https://shop.example`. Exact: there is no wildcard. */
  allowedOrigins?: readonly string[] | undefined;
  /**
   * Lets the service text people: customers their links, representatives their onboarding. Every text needs a US
   * phone number, an `Idempotency-Key`, and a page of an allowed origin or an authorized onboarding request.
   * @default false
   */
  sms?: boolean | undefined;
  /** Vouches for amounts in code: is shown a copy of the body, returns the purchase that it belongs to, or nothing. */
  resolvePurchase?: PurchaseOptions['resolvePurchase'];
  /** The secret of 16 characters or more that purchase tokens are signed with. */
  purchaseSecret?: string | undefined;
  /** Tells people from programs before a link is made: strictly `true` passes. */
  verifyHuman?: HumanOptions['verifyHuman'];
  /**
   * Seconds for which an estimate is kept; 0 keeps none.
   * @default 300
   */
  cacheTtl?: number | undefined;
  /**
   * Requests a minute and client address.
   * @default 120
   */
  rateLimit?: number | undefined;
  /**
   * Texts to one phone in ten minutes.
   * @default 3
   */
  textsPerPhone?: number | undefined;
  /**
   * Texts an hour to phones that differ in their last four digits only.
   * @default 20
   */
  textsPerPrefix?: number | undefined;
  /**
   * Texts an hour in all.
   * @default 200
   */
  textsInAll?: number | undefined;
  /**
   * How many reverse proxies stand in front, each of which appends to `X-Forwarded-For`.
   * @default 0
   */
  trustedHops?: number | undefined;
  /** Tells a caller's address where the server does not, or a content network has a header for it. */
  clientAddress?: ClientAddressOptions['clientAddress'];
  /** Claims, answers and counters: in the memory of this process by default, or shared by replicas. */
  store?: Store | undefined;
  /**
   * Creates pay-over-time links for whatever amount the page sends. A shopper can change what their own page
   * sends, so the amount must then be checked before anything is delivered.
   * @default false
   */
  trustPageAmount?: boolean | undefined;
  /** Decides who may use the onboarding routes: strictly `true` passes. Without it and `adminToken` they do not exist. */
  authorize?: ((request: Request) => boolean | Promise<boolean>) | undefined;
  /** Opens the onboarding routes to requests with `Authorization: Bearer` and this token, of 16 characters or more. */
  adminToken?: string | undefined;
  /** Takes events of the service, and tells pages what became of their links. Neither route exists without a verifier. */
  webhooks?: WebhookOptions | undefined;
  /** Receives what an operator wants to know. By default, warnings and errors go to the console. */
  logger?: Logger | undefined;
}

/** The options once they are checked, with their defaults. Secrets of the service stay with the service client. */
export interface ProxySettings extends PurchaseOptions, HumanOptions {
  readonly allowedOrigins: readonly string[];
  readonly sms: boolean;
  readonly cacheTtl: number;
  readonly rateLimit: number;
  readonly textsPerPhone: number;
  readonly textsPerPrefix: number;
  readonly textsInAll: number;
  readonly trustedHops: number;
  readonly store: Store;
  readonly mount: string;
  readonly locations: readonly string[];
  readonly linkHosts: readonly string[];
  readonly redirectOrigins: readonly string[];
  readonly trustPageAmount: boolean;
  readonly authorize: FinancingProxyOptions['authorize'];
  readonly adminToken: string | undefined;
  readonly webhooks: WebhookSettings | undefined;
  readonly logger: Logger;
}

const optionTypes: OptionTypes<FinancingProxyOptions> = {
  authorize: 'function',
  resolvePurchase: 'function',
  verifyHuman: 'function',
  clientAddress: 'function',
  webhooks: 'object',
  logger: 'object',
};

/** Checks the options once. Throws `InvalidOptionError`. */
export function readOptions(options: FinancingProxyOptions): ProxySettings {
  checkOptionNames(options, optionNames);
  checkOptionTypes(options, optionTypes);
  const { authorize, adminToken } = options;
  if ((authorize ?? adminToken) !== undefined && !options.svcSecret) {
    throw new InvalidOptionError(
      'svcSecret',
      'is missing, and what adminToken or authorize opens needs it',
    );
  }
  if (adminToken !== undefined && !/^[\x21-\x7e]{16,}$/.test(adminToken)) {
    throw new InvalidOptionError('adminToken', 'is not at least 16 visible ASCII characters');
  }
  if (options.purchaseSecret !== undefined) checkPurchaseSecret(options.purchaseSecret);
  return {
    allowedOrigins: readList(options, 'allowedOrigins').map((text) =>
      readOrigin('allowedOrigins', text),
    ),
    sms: options.sms === true,
    cacheTtl: readWhole('cacheTtl', options.cacheTtl ?? 300, 0, 86_400),
    rateLimit: readWhole('rateLimit', options.rateLimit ?? 120, 1, 1_000_000),
    textsPerPhone: readWhole('textsPerPhone', options.textsPerPhone ?? 3, 1, 1_000_000),
    textsPerPrefix: readWhole('textsPerPrefix', options.textsPerPrefix ?? 20, 1, 1_000_000),
    textsInAll: readWhole('textsInAll', options.textsInAll ?? 200, 1, 1_000_000),
    trustedHops: readWhole('trustedHops', options.trustedHops ?? 0, 0, 16),
    store: readStore(options.store ?? createMemoryStore()),
    purchaseSecret: options.purchaseSecret,
    resolvePurchase: options.resolvePurchase,
    verifyHuman: options.verifyHuman,
    mount: readMount(options.mount ?? '/financing'),
    locations: [...new Set(readList(options, 'locations').map(readLocation))],
    linkHosts: readList(options, 'linkHosts').map(readHost),
    redirectOrigins: readList(options, 'redirectOrigins').map((text) =>
      readOrigin('redirectOrigins', text),
    ),
    trustPageAmount: options.trustPageAmount === true,
    authorize,
    adminToken,
    webhooks: readWebhooks(options.webhooks),
    logger: guardLogger(options.logger ?? consoleLogger),
  };
}

function readList(
  options: FinancingProxyOptions,
  option: 'locations' | 'linkHosts' | 'redirectOrigins' | 'allowedOrigins',
): readonly string[] {
  const list: unknown = options[option] ?? [];
  if (Array.isArray(list)) return list as string[];
  throw new InvalidOptionError(option, 'is not a list');
}

/** Any other object would look like a store that is unavailable, without an error. */
function readStore(store: Store): Store {
  const names = ['get', 'set', 'claim', 'delete', 'count'] as const;
  if (names.every((method) => typeof store[method] === 'function')) return store;
  throw new InvalidOptionError('store', 'is not a store such as createRedisStore(url) makes');
}

function readWhole(option: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new InvalidOptionError(option, `is not a whole number from ${least} to ${most}`);
}

function readMount(text: string): string {
  if (/^(?:\/[\w~-][\w.~-]*)*\/?$/.test(text)) return text.replace(/\/$/, '');
  throw new InvalidOptionError('mount', 'is not a path such as /financing');
}

function readLocation(text: string): string {
  if (text) return text;
  throw new InvalidOptionError('locations', 'holds an empty name');
}

/** A host as URLs have it. A wildcard is a host to URLs, and would match none. */
function readHost(text: string): string {
  const url = URL.canParse(`https://${text}`) ? new URL(`https://${text}`) : undefined;
  if (url?.host === text && !text.includes('*')) return text;
  throw new InvalidOptionError(
    'linkHosts',
    'holds something else than hosts such as apply.example',
  );
}

/** An exact origin: no wildcard, no path, and TLS except on this machine. */
function readOrigin(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const secure =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url && secure && url.origin === text.replace(/\/$/, '') && !text.includes('*'))
    return url.origin;
  throw new InvalidOptionError(
    option,
    'holds something else than origins such as https://shop.example',
  );
}
