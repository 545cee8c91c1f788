import { createPooledFetch, createRedisStore } from '../node/index.js';
import { createFinancingProxy, StoreUnavailableError, type Store } from '../proxy/index.js';
import { byPrefix } from './by-prefix.js';
import { CommandError } from './command-error.js';
import type { CommandContext } from './command-context.js';
import { commands } from './commands.js';
import { diagnoseStore } from './diagnose.js';
import { createEmbeddedSandbox, sandboxHost } from './embedded-sandbox.js';
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
        const store = tryStore(openStore(context), context);
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
    store: tryStore(openStore(context), context),
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

/** The Redis that replicas share; undefined for the memory of this process. */
export function openStore({ settings: { redisUrl }, nameOf }: CommandContext): Store | undefined {
  if (redisUrl === undefined) return undefined;
  if (
    nameOf('redisUrl') === '--redis-url' &&
    URL.canParse(redisUrl) &&
    new URL(redisUrl).password
  ) {
    throw new CommandError(
      '--redis-url would show the password to everybody on this machine; set FINANCING_REDIS_URL or FINANCING_REDIS_URL_FILE',
    );
  }
  try {
    return createRedisStore(redisUrl);
  } catch (error) {
    // Its message is a fixed sentence of ours, without the URL, which may hold a password.
    throw new CommandError(`${nameOf('redisUrl')}: ${(error as Error).message}`);
  }
}

/** Says at the start what would else be seen by the first text that is not sent. */
function tryStore(store: Store | undefined, { nameOf, logger }: CommandContext): Store | undefined {
  store?.get('start').catch((error: unknown) => {
    if (!(error instanceof StoreUnavailableError)) throw error;
    const message = `Redis does not work yet: ${diagnoseStore(error)}`;
    logger.warn({ event: 'notice', message, option: nameOf('redisUrl') });
  });
  return store;
}

/** Settings of the real service, which a sandbox takes the place of. */
export function warnOfUnused({ settings, nameOf, logger }: CommandContext): void {
  for (const option of ['baseUrl', 'svcKey', 'svcSecret', 'linkHosts'] as const) {
    if (settings[option] === undefined) continue;
    logger.warn({ event: 'unused-setting', option: nameOf(option) });
  }
}
