// @ts-check
import { readdirSync } from 'node:fs';
import { sep } from 'node:path';

/**
 * Counts the test files in a folder that only `npm run test:all` runs, by subfolder, such as `cli 19, node 6`.
 * @param {string} folder
 */
export function describeFullFiles(folder) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.full\.(test|browser)\.ts$/.test(file) || file.includes('node_modules')) continue;
    const [room = ''] = file.split(sep);
    counts.set(room, (counts.get(room) ?? 0) + 1);
  }
  return [...counts]
    .sort()
    .map(([room, count]) => `${room} ${count}`)
    .join(', ');
}
