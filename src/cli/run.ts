import { readFileSync } from 'node:fs';
import { describeError } from '../proxy/report.js';
import { toCommandError, type CommandContext } from './command-context.js';
import { createLogger, type CommandLogger } from './log.js';
import { toPrintable } from './printable.js';
import { helpText } from './settings/help.js';
import { CommandError } from './command-error.js';
import {
  readCommandLine,
  readCommandName,
  readSettings,
  withoutEnvFile,
  type Environment,
} from './settings/read-settings.js';
import { commandNames, type CommandName } from './settings/table.js';

// A closed pipe or a full disk must not crash the server.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

/** The function that runs each command. Its code is loaded on demand, so that a wrong option is reported quickly. */
const runners: Readonly<Record<CommandName, (context: CommandContext) => Promise<void>>> = {
  serve: async (context) => (await import('./serve/run-serve.js')).runServe(context),
  sandbox: async (context) => (await import('./sandbox.js')).runSandbox(context),
  demo: async (context) => (await import('./demo/run-demo.js')).runDemo(context),
  check: async (context) => (await import('./check/run-check.js')).runCheck(context),
  locations: async (context) =>
    (await import('./locations/run-locations.js')).runLocations(context),
  'verify-purchase': async (context) =>
    (await import('./verify-purchase.js')).runVerifyPurchase(context),
};

/** Runs the command line. Resolves when the command listens, or has printed its report. */
async function main(args: readonly string[], processEnv: Environment): Promise<void> {
  if (args[0] === 'help' || args.includes('--help') || args.includes('-h')) {
    const named = args[0] === 'help' ? args[1] && readCommandName(args[1]) : undefined;
    process.stdout.write(helpText(named || commandNames.find((name) => args.includes(name))));
    return;
  }
  const version = readVersion();
  if (args.includes('--version')) {
    process.stdout.write(`${version}\n`);
    return;
  }
  const commandLine = readCommandLine(args);
  refuseUnverifiedTls(processEnv);
  const env = withoutEnvFile(commandLine, processEnv);
  const readAgain = async () => {
    const read = readSettings(commandLine, env);
    if (read.settings.locationsFile === undefined) return read;
    return (await import('./locations/locations-file.js')).withLocationsOfFile(read);
  };
  const read = await readAgain();
  const { settings, nameOf, unknownVariables } = read;
  const logger = createLogger(settings.logLevel);
  exitOnCrash(logger);
  for (const unknown of unknownVariables) logger.warn({ event: 'unknown-variable', ...unknown });
  try {
    await runners[commandLine.command]({ ...read, version, logger, readAgain });
  } catch (thrown) {
    const error = toCommandError(thrown, nameOf);
    const isStart = error instanceof CommandError && error.exitCode === 1;
    if (commandLine.command !== 'serve' || !isStart || process.stderr.isTTY) throw error;
    // A server's log contains only JSON.
    logger.error({ event: 'not-started', message: error.message });
    throw new CommandError('', 1);
  }
}

/** Reads package.json, which is next to src/ and to dist/. */
function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** On an uncaught error, ends the process with one log line and exit code 1. A supervisor restarts it. */
function exitOnCrash(logger: CommandLogger): void {
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: unknown) => {
      logger.error({ event: 'crash', ...describeError(error) });
      process.exit(1);
    });
  }
}

/** Without this check, Node would accept any certificate and send the credentials to any server. */
function refuseUnverifiedTls(env: Environment): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  throw new CommandError(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 would send the credentials to any server; ' +
      'name a private authority in NODE_EXTRA_CA_CERTS instead',
  );
}

try {
  await main(process.argv.slice(2), process.env);
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  const message = error.message.split('\n').map(toPrintable).join('\n');
  if (message) process.stderr.write(`financing-elements: ${message}\n`);
  // Writing a long report to a pipe is asynchronous, so exit only after all of it is written.
  process.stdout.write('', () => process.exit(error.exitCode));
}
