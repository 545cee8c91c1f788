/**
 * Every setting of the command, once: flags, variables, `--help`, suggestions and the types of the values are
 * made from this table. Keys are the options of `createFinancingProxy` where there is one of that meaning.
 * The table does not know which values the proxy accepts: the proxy checks its own options.
 */
import type { Setting, ValueOf } from './setting.js';

/** `check` takes what `serve` takes, so that it runs with the same line and environment. */
const serve = ['serve', 'check'] as const;
const every = ['serve', 'sandbox', 'demo', 'check'] as const;

const settings = {
  sandbox: {
    flag: 'sandbox',
    kind: 'bare',
    commands: serve,
    help: 'Run on an embedded sandbox, with no credentials; its pages are under /sandbox/',
  },
  seeds: {
    flag: 'seeds',
    kind: 'text',
    commands: ['sandbox'],
    help: 'JSON file with who may call and which locations they find',
  },
  webhookUrl: {
    flag: 'webhook-url',
    kind: 'text',
    commands: ['sandbox'],
    help: 'Where webhooks are sent, as in http://127.0.0.1:8787/financing/webhooks',
  },
  baseUrl: {
    flag: 'base-url',
    variable: 'FINANCING_BASE_URL',
    kind: 'text',
    commands: serve,
    help: 'Where the Financing Service lives',
  },
  svcKey: {
    flag: 'svc-key',
    variable: 'FINANCING_SVC_KEY',
    kind: 'secret',
    commands: serve,
    help: 'svc-key that the service operator issued',
  },
  svcSecret: {
    flag: 'svc-secret',
    variable: 'FINANCING_SVC_SECRET',
    kind: 'secret',
    commands: serve,
    help: 'svc-secret that the service operator issued; onboarding needs it',
  },
  adminToken: {
    flag: 'admin-token',
    variable: 'FINANCING_ADMIN_TOKEN',
    kind: 'secret',
    commands: serve,
    help: 'Opens the onboarding routes to requests that bear it',
  },
  purchaseSecret: {
    flag: 'purchase-secret',
    variable: 'FINANCING_PURCHASE_SECRET',
    kind: 'secret',
    commands: serve,
    help: 'What your back end signs purchases with, so that an amount need not be trusted',
  },
  webhookSecret: {
    flag: 'webhook-secret',
    variable: 'FINANCING_WEBHOOK_SECRET',
    kind: 'secrets',
    commands: ['serve', 'check', 'sandbox'],
    help: 'What the service signs events with; two, with a comma between, while one is rotated',
  },
  webhookForward: {
    flag: 'webhook-forward',
    variable: 'FINANCING_WEBHOOK_FORWARD',
    kind: 'text',
    commands: serve,
    help: 'URL of your back end that verified events are passed on to',
  },
  allowedOrigins: {
    flag: 'allowed-origins',
    variable: 'FINANCING_ALLOWED_ORIGINS',
    kind: 'list',
    commands: serve,
    help: 'Origins whose pages may call, besides its own',
  },
  locations: {
    flag: 'locations',
    variable: 'FINANCING_LOCATIONS',
    kind: 'list',
    commands: serve,
    help: 'The only locations that pages may name; a single one is used where they name none',
  },
  linkHosts: {
    flag: 'link-hosts',
    variable: 'FINANCING_LINK_HOSTS',
    kind: 'list',
    commands: serve,
    help: 'The only hosts that links of the service may lead to',
  },
  redirectOrigins: {
    flag: 'redirect-origins',
    variable: 'FINANCING_REDIRECT_ORIGINS',
    kind: 'list',
    commands: serve,
    help: 'Origins that a redirectUrl may lead to, besides that of the page',
  },
  trustPageAmount: {
    flag: 'trust-page-amount',
    variable: 'FINANCING_TRUST_PAGE_AMOUNT',
    kind: 'switch',
    commands: serve,
    default: 'off',
    help: 'Create pay-over-time links for amounts that only the page vouches for',
  },
  sms: {
    flag: 'sms',
    variable: 'FINANCING_SMS',
    kind: 'switch',
    commands: serve,
    default: 'off',
    help: 'Let the service text people',
  },
  cacheTtl: {
    flag: 'cache-ttl',
    variable: 'FINANCING_CACHE_TTL',
    kind: 'number',
    commands: serve,
    default: '300',
    help: 'Seconds for which an estimate is kept',
  },
  rateLimit: {
    flag: 'rate-limit',
    variable: 'FINANCING_RATE_LIMIT',
    kind: 'number',
    commands: serve,
    default: '120',
    help: 'Requests a minute and client address',
  },
  trustedHops: {
    flag: 'trusted-hops',
    variable: 'FINANCING_TRUSTED_HOPS',
    kind: 'number',
    commands: serve,
    default: '0',
    help: 'Reverse proxies in front, each of which appends to X-Forwarded-For',
  },
  redisUrl: {
    flag: 'redis-url',
    variable: 'FINANCING_REDIS_URL',
    kind: 'text',
    mayHoldPassword: true,
    commands: serve,
    help: 'Redis that replicas share, as in redis://127.0.0.1:6379',
  },
  timeout: {
    flag: 'timeout',
    variable: 'FINANCING_TIMEOUT',
    kind: 'number',
    commands: serve,
    default: '4000',
    help: 'Milliseconds for an estimate',
  },
  allowHttp: {
    flag: 'allow-http',
    variable: 'FINANCING_ALLOW_HTTP',
    kind: 'switch',
    commands: serve,
    default: 'off',
    help: 'Allow a base URL without TLS beyond this machine',
  },
  mount: {
    flag: 'mount',
    variable: 'FINANCING_MOUNT',
    kind: 'text',
    commands: serve,
    default: '/financing',
    help: 'Path that the proxy answers under',
  },
  host: {
    flag: 'host',
    variable: 'HOST',
    kind: 'text',
    commands: every,
    default: '127.0.0.1',
    help: 'Name or address to listen on; a sandbox leaves this machine only by the flag',
  },
  port: {
    flag: 'port',
    variable: 'PORT',
    kind: 'number',
    max: 65_535,
    commands: every,
    help: 'Port to listen on; 0 takes a free one',
  },
  logLevel: {
    flag: 'log-level',
    variable: 'LOG_LEVEL',
    kind: 'text',
    choices: ['debug', 'info', 'warn', 'error'],
    commands: every,
    default: 'info',
    help: 'The least of what is logged, one JSON line an event on stderr',
  },
} as const satisfies Record<string, Setting>;

/** Name of a setting, as it is written in code. */
export type SettingName = keyof typeof settings;

/** The table's rows. */
export const settingEntries = Object.entries(settings) as [SettingName, Setting][];

/** The values of all settings; undefined where one is not set and has no default. */
export type Settings = {
  readonly [Name in SettingName]: ValueOf<(typeof settings)[Name]>;
};
