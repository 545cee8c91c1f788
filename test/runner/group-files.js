// @ts-check
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Tests that start no process and leave nothing of their own changed; full tests may do either. */
const sharing = /^test\/(client|contract|elements|internal|proxy|sandbox|service)\/(?!.*\.full\.)/;

/** How many files share a process: enough to save its start, few enough to keep all cores at work to the end. */
const groupSize = 10;

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
