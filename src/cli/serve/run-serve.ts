import { createPooledFetch } from '../../node/index.js';
import {
  createFinancingProxy,
  createMemoryStore,
  type FinancingProxyOptions,
} from '../../proxy/index.js';
import { proxySettings } from '../../proxy/settings.js';
import type { CommandContext } from '../context.js';
import {
  behindReverseProxy,
  createEmbeddedSandbox,
  ownNamesOnly,
  printNextSteps,
  sandboxHost,
  stepsAtProxy,
  withHomePage,
} from '../sandbox/index.js';
import { byPrefix, endOnSignal, runServer } from '../server/index.js';
import { CommandError, commands, type CommandSettings } from '../settings/index.js';
import { onHangUp } from './on-hang-up.js';
import { openTriedStore } from './open-store.js';
import { createReplaceableProxy } from './replace-proxy.js';
import { warnOfReplicas } from './replica-hint.js';
import { chooseWebhooks, noticeEvents } from './webhooks.js';

/** `serve`: serves the proxy; with `--sandbox` on an embedded sandbox, whose pages are under `/sandbox/`. */
export async function runServe(context: CommandContext): Promise<void> {
  const listens = endOnSignal(context);
  noticeEvents(context);
  await (context.settings.sandbox ? serveOnSandbox(context) : serveOnService(context));
  // From here on the server stops at signals.
  listens();
}

async function serveOnSandbox(context: CommandContext): Promise<void> {
  const { settings, nameOf, logger } = context;
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
  const observer = await openMetrics(context);
  const url = await runServer(context, {
    host: sandboxAt,
    port,
    path,
    createHandler(url) {
      const store = openTriedStore(context);
      const { sandbox, proxy } = createEmbeddedSandbox(url, {
        ...proxyOptionsOf(settings),
        webhooks,
        store,
        logger,
        observer,
      });
      const shop = ownNamesOnly(withHomePage(proxy), sandboxAt, behindReverseProxy(url, settings));
      return {
        ...byPrefix({ '/sandbox': ownNamesOnly(sandbox, sandboxAt) }, shop),
        drain: proxy.drain,
      };
    },
  });
  printNextSteps(stepsAtProxy(new URL(url).origin, path));
}

async function serveOnService(context: CommandContext): Promise<void> {
  const { settings, logger } = context;
  const { host, port, path } = addressOf(context);
  // Wrong settings end the command before it calls the service.
  chooseWebhooks(context);
  requireCredentials(context);
  let startReading!: (readAgain: () => Promise<void>) => void;
  onHangUp(new Promise((resolve) => (startReading = resolve)));
  warnOfReplicas(context);
  warnOfOpenTexts(context);
  await requireCheck(context);
  const fetch = createPooledFetch();
  const { readAgain, ...proxy } = createReplaceableProxy(context, {
    store: openTriedStore(context) ?? createMemoryStore(),
    observer: await openMetrics(context),
    check: (latest) => requireCheck(latest, 'the check of the new settings failed'),
    createProxy: (latest, parts) =>
      createFinancingProxy({
        ...proxyOptionsOf(latest.settings),
        ...requireCredentials(latest),
        ...parts,
        webhooks: chooseWebhooks(latest),
        fetch,
        logger,
      }),
  });
  await runServer(context, {
    host,
    port,
    path,
    createHandler: (url) => ({
      ...ownNamesOnly(proxy, host, behindReverseProxy(url, settings)),
      drain: proxy.drain,
    }),
  });
  startReading(readAgain);
}

/** Where to listen, and the mount without a slash at its end. Throws `CommandError` where the metrics need the same port. */
export function addressOf({ settings, nameOf }: CommandContext) {
  const { host, port = commands.serve.port, metricsPort, mount } = settings;
  if (port !== 0 && port === metricsPort) {
    throw new CommandError(
      `${nameOf('metricsPort')} and ${nameOf('port')} are both ${port}; give the metrics a port of their own`,
    );
  }
  return { host, port, path: mount.replace(/\/$/, '') };
}

/** With `--check`: throws `CommandError` unless everything that a start needs works. Stdout is kept for the address. */
async function requireCheck(
  context: CommandContext,
  failure = 'the check failed, so nothing is served',
): Promise<void> {
  if (!context.settings.check) return;
  const { reportCheck } = await import('../check/index.js');
  if (await reportCheck(context, process.stderr, true)) return;
  throw new CommandError(`${failure}; see the lines above`, 1);
}

/** Loads the library for metrics only where they are asked for. */
async function openMetrics(context: CommandContext) {
  const { metricsPort } = context.settings;
  if (metricsPort === undefined) return undefined;
  return (await import('../metrics/index.js')).startMetrics(context, metricsPort);
}

/** Returns the credentials of the real service. Throws `CommandError`. */
export function requireCredentials({ settings: { baseUrl = '', svcKey } }: CommandContext) {
  if (baseUrl && svcKey) return { baseUrl, svcKey };
  const missing = [
    ...(baseUrl ? [] : ['FINANCING_BASE_URL']),
    ...(svcKey ? [] : ['FINANCING_SVC_KEY']),
  ];
  throw new CommandError(
    `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing; ` +
      'to try it without credentials, run serve --sandbox',
  );
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
