import { InvalidOptionError } from '../internal/options.js';
import type { CommandLogger } from './log.js';
import { CommandError } from './command-error.js';
import type { ReadSettings } from './settings/read-settings.js';

/** The settings and the logger that each command receives. */
export interface CommandContext extends ReadSettings {
  readonly version: string;
  readonly logger: CommandLogger;
  /** Reads the settings again, because files may have changed. Rejects with `CommandError`. */
  readAgain(): Promise<ReadSettings>;
}

/** Returns settings that a command requires. If one is missing, throws a `CommandError` that ends with `remedy`. */
export function requireSettings<Name extends 'baseUrl' | 'svcKey' | 'svcSecret'>(
  { settings, nameOf }: CommandContext,
  names: readonly Name[],
  remedy: string,
): Record<Name, string> {
  const missing = names.filter((name) => !settings[name]).map(nameOf);
  const required = Object.fromEntries(names.map((name) => [name, settings[name]]));
  if (missing.length === 0) return required as Record<Name, string>;
  throw new CommandError(
    `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing; ${remedy}`,
  );
}

/** Turns an `InvalidOptionError` into a `CommandError` with the flag or variable of the option. Returns other errors unchanged. */
export function toCommandError(error: unknown, nameOf: CommandContext['nameOf']): unknown {
  if (!(error instanceof InvalidOptionError)) return error;
  return new CommandError(`${nameOf(error.option)} ${error.reason}`);
}
