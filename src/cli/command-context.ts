import type { CommandLogger } from './log.js';
import type { ReadSettings } from './read-settings.js';

/** What a command works with. */
export interface CommandContext extends ReadSettings {
  readonly logger: CommandLogger;
}
