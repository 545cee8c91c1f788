// @ts-check
import { listFiles } from './list-files.js';

/**
 * Counts the test files in a folder that only `npm run test:all` runs, by subfolder, such as `cli 19, node 6`.
 * @param {string} folder
 */
export function describeFullFiles(folder) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of listFiles(folder)) {
    if (!/\.full\.(test|browser)\.ts$/.test(file)) continue;
    const [room = ''] = file.slice(folder.length + 1).split('/');
    counts.set(room, (counts.get(room) ?? 0) + 1);
  }
  return [...counts]
    .sort()
    .map(([room, count]) => `${room} ${count}`)
    .join(', ');
}
