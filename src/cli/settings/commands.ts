/** A command, as `--help` shows it. */
interface Command {
  readonly help: string;
  /** The port unless one is set; undefined for a command that serves nothing. */
  readonly port?: number;
  /** What may follow the name, as `--help` shows it. */
  readonly words?: readonly string[];
}

export const commands = {
  serve: { help: 'Runs the proxy', port: 8787 },
  sandbox: { help: 'Runs a simulation of the Financing Service', port: 8788 },
  demo: { help: 'Runs a shop with the proxy and the sandbox', port: 8080 },
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
