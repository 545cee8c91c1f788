// @ts-check
import { tsImport } from 'tsx/esm/api';

/**
 * Explains in one line why `parseArgs` rejected arguments, with the nearest option for an unknown one.
 * @param {unknown} error the error of `parseArgs`
 * @param {object} options the known options
 */
export async function explainArguments(error, options) {
  const { message } = /** @type {Error} */ (error);
  const [, unknown] = /^Unknown option '--?([^']*)'/.exec(message) ?? [];
  if (unknown === undefined) return message;
  return `there is no option --${unknown}${await nearestOf(unknown, Object.keys(options), '--')}`;
}

/**
 * Suggests the nearest candidate for a wrong word, as the end of a line.
 * @param {string} word
 * @param {readonly string[]} candidates
 */
export async function nearestOf(word, candidates, prefix = '') {
  /** @type {typeof import('../../src/internal/nearest.js')} */
  const { nearest } = await tsImport('../../src/internal/nearest.ts', import.meta.url);
  const found = nearest(word, candidates);
  return found === undefined ? '' : `; did you mean ${prefix}${found}?`;
}
