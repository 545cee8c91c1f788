/** The settings of the command: their table, and how flags and the environment are read. */
export { CommandError } from './command-error.js';
export { commandNames, commands, type CommandName } from './commands.js';
export { helpText } from './help.js';
export { readCommandLine } from './read-command-line.js';
export {
  readSettings,
  unknownVariables,
  type Environment,
  type ReadSettings,
} from './read-settings.js';
export { readTextFile } from './read-text-file.js';
export { settings, type CommandSettings, type SettingName } from './table.js';
