#!/usr/bin/env node
import './require-node.js'; // first
import { readFileSync } from 'node:fs';
import { InvalidOptionError } from '../contract/options.js';
import { describeError } from '../proxy/report.js';
import type { CommandContext } from './context.js';
import { createLogger, type CommandLogger } from './log.js';
import {
  CommandError,
  commandNames,
  helpText,
  readCommandLine,
  readSettings,
  unknownVariables,
  type CommandName,
  type Environment,
} from './settings/index.js';

// A closed pipe or a full disk behind the output must not end the service.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

/** Runs each command. Its code is loaded late, so that a wrong option is reported at once. */
const runners: Readonly<Record<CommandName, (context: CommandContext) => Promise<void>>> = {
  serve: async (context) => (await import('./serve/index.js')).runServe(context),
  sandbox: async (context) => (await import('./sandbox/index.js')).runSandbox(context),
  demo: async (context) => (await import('./demo/index.js')).runDemo(context),
  check: async (context) => (await import('./check/index.js')).runCheck(context),
  locations: async (context) => (await import('./locations/index.js')).runLocations(context),
};

/** Runs the command line. Resolves when the command listens, or has printed its report. */
async function main(args: readonly string[], env: Environment): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(helpText(commandNames.find((name) => args.includes(name))));
    return;
  }
  if (args.includes('--version')) {
    process.stdout.write(`${readVersion()}\n`);
    return;
  }
  const commandLine = readCommandLine(args);
  refuseUnverifiedTls(env);
  const readAgain = () => readSettings(commandLine, env);
  const read = readAgain();
  const { settings, nameOf } = read;
  const logger = createLogger(settings.logLevel);
  exitOnCrash(logger);
  for (const unknown of unknownVariables(env)) {
    logger.warn({ event: 'unknown-variable', ...unknown });
  }
  try {
    await runners[commandLine.command]({ ...read, logger, readAgain });
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error;
    throw new CommandError(`${nameOf(error.option)} ${error.reason}`);
  }
}

/** Reads package.json, which is next to src/ and to dist/. */
function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Ends the process with one log line and exit code 1 on an error that no code caught; a supervisor starts it again. */
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
  process.stderr.write(`financing-elements: ${error.message}\n`);
  // A pipe takes a long report in parts: the process ends once all of it is written.
  process.stdout.write('', () => process.exit(error.exitCode));
}
