// @ts-check
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** What `npm run build` reads. */
const sources = [
  ...['src', 'build/openapi', 'build/packages.config.ts', 'build/proxy-facts.ts'],
  'build/write-declarations.ts',
  ...['package.json', 'vite.config.ts', 'custom-elements-manifest.config.js'],
];

/**
 * The path of a file of the build, such as `cli/main.js`.
 * @param {string} file
 * @throws {Error} where `dist` is missing, or older than a file that it is made of: its tests would be about old code
 */
export function built(file) {
  refuseOldBuild();
  return join(root, 'dist', file);
}

/** @type {string | undefined} what is wrong, '' for nothing; looked up once, since it takes a stat of each file */
let problem;

/** @throws {Error} where `dist` is missing or older than its source */
export function refuseOldBuild() {
  problem ??= findProblem(root);
  if (problem) throw new Error(problem);
}

/** @param {string} folder with `dist` and its sources */
export function findProblem(folder) {
  // The build empties dist and writes all of it, so its oldest file is about when it began.
  const builtAt = Math.min(...filesIn(join(folder, 'dist')).map(modifiedAt));
  if (builtAt === Infinity) return 'dist is missing. Run: npm run build';
  const newer = sources
    .flatMap((source) => filesIn(join(folder, source)))
    .find((file) => modifiedAt(file) > builtAt);
  if (newer === undefined) return '';
  return `dist is older than ${newer.slice(folder.length + 1)}. Run: npm run build`;
}

/** @param {string} path a file or a folder; a missing one has none @returns {string[]} */
function filesIn(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** @param {string} file */
function modifiedAt(file) {
  return statSync(file).mtimeMs;
}
