import type { CommandLogger } from './log.js';
import type { ReadSettings } from './settings/index.js';

/** What each command gets: its settings and the logger. */
export interface CommandContext extends ReadSettings {
  readonly logger: CommandLogger;
  /** Reads the settings once more: those in files may have changed. Throws `CommandError`. */
  readAgain(): ReadSettings;
}
