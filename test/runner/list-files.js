// @ts-check
import { readdirSync } from 'node:fs';

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
