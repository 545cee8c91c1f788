import { createPooledFetch } from '../node/index.js';
import { createFinancingProxy } from '../proxy/index.js';
import { byPrefix } from './by-prefix.js';
import { CommandError } from './command-error.js';
import type { CommandContext } from './command-context.js';
import { commands } from './commands.js';
import { createEmbeddedSandbox, sandboxHost } from './embedded-sandbox.js';
import { openTriedStore } from './open-store.js';
import { ownNamesOnly } from './own-names-only.js';
import { proxyOptionsOf } from './proxy-options.js';
import { warnOfReplicas } from './replica-hint.js';
import { runServer } from './run-server.js';
import { chooseWebhooks, noticeEvents } from './webhooks.js';

/** `serve`: the proxy. With `--sandbox` on a sandbox of its own, whose pages then are under `/sandbox/`. */
export async function runServe(context: CommandContext): Promise<void> {
  const { settings, nameOf, logger } = context;
  const { host, port = commands.serve.port } = settings;
  const path = settings.mount.replace(/\/$/, '');
  const webhooks = chooseWebhooks(context);
  noticeEvents(context);

  if (settings.sandbox) {
    if (`${path}/`.startsWith('/sandbox/')) {
      throw new CommandError(
        `${nameOf('mount')} is under /sandbox, where the sandbox has its pages`,
      );
    }
    warnOfUnused(context);
    const sandboxAt = sandboxHost(context);
    await runServer(context, {
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
        });
        return {
          ...byPrefix({ '/sandbox': ownNamesOnly(sandbox, sandboxAt) }, proxy),
          drain: proxy.drain,
        };
      },
    });
    return;
  }

  const credentials = requireCredentials(context);
  warnOfReplicas(context);
  const proxy = createFinancingProxy({
    ...proxyOptionsOf(settings),
    ...credentials,
    webhooks,
    store: openTriedStore(context),
    fetch: createPooledFetch(),
    logger,
  });
  await runServer(context, { host, port, path, createHandler: () => proxy });
}

/** What the real service is called with. Throws `CommandError`. */
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

/** Settings of the real service, which a sandbox takes the place of. */
export function warnOfUnused({ settings, nameOf, logger }: CommandContext): void {
  for (const option of ['baseUrl', 'svcKey', 'svcSecret', 'linkHosts'] as const) {
    if (settings[option] === undefined) continue;
    logger.warn({ event: 'unused-setting', option: nameOf(option) });
  }
}
