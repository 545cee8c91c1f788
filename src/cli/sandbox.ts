import { createSandbox } from '../sandbox/index.js';
import { commands, type CommandContext } from './commands.js';
import { sandboxHost } from './embedded-sandbox.js';
import { runServer } from './run-server.js';

/** `sandbox`: the simulated Financing Service, to point a base URL at. */
export async function runSandbox(context: CommandContext): Promise<void> {
  const { port = commands.sandbox.port } = context.settings;
  await runServer(context, {
    host: sandboxHost(context),
    port,
    createHandler: () => createSandbox(),
  });
}
