import * as z from 'zod';
import {
  bareFlag,
  dollars,
  oneOf,
  text,
  urlWithPassword,
  whole,
  type Setting,
  type SettingValues,
} from '../../internal/settings.js';
import { proxySettings, secureUrl, webhookSettings } from '../../proxy/proxy-settings.js';

interface Command {
  readonly help: string;
  /** The default port. Undefined for a command that serves nothing. */
  readonly port?: number;
  /** The words that can follow the name of the command, as `--help` shows them. */
  readonly words?: readonly string[];
}

export const commands = {
  serve: { help: 'Runs the proxy', port: 8787 },
  sandbox: { help: 'Runs a simulation of the Financing Service', port: 8788 },
  demo: { help: 'Runs a shop with the proxy and the sandbox', port: 8080 },
  check: { help: 'Checks credentials, locations, and the network' },
  locations: {
    help: 'Adds locations from a CSV file, and lists links that expire',
    words: ['add FILE.csv', 'status FILE.csv', 'template'],
  },
  'verify-purchase': {
    help: 'Verifies a purchase token, and says what is wrong with it',
    words: ['TOKEN'],
  },
} satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;

/** The commands that take the settings of a server. */
const serverNames = ['serve', 'sandbox', 'demo', 'check'] as const;

export const commandNames = Object.keys(commands) as CommandName[];

export function commandOf(name: CommandName): Command {
  return commands[name];
}

// The settings of the command: its own, and the proxy settings that have a variable. Flags, variables, `--help`, suggestions, and
// the types of the values are derived from these rows. After a change, run `npm run reference`.

/** A setting of the command, and the commands that take it. */
export interface CommandSetting extends Setting {
  readonly commands: readonly CommandName[];
  /** The action that the setting belongs to, such as `add`. Missing if the setting belongs to all actions. */
  readonly action?: 'add' | 'status';
}

/** `check` takes the same settings as `serve`, so that it runs with the same command line and environment. */
const serveAndCheck = ['serve', 'check'] as const;

const webUrl = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    'must be an http or https URL',
  );

/** Flags without a variable, except the ones that only `locations` or `verify-purchase` has. */
const flagsOnly = {
  sandbox: {
    flag: 'sandbox',
    type: bareFlag(),
    commands: serveAndCheck,
    help: 'Uses an embedded sandbox without credentials. Its pages are under /sandbox/.',
  },
  check: {
    flag: 'check',
    type: bareFlag(),
    commands: ['serve'],
    help: "Runs check first, with its report on stderr, and doesn't listen if it fails.",
    details:
      "It tries every listed location, for up to 20 seconds. One that works is enough. A location that the service doesn't know (422) or fails for (500) is a `note`. " +
      "So is a Redis that doesn't respond, because estimates work without it. A Redis that refuses the password, the permissions, or " +
      "the database is `wrong`. So is a `FINANCING_…` variable that the command doesn't know, because a mistyped limit has no " +
      'effect.',
  },
  envFile: {
    flag: 'env-file',
    type: text('path of a file'),
    commands: commandNames,
    help: 'File of variables, as NAME=value lines. Environment variables take precedence.',
  },
  publicUrl: {
    flag: 'public-url',
    type: text('URL', webUrl),
    commands: [...serveAndCheck, 'sandbox', 'demo'],
    help: "URL at which browsers reach a sandbox behind a tunnel or in a container, such as https://demo.example. The sandbox's links start with it.",
  },
  seeds: {
    flag: 'seeds',
    type: text('path of a file'),
    commands: ['sandbox'],
    help: 'JSON file with the credentials and locations that the sandbox knows.',
  },
  webhookUrl: {
    flag: 'webhook-url',
    type: text('URL', webUrl),
    commands: ['sandbox'],
    help: 'URL that webhooks are sent to, such as http://127.0.0.1:8787/financing/webhooks.',
  },
} as const satisfies Readonly<Record<string, CommandSetting>>;

const ofServer = {
  webhookSecret: { ...webhookSettings.secrets, commands: [...serveAndCheck, 'sandbox'] },
  locationsFile: {
    variable: 'FINANCING_LOCATIONS_FILE',
    type: text('path of a file'),
    commands: serveAndCheck,
    help: 'File with the locations, instead of the list: one name per line, or the CSV of locations add.',
    details: "It is read again on SIGHUP, so that new stores don't need a restart.",
  },
  webhookForward: {
    variable: 'FINANCING_WEBHOOK_FORWARD',
    // Events name purchases, so they leave this machine only over TLS.
    type: text('URL', secureUrl),
    commands: serveAndCheck,
    help: 'URL of your back end that verified events are forwarded to.',
  },
  redisUrl: {
    variable: 'FINANCING_REDIS_URL',
    type: urlWithPassword(),
    commands: serveAndCheck,
    help: 'Redis that replicas share, such as redis://127.0.0.1:6379.',
    details:
      'The full form is `redis://user:password@host:6379/0`, with `%40` for `@` and `%2F` for `/` in a password. ' +
      '`redis+sentinel://host1:26379,host2:26379/mymaster/0` connects to the primary that the Sentinels know as `mymaster`. ' +
      '`?sentinelUsername=…&sentinelPassword=…` are the credentials for the Sentinels. `redis+cluster://host1:6379,host2:6379` connects to a cluster through any of its ' +
      'nodes. A cluster only has database 0. `rediss://`, `rediss+sentinel://`, and `rediss+cluster://` use TLS on all connections. ' +
      '`NODE_EXTRA_CA_CERTS` names a private authority. Certificates must be for the addresses that Sentinels or a cluster announce. `?timeout=500` gives a command 500 milliseconds instead of 200. ' +
      '`?replicas=1` makes a claim count once a replica has it. Other options are passed to `ioredis`.',
  },
  host: {
    variable: 'HOST',
    type: text('name or address'),
    commands: serverNames,
    default: '127.0.0.1',
    help: 'Name or address to listen on. A sandbox listens beyond this machine only with the flag.',
    details:
      'On 127.0.0.1, requests for other host names get 421, because a page could point its own name at that address (DNS ' +
      'rebinding). `serve` accepts the names in `FINANCING_ALLOWED_ORIGINS`. It accepts other names if a reverse proxy adds ' +
      '`X-Forwarded-For`, `-Host`, or `-Proto`, or `Forwarded`, and passes on a `Host` with a port other than its own.',
  },
  port: {
    variable: 'PORT',
    type: whole(0, 65_535),
    commands: serverNames,
    help:
      `Port to listen on. The default is ${commands.serve.port}, ${commands.sandbox.port} for the sandbox, and ` +
      `${commands.demo.port} for the demo. 0 takes a free port.`,
  },
  stopTimeout: {
    variable: 'FINANCING_STOP_TIMEOUT',
    type: whole(1, 600, 'seconds'),
    commands: ['serve', 'sandbox', 'demo'],
    default: 9,
    help: 'Seconds that a stop may take. Docker kills a container after 10.',
  },
  drain: {
    variable: 'FINANCING_DRAIN',
    type: whole(0, 300, 'seconds'),
    commands: serveAndCheck,
    defaultWords: '3, or a third of `FINANCING_STOP_TIMEOUT` if that is below 9',
    help: 'Seconds for which a stopping server still accepts requests while /ready returns 503, so that load balancers notice. They are part of the stop timeout.',
  },
  metricsPort: {
    variable: 'FINANCING_METRICS_PORT',
    type: whole(0, 65_535),
    commands: serveAndCheck,
    help: 'Port that serves GET /metrics for Prometheus. It has no login, so open it to your own network only. Without the port, there are no metrics.',
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    type: oneOf(['debug', 'info', 'warn', 'error']),
    commands: commandNames,
    default: 'info',
    help: 'Lowest level to log, as one JSON line per event on stderr.',
  },
} as const satisfies Readonly<Record<string, CommandSetting>>;

const ofLocations = {
  dryRun: {
    flag: 'dry-run',
    type: bareFlag(),
    commands: ['locations'],
    action: 'add',
    help: 'For add: checks the file, says what would be sent, and sends nothing.',
  },
  concurrency: {
    flag: 'concurrency',
    type: whole(1, 8),
    commands: ['locations'],
    default: 1,
    help: 'Maximum number of concurrent calls. Each waits if the service says that it is busy.',
  },
  noSecondText: {
    flag: 'no-second-text',
    type: bareFlag(),
    commands: ['locations'],
    action: 'add',
    help: 'For add: adds rows without a text message if an earlier run may have sent theirs.',
  },
  csv: {
    flag: 'csv',
    type: bareFlag(),
    commands: ['locations'],
    action: 'status',
    help: 'For status: prints the location, status, and link of each row as CSV.',
  },
  results: {
    flag: 'results',
    type: text('path of a file'),
    commands: ['locations'],
    defaultWords: '`FILE.csv.results.jsonl`',
    help: 'File for the results: add records each row there and resumes from it; status reads which locations were added.',
  },
  days: {
    flag: 'days',
    type: whole(0, 365, 'days'),
    commands: ['locations'],
    action: 'status',
    default: 10,
    help: 'For status: days ahead within which a link is listed as expiring.',
  },
  json: {
    flag: 'json',
    type: bareFlag(),
    commands: ['locations', 'check'],
    help: 'Prints the report as JSON.',
  },
} as const satisfies Readonly<Record<string, CommandSetting>>;

const ofVerifyPurchase = {
  amount: {
    flag: 'amount',
    type: dollars(),
    commands: ['verify-purchase'],
    help: 'Amount of the request in US dollars, to compare the token with.',
  },
  transactionId: {
    flag: 'transaction-id',
    type: text(),
    commands: ['verify-purchase'],
    help: 'Transaction of the request, to compare the token with.',
  },
  location: {
    flag: 'location',
    type: text(),
    commands: ['verify-purchase'],
    help: 'Location of the request, to compare the token with.',
  },
} as const satisfies Readonly<Record<string, CommandSetting>>;

/**
 * For a setting of the proxy, the command other than `serve` and `check` that takes it, if any. `locations` calls the service
 * directly.
 */
const otherCommands: Readonly<Record<string, CommandName>> = {
  baseUrl: 'locations',
  svcKey: 'locations',
  svcSecret: 'locations',
  timeout: 'locations',
  allowHttp: 'locations',
  purchaseSecret: 'verify-purchase',
  purchaseMaxAge: 'verify-purchase',
};

type OfProxy = typeof proxySettings;

/** The options of the proxy that can be set with a variable. */
type ProxyRows = {
  [
    Name in keyof OfProxy as OfProxy[Name] extends { variable: string } ? Name : never
  ]: OfProxy[Name];
};

const ofProxy = Object.fromEntries(
  Object.entries<Setting>(proxySettings)
    .filter(([, { variable }]) => variable !== undefined)
    .map(([name, setting]) => {
      const other = otherCommands[name];
      return [name, { ...setting, commands: other ? [...serveAndCheck, other] : serveAndCheck }];
    }),
) as unknown as Readonly<Record<keyof ProxyRows, CommandSetting>>;

/** All settings of the command, in the order of `--help`. */
export const settings: Readonly<Record<SettingName, CommandSetting>> = {
  ...flagsOnly,
  ...ofProxy,
  ...ofServer,
  ...ofLocations,
  ...ofVerifyPurchase,
};

export type SettingName = keyof Values;

export const settingEntries = Object.entries(settings) as [SettingName, CommandSetting][];

type Values = SettingValues<typeof flagsOnly> &
  SettingValues<ProxyRows> &
  SettingValues<typeof ofServer> &
  SettingValues<typeof ofLocations> &
  SettingValues<typeof ofVerifyPurchase>;

/** The values of all settings. A setting without a value and a default is undefined. */
export type CommandSettings = {
  // Each command checks which of these settings it requires.
  readonly [Name in SettingName]:
    | Values[Name]
    | (Name extends 'baseUrl' | 'svcKey' ? undefined : never);
};
