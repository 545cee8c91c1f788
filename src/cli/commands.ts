import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What `--help` says of a command. `run-command.ts` runs it. */
interface Command {
  readonly help: string;
  /** The port where none is set; undefined where nothing is served. */
  readonly port?: number;
  /** A folder that it does not run without. */
  readonly folder?: string;
}

export const commands = {
  serve: { help: 'Runs the proxy', port: 8787 },
  sandbox: { help: 'Runs a simulation of the Financing Service', port: 8788 },
  demo: {
    help: 'Runs a shop with the proxy and the sandbox behind it',
    port: 8080,
    // Beside src/ and dist/ alike. The package on npm leaves it out.
    folder: fileURLToPath(new URL('../../demo', import.meta.url)),
  },
  check: { help: 'Says what is right or wrong with credentials, location and network' },
} satisfies Readonly<Record<string, Command>>;

/** Name of a command. */
export type CommandName = keyof typeof commands;

/** Names of the commands. */
export const commandNames = Object.keys(commands) as CommandName[];

/** A command, whatever it has. */
export function commandOf(name: CommandName): Command {
  return commands[name];
}

/** Names of the commands that can run here, in the order of `--help`. */
export function namesToShow(): readonly CommandName[] {
  return commandNames.filter((name) => {
    const { folder } = commandOf(name);
    return folder === undefined || existsSync(folder);
  });
}
