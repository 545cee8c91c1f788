// @ts-check
/**
 * Measures the proxy's speed and memory, compared with a competent proxy and with minimal servers. Every server is a separate
 * process. Only ratios of CPU times matter, because the load generator runs on the same machine.
 */
import { readFileSync } from 'node:fs';
import { describeRun } from '../machine.js';
import { startProgress } from '../progress.js';
import * as measures from './measures.js';
import { missesOf, toTable } from './table.js';

export const about =
  'the speed and memory of the proxy, against one that a good developer would write';

export const example = '--only warmCache,coldCache --rounds 5';

export const options = /** @type {const} */ ({
  rounds: { type: 'string', default: '15', text: 'how often each measure is taken' },
  requests: { type: 'string', default: '10000', text: 'in a round' },
  keys: { type: 'string', default: '1000000', text: 'that the memory is tried with' },
  only: { type: 'string', text: `some of ${Object.keys(measures).join(', ')}` },
});

/** @param {Record<keyof typeof options, any>} values */
export async function run(values) {
  const wanted = values.only?.split(',') ?? Object.keys(measures);
  const unknown = wanted.find((/** @type {string} */ measure) => !Object.hasOwn(measures, measure));
  if (unknown !== undefined) {
    throw new Error(`There is no measure ${unknown}, only ${Object.keys(measures).join(', ')}`);
  }
  const settings = {
    rounds: Number(values.rounds),
    requests: Number(values.requests),
    keys: Number(values.keys),
  };
  const reportProgress = startProgress(wanted.length);
  /** @type {Record<string, any>} */
  const figures = {};
  for (const [measure, take] of Object.entries(measures)) {
    if (!wanted.includes(measure)) continue;
    figures[measure] = await take(settings);
    reportProgress(`server, ${measure} ${JSON.stringify(figures[measure])}`);
  }
  const dependencies = ['srvx', 'undici', 'hono', '@hono/node-server'];
  const results = {
    ...describeRun(),
    versions: {
      node: process.version,
      ...Object.fromEntries(dependencies.map((name) => [name, versionOf(name)])),
    },
    ...settings,
    figures,
  };
  return { results, table: toTable(results), misses: missesOf(figures) };
}

/** @param {string} dependency */
function versionOf(dependency) {
  const file = new URL(`../../node_modules/${dependency}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
