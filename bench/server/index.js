// @ts-check
/**
 * The proxy's speed and memory, against servers that do the least that can be done. Every server is a process of
 * its own, rounds are interleaved, and what counts are ratios: the machine is shared with the load itself. A ratio
 * of CPU times says more than one of rates where there are fewer cores than processes.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describeRun } from '../machine.js';
import { startProgress } from '../progress.js';
import { toChart } from './chart.js';
import * as measures from './measures.js';
import { toTable } from './table.js';

const redisPort = 23_871;

export const about =
  'the speed and memory of the proxy, against servers that do the least that can be done';

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
  const redis = startRedis();
  const settings = {
    rounds: Number(values.rounds),
    requests: Number(values.requests),
    keys: Number(values.keys),
    redisUrl: redis && `redis://127.0.0.1:${redisPort}`,
  };
  const tell = startProgress(wanted.length);
  /** @type {Record<string, any>} */
  const figures = {};
  try {
    for (const [measure, take] of Object.entries(measures)) {
      if (!wanted.includes(measure)) continue;
      figures[measure] = await take(settings);
      tell(`server, ${measure} ${JSON.stringify(figures[measure])}`);
    }
  } finally {
    redis?.kill();
  }
  const results = {
    ...describeRun(),
    versions: {
      node: process.version,
      srvx: versionOf('srvx'),
      undici: versionOf('undici'),
    },
    rounds: settings.rounds,
    requestsPerRound: settings.requests,
    figures,
  };
  const { crowd } = figures;
  const misses =
    crowd && crowd.calls > 1 ? [`${crowd.calls} calls of the service, where 1 would do`] : [];
  return { results, table: toTable(results), chart: toChart(results), misses };
}

/** Undefined where none is installed. */
function startRedis() {
  if (spawnSync('redis-server', ['--version']).status !== 0) return undefined;
  const place = ['--port', String(redisPort), '--bind', '127.0.0.1'];
  return spawn('redis-server', [...place, '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
}

/** @param {string} dependency */
function versionOf(dependency) {
  const file = new URL(`../../node_modules/${dependency}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
