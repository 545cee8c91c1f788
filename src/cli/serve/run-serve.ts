import { execFile } from 'node:child_process';
import { hostname } from 'node:os';
import { createPooledFetch } from '../../node/index.js';
import { createFinancingProxy, createMemoryStore } from '../../proxy/index.js';
import type { CommandContext } from '../command-context.js';
import { behindReverseProxy, allowOnlyLocalHostNames } from '../dns-rebinding.js';
import {
  listenAddressOf,
  chooseWebhooks,
  proxyOptionsOf,
  requireCredentials,
  warnOfUnused,
} from '../proxy-options.js';
import { onHangUp, createReplaceableProxy } from './reload.js';
import { warnOfReplicas } from './replicas.js';
import {
  createEmbeddedSandbox,
  localUrl,
  printNextSteps,
  sandboxHost,
  stepsAtProxy,
  underPublicUrl,
  withHomePage,
} from '../sandbox.js';
import { byPrefix, endOnSignal, runServer } from '../server.js';
import { CommandError } from '../command-error.js';
import { openAndTestStore } from '../command-store.js';

/** Runs the `serve` command. With `--sandbox`, the proxy uses an embedded sandbox, whose pages are under `/sandbox/`. */
export async function runServe(context: CommandContext): Promise<void> {
  const { settings, version, logger } = context;
  const stopEndingOnSignal = endOnSignal(context);
  noticeEvents(context);
  await (settings.sandbox ? serveOnSandbox(context) : serveOnService(context));
  // From here on the server stops at signals.
  stopEndingOnSignal();
  const opens = opensOf(context);
  logger.info({
    event: 'started',
    version,
    node: process.versions.node,
    replica: hostname(),
    ...(opens.length > 0 && { opens }),
  });
  if (process.env['NOTIFY_SOCKET']) reportReady(logger);
}

/** Notifies systemd, for a unit with `Type=notify`. Runs `systemd-notify`, because Node can't open Unix datagram sockets. */
function reportReady(logger: CommandContext['logger']): void {
  execFile('systemd-notify', ['--ready'], (error) => {
    if (!error) return;
    const message = 'systemd-notify failed, so systemd does not know that the server is ready.';
    logger.warn({ event: 'notice', message, option: 'NOTIFY_SOCKET' });
  });
}

/** Returns the settings that open something, using the names that the operator used. */
function opensOf({ settings, nameOf }: CommandContext): string[] {
  const { sms, trustPageAmount, allowHttp, linksWithoutStore, adminToken } = settings;
  const open = { sms, trustPageAmount, allowHttp, linksWithoutStore, adminToken };
  const names = Object.entries(open).flatMap(([option, value]) => (value ? [nameOf(option)] : []));
  return settings.locations ? names : [...names, 'any location'];
}

async function serveOnSandbox(context: CommandContext): Promise<void> {
  const { settings, nameOf } = context;
  const { port, path } = listenAddressOf(context);
  const webhooks = chooseWebhooks(context);
  if (`${path}/`.startsWith('/sandbox/')) {
    throw new CommandError(
      `${nameOf('mount')} is under /sandbox, which the pages of the sandbox use`,
    );
  }
  warnOfUnused(context);
  const sandboxAt = sandboxHost(context);
  await requireCheck(context);
  const { metrics, contextWithMetrics } = await openMetrics(context, sandboxAt);
  const url = await runServer(contextWithMetrics, {
    host: sandboxAt,
    port,
    path,
    createHandler(url) {
      const options = {
        ...proxyOptionsOf(settings),
        webhooks,
        observer: metrics?.observe,
        store: openAndTestStore(contextWithMetrics),
        logger: contextWithMetrics.logger,
      };
      const { sandbox, proxy } = createEmbeddedSandbox(url, options, settings);
      const isPublic = underPublicUrl(context);
      const isShop = behindReverseProxy(url, () => settings);
      const shop = allowOnlyLocalHostNames(
        withHomePage(proxy),
        sandboxAt,
        (...visit) => isPublic(...visit) || isShop(...visit),
      );
      return {
        ...byPrefix({ '/sandbox': allowOnlyLocalHostNames(sandbox, sandboxAt, isPublic) }, shop),
        drain: proxy.drain,
      };
    },
  });
  noticeSandbox(context, url);
  printNextSteps(stepsAtProxy(new URL(url).origin, path));
}

/** Logs where the sandbox is, and how to try pay-over-time links if the settings refuse them all. */
function noticeSandbox({ settings, logger }: CommandContext, url: string): void {
  logger.info({
    event: 'notice',
    message: `A sandbox stands in for the Financing Service. Its pages: ${localUrl(url)}/sandbox/`,
  });
  if (settings.trustPageAmount || settings.purchaseSecret !== undefined) return;
  const message =
    'Pay-over-time links are refused, because no FINANCING_PURCHASE_SECRET is set. To try them anyway, add --trust-page-amount on.';
  logger.info({ event: 'notice', message });
}

async function serveOnService(context: CommandContext): Promise<void> {
  const { host, port, path } = listenAddressOf(context);
  if (context.settings.publicUrl !== undefined) {
    throw new CommandError(`${context.nameOf('publicUrl')} is for a sandbox; add --sandbox`);
  }
  // Check the settings before calling the service.
  chooseWebhooks(context);
  requireCredentials(context);
  let enableReload!: (readAgain: () => Promise<void>) => void;
  onHangUp(new Promise((resolve) => (enableReload = resolve)));
  warnOfReplicas(context);
  await requireCheck(context);
  const fetch = createPooledFetch();
  const { metrics, contextWithMetrics } = await openMetrics(context, host);
  const proxy = createReplaceableProxy(contextWithMetrics, {
    store: openAndTestStore(contextWithMetrics) ?? createMemoryStore(),
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
        logger: contextWithMetrics.logger,
      });
    },
  });
  await runServer(contextWithMetrics, {
    host,
    port,
    path,
    createHandler: (url) => ({
      ...allowOnlyLocalHostNames(proxy, host, behindReverseProxy(url, proxy.settings)),
      drain: proxy.drain,
    }),
  });
  enableReload(proxy.readAgain);
}

/** With `--check`, throws `CommandError` unless everything that a start needs works. Stdout is only for the address. */
async function requireCheck(
  context: CommandContext,
  failure = 'the check failed, so nothing is served',
): Promise<void> {
  if (context.settings.check)
    await (await import('../check/run-check.js')).requirePassingChecks(context, failure);
}

/** Starts the metrics server, if it has a port. Loads the metrics library only then. */
async function openMetrics(context: CommandContext, host: string) {
  const { metricsPort } = context.settings;
  if (metricsPort === undefined) return { metrics: undefined, contextWithMetrics: context };
  const { startMetrics } = await import('../metrics/metrics-server.js');
  const metrics = await startMetrics(context, host, metricsPort);
  return { metrics, contextWithMetrics: { ...context, logger: metrics.counting(context.logger) } };
}

/** Warns if a page can request texts for any location that the service knows. */
function warnOfOpenTexts({ settings, nameOf, logger }: CommandContext): void {
  if (!settings.sms || settings.locations) return;
  const message =
    'Text messages are allowed for any location that a page names. List the locations.';
  logger.warn({ event: 'notice', message, option: nameOf('locations') });
}

/** Logs that events aren't forwarded. A secret without a URL to forward to might suggest that they are. */
function noticeEvents({ settings, logger }: CommandContext): void {
  if (settings.webhookSecret === undefined || settings.webhookForward !== undefined) return;
  const message =
    'Events only update the status of links on pages. Set FINANCING_WEBHOOK_FORWARD to forward them to your back end, too.';
  logger.info({ event: 'notice', message });
}
