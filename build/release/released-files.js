// @ts-check
/**
 * The page files of released versions, in `build/release/released/<version>/`, by the immutable names that the proxy serves.
 * The build adds them to its own files, for two kinds of pages: pages that were open before the proxy was updated and load a
 * chunk later, and pages that pin the script and the style sheet of a version.
 *
 * `npm version` runs this after a build. It keeps the files of two versions, because the tag of a version contains that
 * version and the previous one.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const releasedFolder = fileURLToPath(new URL('released', import.meta.url));

/** Saves the page files of a build for a version. @param {string} dist @param {string} version */
export function saveFiles(dist, version, folder = releasedFolder) {
  rmSync(`${folder}/${version}`, { recursive: true, force: true }); // left by an earlier attempt
  for (const name of Object.keys(JSON.parse(readFileSync(`${dist}/integrity.json`, 'utf8')))) {
    // In dist, the script and the style sheet have plain names.
    const built = existsSync(`${dist}/${name}`) ? name : name.replace(/\.[0-9a-f]{16}/, '');
    cpSync(`${dist}/${built}`, `${folder}/${version}/${name}`);
  }
  const { compare } = new Intl.Collator('en', { numeric: true });
  for (const old of readdirSync(folder).toSorted(compare).slice(0, -2)) {
    rmSync(`${folder}/${old}`, { recursive: true });
  }
}

/** Returns the texts of the released files by their names. */
export function releasedFiles(folder = releasedFolder) {
  /** @type {Record<string, string>} */
  const texts = {};
  for (const version of existsSync(folder) ? readdirSync(folder) : []) {
    for (const name of readdirSync(`${folder}/${version}`)) {
      texts[name] = readFileSync(`${folder}/${version}/${name}`, 'utf8');
    }
  }
  return texts;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  saveFiles('dist', process.env.npm_package_version ?? '');
}
