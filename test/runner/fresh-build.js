// @ts-check
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The files that `npm run build` reads. */
// oxfmt-ignore
const sources = [
  'src', 'build/openapi', 'build/packages.config.ts', 'build/proxy-facts.ts',
  'build/write-declarations.ts', 'package.json', 'vite.config.ts',
  'custom-elements-manifest.config.js',
];

/** The file where the build records its sources. */
const recordPath = 'dist/.sources.json';

/**
 * Returns the path of a file of the build, such as `cli/main.js`.
 * @param {string} file
 * @throws {Error} if `dist` is missing or was built from other code
 */
export function built(file) {
  refuseOldBuild();
  return join(root, 'dist', file);
}

/** @type {string | undefined} the problem, or '' if there is none; cached because it stats every source */
let problem;

/** @throws {Error} if `dist` is missing or was built from other code */
export function refuseOldBuild() {
  problem ??= findProblem(root);
  if (problem) throw new Error(problem);
}

/**
 * Records the sources in `dist`.
 * @param {string} folder with `dist` and its sources
 */
export function recordSources(folder) {
  const texts = Object.fromEntries(
    filesOf(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
  writeFileSync(join(folder, recordPath), JSON.stringify(texts));
}

/**
 * Describes why `dist` can't be tested, or returns ''. A file whose comments or formatting changed is not a problem.
 * @param {string} folder with `dist` and its sources
 */
export function findProblem(folder) {
  const record = statSync(join(folder, recordPath), { throwIfNoEntry: false });
  if (!record) return 'dist is missing. Run: npm run build';
  /** @type {Record<string, string>} */
  const recorded = JSON.parse(readFileSync(join(folder, recordPath), 'utf8'));
  const files = filesOf(folder);
  const changed = files.find((file) => {
    const path = join(folder, file);
    if (statSync(path).mtimeMs <= record.mtimeMs) return false;
    const before = recorded[file];
    const now = readFileSync(path, 'utf8');
    return before === undefined || (now !== before && codeOf(path, now) !== codeOf(path, before));
  });
  const stale = changed ?? Object.keys(recorded).find((file) => !files.includes(file));
  return stale === undefined ? '' : `dist is older than ${stale}. Run: npm run build`;
}

/** @param {string} folder @returns {string[]} the paths of the sources, relative to the folder */
function filesOf(folder) {
  return sources.flatMap((source) => {
    const path = join(folder, source);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isDirectory()) return stats ? [source] : [];
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  });
}

/**
 * Returns a text without its comments and formatting, if it is code.
 * @param {string} path
 * @param {string} text
 */
function codeOf(path, text) {
  if (!/\.[jt]s$/.test(path)) return text;
  // Loaded only when needed: it takes as long as a small test file.
  /** @type {typeof import('typescript')} */
  const ts = createRequire(import.meta.url)('typescript');
  const file = ts.createSourceFile('source.ts', text, ts.ScriptTarget.ES2022);
  return ts.createPrinter({ removeComments: true }).printFile(file);
}
