import { execFile } from 'node:child_process';
import { hostname } from 'node:os';
import { createPooledFetch } from '../node/index.js';
import { createFinancingProxy, createMemoryStore } from '../proxy/index.js';
import type { CommandContext } from './command-context.js';
import {
  addressOf,
  chooseWebhooks,
  proxyOptionsOf,
  requireCredentials,
  warnOfUnused,
} from './proxy-options.js';
import { onHangUp, createReplaceableProxy } from './reload.js';
import { warnOfReplicas } from './replicas.js';
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
import { openTriedStore } from './command-store.js';

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

/** With `--check`: throws `CommandError` unless everything that a start needs works. Stdout is kept for the address. */
async function requireCheck(
  context: CommandContext,
  failure = 'the check failed, so nothing is served',
): Promise<void> {
  if (context.settings.check)
    await (await import('./check/run-check.js')).requireFit(context, failure);
}

/** Loads the library for metrics only where they are asked for. */
async function openMetrics(context: CommandContext, host: string) {
  const { metricsPort } = context.settings;
  if (metricsPort === undefined) return { metrics: undefined, counted: context };
  const { startMetrics } = await import('./metrics-server.js');
  const metrics = await startMetrics(context, host, metricsPort);
  return { metrics, counted: { ...context, logger: metrics.counting(context.logger) } };
}

/** Warns where a page may have texts sent in the name of any location that the service knows. */
function warnOfOpenTexts({ settings, nameOf, logger }: CommandContext): void {
  if (!settings.sms || settings.locations) return;
  const message = 'Texts are allowed for any location that a page names: list the locations.';
  logger.warn({ event: 'notice', message, option: nameOf('locations') });
}

/** Logs that events aren't forwarded. A secret without a URL to forward to might suggest that they are. */
function noticeEvents({ settings, logger }: CommandContext): void {
  if (settings.webhookSecret === undefined || settings.webhookForward !== undefined) return;
  const message =
    'Events update the status of links on pages; FINANCING_WEBHOOK_FORWARD also forwards them to your back end.';
  logger.info({ event: 'notice', message });
}
