import { fileURLToPath } from 'node:url';
import type { CommandContext } from '../context.js';
import { createEmbeddedSandbox, localUrl, ownNamesOnly, sandboxHost } from '../sandbox/index.js';
import { byPrefix, runServer } from '../server/index.js';
import { commands } from '../settings/index.js';
import { createDemoBackEnd } from './back-end.js';
import { createFileServer, readFiles } from './static-files.js';

/** The pages of the shop, which lie next to src/ and to dist/. */
const folder = fileURLToPath(new URL('../../../demo', import.meta.url));

/** The mount that the pages use. */
const mount = '/financing';

/** `demo`: serves the shop, the proxy and the sandbox's pages on one port. */
export async function runDemo(context: CommandContext): Promise<void> {
  const { settings, logger } = context;
  const files = readFiles(folder);
  const host = sandboxHost(context);
  const shop = createDemoBackEnd();
  const { authorize, onEvent, purchaseSecret } = shop;
  const url = await runServer(context, {
    host,
    port: settings.port ?? commands.demo.port,
    createHandler(address) {
      // All browsers of this machine have one address.
      const opened = { trustPageAmount: true, sms: true, rateLimit: 10_000 };
      const joined = { authorize, purchaseSecret, webhooks: { onEvent } };
      const { sandbox, proxy } = createEmbeddedSandbox(
        address,
        { mount, logger, ...opened, ...joined },
        { shopUrl: '/' },
      );
      const handlers = { '/sandbox': sandbox, '/shop': shop, [mount]: proxy };
      return ownNamesOnly(byPrefix(handlers, createFileServer(files)), host);
    },
  });
  logger.warn({
    event: 'notice',
    message: 'This shop trusts the amounts that its pages send. A real shop must verify them.',
  });
  process.stdout.write(
    `Open ${localUrl(url)} in a browser to see the shop. Press Ctrl+C to stop.\n`,
  );
}
