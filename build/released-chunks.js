// @ts-check
/**
 * The chunks of released versions, in `build/released/<version>/`. A page that is open while its proxy is deployed asks the
 * new one for a chunk of the version before, by its hash: the build puts those beside its own.
 *
 * `npm version` runs this after a build. Two versions are kept, since the tag of a version holds it and the one before.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const releasedFolder = fileURLToPath(new URL('released', import.meta.url));

const chunkName = /^elements-\w+\.[0-9a-f]{16}\.js$/;

/** Keeps the chunks of a build as those of a version. @param {string} dist @param {string} version */
export function keepChunks(dist, version, folder = releasedFolder) {
  rmSync(`${folder}/${version}`, { recursive: true, force: true }); // of an earlier try
  for (const name of readdirSync(dist).filter((each) => chunkName.test(each))) {
    cpSync(`${dist}/${name}`, `${folder}/${version}/${name}`);
  }
  const { compare } = new Intl.Collator('en', { numeric: true });
  for (const old of readdirSync(folder).toSorted(compare).slice(0, -2)) {
    rmSync(`${folder}/${old}`, { recursive: true });
  }
}

/** The texts of the released chunks by their names. */
export function releasedChunks(folder = releasedFolder) {
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
  keepChunks('dist', process.env.npm_package_version ?? '');
}
