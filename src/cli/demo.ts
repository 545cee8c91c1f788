import { fileURLToPath } from 'node:url';
import { byPrefix } from './by-prefix.js';
import { CommandError } from './command-error.js';
import { commands, type CommandContext } from './commands.js';
import { createEmbeddedSandbox, localUrl, sandboxHost } from './embedded-sandbox.js';
import { runServer } from './run-server.js';
import { createFileServer, readFiles } from './static-files.js';

/** Beside src/ and dist/ alike. The package on npm leaves it out. */
const folder = fileURLToPath(new URL('../../demo', import.meta.url));

/** The pages name this mount. */
const mount = '/financing';

/** `demo`: the shop, the proxy and the sandbox's pages on one port. */
export async function runDemo(context: CommandContext): Promise<void> {
  const { settings, logger } = context;
  const files = readFiles(folder);
  if (!files.has('/')) {
    throw new CommandError(
      'the shop comes with the source code only; without it, try serve --sandbox',
      1,
    );
  }
  const url = await runServer(context, {
    host: sandboxHost(context),
    port: settings.port ?? commands.demo.port,
    createHandler(address) {
      const options = { mount, trustPageAmount: true, logger };
      const { sandbox, proxy } = createEmbeddedSandbox(address, options);
      return byPrefix({ '/sandbox': sandbox, [mount]: proxy }, createFileServer(files));
    },
  });
  logger.warn({
    event: 'notice',
    message: 'This shop trusts the amounts that its pages send. A real one must verify them.',
  });
  process.stdout.write(`Open ${localUrl(url)} in a browser to see the shop. Ctrl+C ends it.\n`);
}
