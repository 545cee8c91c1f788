import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A command, as `--help` shows it. */
interface Command {
  readonly help: string;
  /** The port unless one is set; undefined for a command that serves nothing. */
  readonly port?: number;
  /** What may follow the name, as `--help` shows it. */
  readonly words?: readonly string[];
  /** A folder that the command needs. */
  readonly folder?: string;
}

export const commands = {
  serve: { help: 'Runs the proxy', port: 8787 },
  sandbox: { help: 'Runs a simulation of the Financing Service', port: 8788 },
  demo: {
    help: 'Runs a shop with the proxy and the sandbox',
    port: 8080,
    // Next to src/ and to dist/. The package on npm does not contain it.
    folder: fileURLToPath(new URL('../../../demo', import.meta.url)),
  },
  check: { help: 'Checks credentials, locations and network, and reports the results' },
  locations: {
    help: 'Adds many merchant locations from a CSV file, and lists links that expire',
    words: ['add FILE.csv', 'status FILE.csv', 'template'],
  },
} satisfies Readonly<Record<string, Command>>;

/** Name of a command. */
export type CommandName = keyof typeof commands;

/** Names of the commands that take the settings of a server. */
export const serverNames = ['serve', 'sandbox', 'demo', 'check'] as const;

/** Names of the commands. */
export const commandNames = Object.keys(commands) as CommandName[];

/** A command by its name. */
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
