import type { CommandLogger } from './log.js';
import type { ReadSettings } from './read-settings.js';
import type { CommandName } from './settings.js';

/** What a command works with. */
export interface CommandContext extends ReadSettings {
  readonly logger: CommandLogger;
}

/** One command. */
export interface Command {
  readonly help: string;
  /** The port where none is set; undefined where nothing is served. */
  readonly port?: number;
  /**
   * Loads the command and runs it; resolves when it serves, or is done. Loaded late, so that a mistake is reported
   * at once.
   */
  run(context: CommandContext): Promise<void>;
}

export const commands = {
  serve: {
    help: 'Runs the proxy',
    port: 8787,
    run: async (context) => (await import('./serve.js')).runServe(context),
  },
  sandbox: {
    help: 'Runs a simulation of the Financing Service',
    port: 8788,
    run: async (context) => (await import('./sandbox.js')).runSandbox(context),
  },
  demo: {
    help: 'Runs a shop with the proxy and the sandbox behind it',
    port: 8080,
    run: async (context) => (await import('./demo.js')).runDemo(context),
  },
  check: {
    help: 'Says what is right or wrong with credentials, location and network',
    run: async (context) => (await import('./check.js')).runCheck(context),
  },
} satisfies Readonly<Record<CommandName, Command>>;

/** Names of the commands, in the order of `--help`. */
export const commandNames = Object.keys(commands) as CommandName[];
