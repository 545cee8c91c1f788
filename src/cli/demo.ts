import { byPrefix } from './by-prefix.js';
import { CommandError } from './command-error.js';
import type { CommandContext } from './command-context.js';
import { commands } from './commands.js';
import { createDemoBackEnd } from './demo-back-end.js';
import { createEmbeddedSandbox, localUrl, sandboxHost } from './embedded-sandbox.js';
import { ownNamesOnly } from './own-names-only.js';
import { runServer } from './run-server.js';
import { createFileServer, readFiles } from './static-files.js';

/** The pages name this mount. */
const mount = '/financing';

/** `demo`: the shop, the proxy and the sandbox's pages on one port. */
export async function runDemo(context: CommandContext): Promise<void> {
  const { settings, logger } = context;
  const files = readFiles(commands.demo.folder);
  if (!files.has('/')) {
    throw new CommandError(
      'the shop comes with the source code only; without it, try serve --sandbox',
      1,
    );
  }
  const host = sandboxHost(context);
  const shop = createDemoBackEnd();
  const { authorize, onEvent } = shop;
  const url = await runServer(context, {
    host,
    port: settings.port ?? commands.demo.port,
    createHandler(address) {
      const opened = { trustPageAmount: true, sms: true, authorize, webhooks: { onEvent } };
      const { sandbox, proxy } = createEmbeddedSandbox(address, { mount, logger, ...opened });
      const handlers = { '/sandbox': sandbox, '/shop': shop, [mount]: proxy };
      return ownNamesOnly(byPrefix(handlers, createFileServer(files)), host);
    },
  });
  logger.warn({
    event: 'notice',
    message: 'This shop trusts the amounts that its pages send. A real one must verify them.',
  });
  process.stdout.write(`Open ${localUrl(url)} in a browser to see the shop. Ctrl+C ends it.\n`);
}
