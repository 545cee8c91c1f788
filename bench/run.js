// @ts-check
/**
 * `npm run bench -- server`: measures, and writes bench/results/server.json, .md and .svg. Each suite is a folder
 * here with an index.js that exports `run(args)` and resolves with its results, their table and their chart.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';

const [suite, ...args] = process.argv.slice(2);
const folders = (await readdir(import.meta.dirname, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory() && entry.name !== 'results')
  .map((entry) => entry.name);
if (suite === undefined || !folders.includes(suite)) {
  throw new Error(`Name one of these suites: ${folders.join(', ')}`);
}

const { run } = await import(`./${suite}/index.js`);
const { results, table, chart } = await run(args);
const target = new URL('./results/', import.meta.url);
await mkdir(target, { recursive: true });
await writeFile(new URL(`${suite}.json`, target), `${JSON.stringify(results, null, 2)}\n`);
await writeFile(new URL(`${suite}.md`, target), table);
if (chart) await writeFile(new URL(`${suite}.svg`, target), chart);
console.log(`\n${table}`);
