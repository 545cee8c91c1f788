// @ts-check
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
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
 * name any file. Outside of `npm run trial`, the name of a folder leaves its trials out: they need a machine at rest. A
 * word that no path contains is a problem, in a line.
 * @param {readonly string[]} files
 * @param {{ wanted: readonly string[], runsAll?: boolean, runsTrials?: boolean }} options
 * @returns {{ files: string[] } | { problem: string }}
 */
export function selectFiles(files, { wanted, runsAll = false, runsTrials = false }) {
  const unknown = wanted.find((word) => !files.some((file) => file.includes(word)));
  if (unknown !== undefined) return { problem: explainUnknown(unknown, files) };
  if (wanted.length > 0) {
    const hasWord = (/** @type {string} */ file, /** @type {string} */ word) =>
      file.includes(word) && (runsTrials || !isTrial(file) || !isOfFolder(word, file));
    return { files: files.filter((file) => wanted.some((word) => hasWord(file, word))) };
  }
  return {
    files: files.filter((file) => !isTrial(file) && (runsAll || !file.endsWith('.full.test.ts'))),
  };
}

/**
 * Whether a word is in the path of a file's folder alone. `trial` is not: it asks for trials.
 * @param {string} word
 * @param {string} file
 */
function isOfFolder(word, file) {
  return `${dirname(file)}/`.includes(word) && !word.includes('trial');
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

/** @param {string} file as in `test/proxy/fields/links.test.ts`, which is in `proxy` and `proxy/fields` */
function foldersOf(file) {
  const names = dirname(file).split('/').slice(1);
  return names.map((_name, depth) => names.slice(0, depth + 1).join('/'));
}

/** Tests that start no process and leave nothing of their own changed; full tests may do either. */
const sharing =
  /^test\/(client|contract|elements|internal|package|proxy|sandbox|service|site)\/(?!.*\.full\.)/;

/** How many files share a process: enough to save its start, few enough to keep all cores at work to the end. */
const groupSize = 16;

/**
 * Puts test files that can share a process into groups, and writes a file for each group that imports its files: to
 * start Node and load the sources takes as long as most files take. The imports are static, so that no test runs, and
 * no clock is mocked, while another file still loads.
 * @param {readonly string[]} files
 * @returns {string[]} the files to run, each in a process of its own
 */
export function groupFiles(files) {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/test-groups');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const shared = files.filter((file) => sharing.test(file));
  const count = Math.ceil(shared.length / groupSize);
  const groups = Array.from({ length: count }, (_, group) => {
    const own = shared.filter((_file, index) => index % count === group);
    const imports = own.map((file) => `import '${pathToFileURL(file).href}';\n`);
    const path = join(folder, `group-${group + 1}.mjs`);
    writeFileSync(path, imports.join(''));
    return path;
  });
  return [...files.filter((file) => !sharing.test(file)), ...groups];
}
