// @ts-check
import { tsImport } from 'tsx/esm/api';

/**
 * What is wrong with arguments that `parseArgs` does not take, in a line; with the nearest option, where one is not there.
 * @param {unknown} error what it threw
 * @param {object} options those that there are
 */
export async function explainArguments(error, options) {
  const { message } = /** @type {Error} */ (error);
  const [, unknown] = /^Unknown option '--?([^']*)'/.exec(message) ?? [];
  if (unknown === undefined) return message;
  return `there is no option --${unknown}${await nearestOf(unknown, Object.keys(options), '--')}`;
}

/**
 * What a wrong word most likely means, as the end of a line.
 * @param {string} word
 * @param {readonly string[]} candidates
 */
export async function nearestOf(word, candidates, prefix = '') {
  /** @type {typeof import('../src/internal/settings/nearest.js')} */
  const { nearest } = await tsImport('../src/service/nearest.ts', import.meta.url);
  const found = nearest(word, candidates);
  return found === undefined ? '' : `; did you mean ${prefix}${found}?`;
}
