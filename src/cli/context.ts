import type { CommandLogger } from './log.js';
import type { ReadSettings } from './settings/read-settings.js';

/** What each command gets: its settings and the logger. */
export interface CommandContext extends ReadSettings {
  /** That of the package. */
  readonly version: string;
  readonly logger: CommandLogger;
  /** Reads the settings once more: those in files may have changed. Rejects with `CommandError`. */
  readAgain(): Promise<ReadSettings>;
}
