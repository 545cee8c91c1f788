// @ts-check
/**
 * Runs `npm run bench`. See `npm run bench -- --help`. A suite is a folder whose index.js exports `about`, its options, and
 * `run(values)`, which resolves with the results, their table, and the missed limits.
 */
import { execSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { readCommandLine } from './command-line.js';
import * as page from './page/index.js';
import * as server from './server/index.js';

const suites = { page, server };
const wanted = readCommandLine(suites, process.argv.slice(2));
execSync('npm run build', { stdio: 'inherit' });

const target = new URL('./results/', import.meta.url);
await mkdir(target, { recursive: true });
for (const [suite, { run }] of Object.entries(suites)) {
  if (!(suite in wanted)) continue;
  const { results, table, misses } = await run(wanted[suite]);
  await writeFile(new URL(`${suite}.json`, target), `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(new URL(`${suite}.md`, target), table);
  console.log(`\n${table}`);
  for (const miss of misses) {
    console.error(`Missed: ${miss}`);
    process.exitCode = 1;
  }
}
