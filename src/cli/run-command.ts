import type { CommandContext } from './command-context.js';
import type { CommandName } from './commands.js';

const runners: Readonly<Record<CommandName, (context: CommandContext) => Promise<void>>> = {
  serve: async (context) => (await import('./serve.js')).runServe(context),
  sandbox: async (context) => (await import('./sandbox.js')).runSandbox(context),
  demo: async (context) => (await import('./demo.js')).runDemo(context),
  check: async (context) => (await import('./check.js')).runCheck(context),
};

/**
 * Loads a command and runs it; resolves when it serves, or is done. Loaded late, so that a mistake is reported
 * at once. Rejects with `CommandError` or `InvalidOptionError`.
 */
export function runCommand(name: CommandName, context: CommandContext): Promise<void> {
  return runners[name](context);
}
