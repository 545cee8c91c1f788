#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { InvalidOptionError } from '../service/invalid-option-error.js';
import { CommandError } from './command-error.js';
import { commandNames } from './commands.js';
import { exitOnCrash } from './crash.js';
import { helpText } from './help.js';
import { createLogger } from './log.js';
import { readCommandLine } from './read-command-line.js';
import { readSettings, unknownVariables, type Environment } from './read-settings.js';
import { runCommand } from './run-command.js';

// A reader of our output that has gone, or a full disk below it, must not end the service.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

/** Runs the command line. Resolves when the command serves, or has printed what it was asked for. */
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
  const { settings, nameOf } = readSettings(commandLine, env);
  const logger = createLogger(settings.logLevel);
  exitOnCrash(logger);
  for (const unknown of unknownVariables(env)) {
    logger.warn({ event: 'unknown-variable', ...unknown });
  }
  try {
    await runCommand(commandLine.command, { settings, nameOf, logger });
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error;
    throw new CommandError(`${nameOf(error.option)} ${error.reason}`);
  }
}

/** Beside src/ and dist/ alike. */
function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Node then takes any certificate for the service's, and the credentials go to whoever shows one. */
function refuseUnverifiedTls(env: Environment): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  throw new CommandError(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 would give the credentials to anybody; ' +
      'name a private authority in NODE_EXTRA_CA_CERTS instead',
  );
}

try {
  await main(process.argv.slice(2), process.env);
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  process.stderr.write(`financing-elements: ${error.message}\n`);
  process.exit(error.exitCode);
}
