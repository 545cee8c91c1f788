// @ts-check
/**
 * `npm run bench` takes some twenty minutes; `npm run bench -- page` is one suite, which may have options (its index.js
 * says which). Each writes bench/results/<suite>.json, .md and .svg. A suite is a folder here whose index.js exports
 * `run(args)` and resolves with its results, their table, their chart, and what missed its aim.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';

const folders = (await readdir(import.meta.dirname, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory() && entry.name !== 'results')
  .map((entry) => entry.name);
const [wanted, ...args] = process.argv.slice(2);
if (wanted !== undefined && !folders.includes(wanted)) {
  throw new Error(`There is no suite ${wanted}, only ${folders.join(', ')}`);
}

const target = new URL('./results/', import.meta.url);
await mkdir(target, { recursive: true });
for (const suite of wanted === undefined ? folders : [wanted]) {
  const { run } = await import(`./${suite}/index.js`);
  const { results, table, chart, misses } = await run(args);
  await writeFile(new URL(`${suite}.json`, target), `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(new URL(`${suite}.md`, target), table);
  await writeFile(new URL(`${suite}.svg`, target), chart);
  console.log(`\n${table}`);
  for (const miss of misses) {
    console.error(`Missed: ${miss}`);
    process.exitCode = 1;
  }
}
