import { webhookSignatureHeader } from '../contract/index.js';
import { execFile } from 'node:child_process';
import { hostname } from 'node:os';
import { createPooledFetch } from '../node/index.js';
import {
  createFinancingProxy,
  createMemoryStore,
  type FinancingProxyOptions,
  type WebhookHandler,
  type WebhookOptions,
} from '../proxy/index.js';
import { proxySettings } from '../proxy/settings.js';
import { requireSettings, type CommandContext } from './context.js';
import { onHangUp, createReplaceableProxy } from './reload.js';
import {
  behindReverseProxy,
  createEmbeddedSandbox,
  ownNamesOnly,
  printNextSteps,
  sandboxHost,
  stepsAtProxy,
  withHomePage,
} from './sandbox.js';
import { byPrefix, endOnSignal, runServer } from './server.js';
import { CommandError } from './settings/read-file.js';
import type { Environment } from './settings/read-settings.js';
import { commands, type CommandSettings } from './settings/table.js';
import { openTriedStore } from './store.js';

/** `serve`: serves the proxy; with `--sandbox` on an embedded sandbox, whose pages are under `/sandbox/`. */
export async function runServe(context: CommandContext): Promise<void> {
  const { settings, version, logger } = context;
  const listens = endOnSignal(context);
  noticeEvents(context);
  await (settings.sandbox ? serveOnSandbox(context) : serveOnService(context));
  // From here on the server stops at signals.
  listens();
  const opens = opensOf(context);
  logger.info({
    ...{ event: 'started', version, node: process.versions.node, replica: hostname() },
    ...(opens.length > 0 && { opens }),
  });
  if (process.env['NOTIFY_SOCKET']) reportReady(logger);
}

/** Reports to systemd, for a unit with `Type=notify`, by its own program: Node has no sockets for datagrams of Unix. */
function reportReady(logger: CommandContext['logger']): void {
  execFile('systemd-notify', ['--ready'], (error) => {
    if (!error) return;
    const message = 'systemd-notify failed, so the supervisor does not learn that this is ready.';
    logger.warn({ event: 'notice', message, option: 'NOTIFY_SOCKET' });
  });
}

/** The settings that open something, by the names that the operator used. */
function opensOf({ settings, nameOf }: CommandContext): string[] {
  const { sms, trustPageAmount, allowHttp, linksWithoutStore, adminToken } = settings;
  const open = { sms, trustPageAmount, allowHttp, linksWithoutStore, adminToken };
  const names = Object.entries(open).flatMap(([option, value]) => (value ? [nameOf(option)] : []));
  return settings.locations ? names : [...names, 'any location'];
}

async function serveOnSandbox(context: CommandContext): Promise<void> {
  const { settings, nameOf } = context;
  const { port, path } = addressOf(context);
  const webhooks = chooseWebhooks(context);
  if (`${path}/`.startsWith('/sandbox/')) {
    throw new CommandError(
      `${nameOf('mount')} is under /sandbox, which the pages of the sandbox use`,
    );
  }
  warnOfUnused(context);
  const sandboxAt = sandboxHost(context);
  await requireCheck(context);
  const { metrics, counted } = await openMetrics(context, sandboxAt);
  const url = await runServer(counted, {
    host: sandboxAt,
    port,
    path,
    createHandler(url) {
      const { sandbox, proxy } = createEmbeddedSandbox(url, {
        ...proxyOptionsOf(settings),
        ...{ webhooks, observer: metrics?.observe, store: openTriedStore(counted) },
        logger: counted.logger,
      });
      const isExpected = behindReverseProxy(url, () => settings);
      const shop = ownNamesOnly(withHomePage(proxy), sandboxAt, isExpected);
      return {
        ...byPrefix({ '/sandbox': ownNamesOnly(sandbox, sandboxAt) }, shop),
        drain: proxy.drain,
      };
    },
  });
  printNextSteps(stepsAtProxy(new URL(url).origin, path));
}

async function serveOnService(context: CommandContext): Promise<void> {
  const { host, port, path } = addressOf(context);
  // Wrong settings end the command before it calls the service.
  chooseWebhooks(context);
  requireCredentials(context);
  let startReading!: (readAgain: () => Promise<void>) => void;
  onHangUp(new Promise((resolve) => (startReading = resolve)));
  warnOfReplicas(context);
  await requireCheck(context);
  const fetch = createPooledFetch();
  const { metrics, counted } = await openMetrics(context, host);
  const proxy = createReplaceableProxy(counted, {
    store: openTriedStore(counted) ?? createMemoryStore(),
    observer: metrics?.observe,
    noteReload: metrics?.noteReload,
    check: (latest) => requireCheck(latest, 'the check of the new settings failed'),
    createProxy: (latest, parts) => {
      warnOfOpenTexts(latest);
      return createFinancingProxy({
        ...proxyOptionsOf(latest.settings),
        ...requireCredentials(latest),
        ...parts,
        webhooks: chooseWebhooks(latest),
        fetch,
        logger: counted.logger,
      });
    },
  });
  await runServer(counted, {
    host,
    port,
    path,
    createHandler: (url) => ({
      ...ownNamesOnly(proxy, host, behindReverseProxy(url, proxy.settings)),
      drain: proxy.drain,
    }),
  });
  startReading(proxy.readAgain);
}

/** Where to listen, and the mount without a slash at its end. Throws `CommandError` where two settings do not fit together. */
export function addressOf({ settings, nameOf }: CommandContext) {
  const { host, port = commands.serve.port, metricsPort, mount, drain = 0, stopTimeout } = settings;
  if (port !== 0 && port === metricsPort) {
    throw new CommandError(
      `${nameOf('metricsPort')} and ${nameOf('port')} are both ${port}; choose another port`,
    );
  }
  if (drain >= stopTimeout) {
    throw new CommandError(
      `${nameOf('drain')} is a part of ${nameOf('stopTimeout')}, which has to be longer`,
    );
  }
  return { host, port, path: mount };
}

/** With `--check`: throws `CommandError` unless everything that a start needs works. Stdout is kept for the address. */
async function requireCheck(
  context: CommandContext,
  failure = 'the check failed, so nothing is served',
): Promise<void> {
  if (context.settings.check) await (await import('./check.js')).requireFit(context, failure);
}

/** Loads the library for metrics only where they are asked for. */
async function openMetrics(context: CommandContext, host: string) {
  const { metricsPort } = context.settings;
  if (metricsPort === undefined) return { metrics: undefined, counted: context };
  const { startMetrics } = await import('./metrics.js');
  const metrics = await startMetrics(context, host, metricsPort);
  return { metrics, counted: { ...context, logger: metrics.counting(context.logger) } };
}

/** Returns the credentials of the real service. Throws `CommandError`. */
export function requireCredentials(context: CommandContext) {
  const remedy = 'to try it without credentials, run serve --sandbox';
  return requireSettings(context, ['baseUrl', 'svcKey'], remedy);
}

/** Warns of settings of the real service, which a sandbox replaces. */
export function warnOfUnused({ settings, nameOf, logger }: CommandContext): void {
  for (const option of ['baseUrl', 'svcKey', 'svcSecret', 'linkHosts'] as const) {
    if (settings[option] === undefined) continue;
    logger.warn({ event: 'unused-setting', option: nameOf(option) });
  }
}

/** Warns where a page may have texts sent in the name of any location that the service knows. */
function warnOfOpenTexts({ settings, nameOf, logger }: CommandContext): void {
  if (!settings.sms || settings.locations) return;
  const message = 'Texts are allowed for any location that a page names: list the locations.';
  logger.warn({ event: 'notice', message, option: nameOf('locations') });
}

/** The settings that are options of the proxy. */
export function proxyOptionsOf(
  settings: CommandSettings,
): Pick<CommandSettings, keyof CommandSettings & keyof FinancingProxyOptions> {
  const options = Object.entries(settings).filter(([name]) => name in proxySettings);
  return Object.fromEntries(options) as unknown as CommandSettings;
}

/**
 * Chooses how events of the service are verified, and where they are forwarded; undefined without a secret. Throws
 * `CommandError`.
 */
export function chooseWebhooks({ settings, nameOf }: CommandContext): WebhookOptions | undefined {
  const { webhookSecret: secrets, webhookForward } = settings;
  if (secrets === undefined) {
    if (webhookForward === undefined) return undefined;
    throw new CommandError(`${nameOf('webhookForward')} needs FINANCING_WEBHOOK_SECRET`);
  }
  if (webhookForward === undefined) return { secrets };
  return { secrets, onEvent: createForward(webhookForward) };
}

/** Logs that events are not forwarded, which a secret alone might suggest. */
function noticeEvents({ settings, logger }: CommandContext): void {
  if (settings.webhookSecret === undefined || settings.webhookForward !== undefined) return;
  const message =
    'Events update the status of links on pages; FINANCING_WEBHOOK_FORWARD also forwards them to your back end.';
  logger.info({ event: 'notice', message });
}

/**
 * Forwards events to a back end unchanged, with what it needs to verify them again, and answers the service with the status
 * of the back end: an event that the back end refuses is delivered again. The fetch follows no redirect.
 */
function createForward(url: string): WebhookHandler<unknown> {
  const fetch = createPooledFetch();
  return (_event, { bytes, request, signal }) => {
    const headers = new Headers();
    for (const header of ['content-type', webhookSignatureHeader]) {
      const value = request.headers.get(header);
      if (value !== null) headers.set(header, value);
    }
    return fetch(new Request(url, { method: 'POST', headers, body: bytes, signal }));
  };
}

/** Variables of platforms that run several processes, or start and end them as requests come. */
const platforms = [
  // Kubernetes, pm2 in cluster mode.
  ...['KUBERNETES_SERVICE_HOST', 'NODE_APP_INSTANCE'],
  // AWS Lambda, Vercel, Google Cloud Run and Functions, Azure Functions and Container Apps.
  ...['AWS_LAMBDA_FUNCTION_NAME', 'VERCEL', 'K_SERVICE'],
  ...['FUNCTIONS_WORKER_RUNTIME', 'CONTAINER_APP_NAME'],
];

/** What does not hold without Redis where there may be several processes, and the variable that hints at them. */
export function replicaHint(env: Environment) {
  const variable =
    Number(env['WEB_CONCURRENCY']) > 1
      ? 'WEB_CONCURRENCY'
      : platforms.find((platform) => env[platform]);
  if (variable === undefined) return undefined;
  const message =
    'There may be several processes, which come and go. Without Redis, limits and idempotency hold per process: ' +
    'together they allow more requests, and could send the same text message twice.';
  return { variable, message };
}

/** Warns where there seem to be several processes without a shared Redis. */
export function warnOfReplicas(
  { settings, nameOf, logger }: CommandContext,
  env: Environment = process.env,
): void {
  const hint = settings.redisUrl === undefined ? replicaHint(env) : undefined;
  if (hint === undefined) return;
  logger.warn({
    event: 'notice',
    message: hint.message,
    option: hint.variable,
    nearest: nameOf('redisUrl'),
  });
}
