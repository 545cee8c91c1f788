/** Settings as tables: a row says what an option is called, what it may be, its default and what it is for. */
export { InvalidOptionError } from './invalid-option-error.js';
export { nearest } from '../nearest.js';
export { checkOption, readOptions } from './read-options.js';
export {
  flagOf,
  type OptionsOf,
  type Setting,
  type SettingTable,
  type SettingType,
  type SettingValue,
  type SettingValues,
} from './setting.js';
export * from './setting-types.js';
