// @ts-check
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Lists the files below a folder, as sorted paths with slashes that begin with the folder. Doesn't enter `node_modules`,
 * because `test/runtimes/node_modules` has tens of thousands of files.
 * @param {string} folder
 * @returns {string[]}
 */
export function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (!entry.isDirectory()) return path;
      return entry.name === 'node_modules' ? [] : listFiles(path);
    })
    .sort();
}

/**
 * Lists the Node tests below a folder.
 * @param {string} folder
 */
export function findTestFiles(folder) {
  return listFiles(folder).filter((file) => file.endsWith('.test.ts'));
}

/**
 * Selects the files for these words. Without words: the quick files, and with `runsAll` also the full ones. A word can
 * match any file. Outside of `npm run trial`, the name of a folder doesn't select its trials, because trials need an
 * idle machine. A word without a match is a problem, described in one line.
 * @param {readonly string[]} files
 * @param {{ wanted: readonly string[], runsAll?: boolean, runsTrials?: boolean }} options
 * @returns {{ files: string[] } | { problem: string }}
 */
export function selectFiles(files, { wanted, runsAll = false, runsTrials = false }) {
  const unknown = wanted.find((word) => !files.some((file) => file.includes(word)));
  if (unknown !== undefined) {
    const folders = [...new Set(files.map((file) => dirname(file)))].sort();
    return {
      problem: `No test file has "${unknown}" in its path. The folders are: ${folders.join(', ')}.`,
    };
  }
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
 * Returns true if a word only matches the folder of a file. `trial` doesn't count, because it asks for trials.
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
 * Full tests, files that need a fresh process, and files that call servers with the global `fetch`: a connection that closes while
 * another file mocks `clearTimeout` throws later, in Node 20. All others restore what they change.
 */
const alone = /\.full\.|\/(start|response|serve|over-http|to-node-listener)\.test\.ts$/;

/** The number of files per process: enough to save start time, few enough to keep all cores busy until the end. */
const groupSize = 26;

/**
 * Groups test files that can share a process, and writes a file per group that imports them, because starting Node and
 * loading the sources takes as long as most files. The imports are static, so no test runs and no clock is mocked while
 * another file still loads.
 * @param {readonly string[]} files
 * @returns {string[]} the files to run, each in its own process
 */
export function groupFiles(files) {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/test-groups');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const shared = files.filter((file) => !alone.test(file));
  const count = Math.ceil(shared.length / groupSize);
  const groups = Array.from({ length: count }, (_, group) => {
    const own = shared.filter((_file, index) => index % count === group);
    const imports = own.map((file) => `import '${pathToFileURL(file).href}';\n`);
    const path = join(folder, `group-${group + 1}.mjs`);
    writeFileSync(path, imports.join(''));
    return path;
  });
  return [...files.filter((file) => alone.test(file)), ...groups];
}
