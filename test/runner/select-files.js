// @ts-check
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { nearest } from '../../src/internal/nearest.js';

/**
 * The Node tests below a folder, as paths with slashes, in order.
 * @param {string} folder
 */
export function findTestFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && !file.includes('/node_modules/'))
    .sort();
}

/**
 * The files that words ask for. Without words: those of each commit, and with `runsAll` the full ones, too. A word may
 * name any file, also one that is only for `npm run trial`. A word that no path contains is a problem, in a line.
 * @param {readonly string[]} files
 * @param {{ wanted: readonly string[], runsAll?: boolean }} options
 * @returns {{ files: string[] } | { problem: string }}
 */
export function selectFiles(files, { wanted, runsAll = false }) {
  const unknown = wanted.find((word) => !files.some((file) => file.includes(word)));
  if (unknown !== undefined) return { problem: explainUnknown(unknown, files) };
  if (wanted.length > 0) {
    return { files: files.filter((file) => wanted.some((word) => file.includes(word))) };
  }
  return {
    files: files.filter((file) => !isTrial(file) && (runsAll || !file.endsWith('.full.test.ts'))),
  };
}

/** @param {string} file */
function isTrial(file) {
  return file.endsWith('.trial.test.ts');
}

/**
 * @param {string} word
 * @param {readonly string[]} files
 */
function explainUnknown(word, files) {
  const folders = [...new Set(files.flatMap(foldersOf))].sort();
  const names = files.map((file) => basename(file).replace(/(\.(full|trial))?\.test\.ts$/, ''));
  const near = nearest(word, folders) ?? nearest(word, names);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return `No test file has "${word}" in its path.${hint} The folders are: ${folders.join(', ')}.`;
}

/** @param {string} file as in `test/proxy/gates/body.test.ts`, which is in `proxy` and `proxy/gates` */
function foldersOf(file) {
  const names = dirname(file).split('/').slice(1);
  return names.map((_name, depth) => names.slice(0, depth + 1).join('/'));
}
