// @ts-check
/**
 * What the estimates of a page cost it, against what can be written by hand for the same: in a real browser, with
 * rounds that are interleaved and ratios of their medians, since absolute times are the machine's.
 *
 * `npm run bench -- page --rounds 7 --placements 1,100,500 --cpu 1,4`
 */
import { parseArgs } from 'node:util';
import { cpus } from 'node:os';
import puppeteer from 'puppeteer-core';
import { findChromiumOptions } from '../../test/engines/find-engines.js';
import { round, summarize } from '../server/statistics.js';
import { startShop } from './shop.js';
import { toTable } from './table.js';
import { visit } from './visit.js';
import { createWidgets } from './widgets.js';

/** @param {readonly string[]} args */
export async function run(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '7' },
      placements: { type: 'string', default: '1,100,500' },
      cpu: { type: 'string', default: '1,4' },
    },
  });
  const rounds = Number(values.rounds);
  const numbers = (/** @type {string} */ list) => list.split(',').map(Number);
  const scenes = numbers(values.cpu).flatMap((cpu) =>
    numbers(values.placements).map((placements) => ({ cpu, placements, isSlowNetwork: false })),
  );
  scenes.push({ cpu: 4, placements: 100, isSlowNetwork: true });

  const widgets = await createWidgets();
  const shop = await startShop(widgets);
  const browser = await puppeteer.launch(findChromiumOptions() ?? {});
  /** @type {any[]} */
  const figures = [];
  try {
    for (const scene of scenes) {
      console.log(`${new Date().toISOString()} ${JSON.stringify(scene)}`);
      figures.push({
        ...scene,
        widgets: await compare(browser, { url: shop.url, widgets, scene, rounds }),
      });
    }
    const results = {
      date: new Date().toISOString().slice(0, 10),
      machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${process.platform}`,
      browser: await browser.version(),
      rounds,
      figures,
    };
    return { results, table: toTable(results) };
  } finally {
    await browser.close();
    shop.close();
  }
}

/**
 * @typedef {object} Comparison
 * @property {string} url of the shop
 * @property {Record<string, import('./widgets.js').Widget>} widgets
 * @property {import('./visit.js').Conditions & { placements: number }} scene
 * @property {number} rounds
 */

/**
 * Visits the page with each widget in turn, as often as there are rounds, after a first one that warms up.
 * @param {import('puppeteer-core').Browser} browser
 * @param {Comparison} comparison
 */
async function compare(browser, { url, widgets, scene, rounds }) {
  const names = Object.keys(widgets);
  /** @type {Record<string, Awaited<ReturnType<typeof visit>>[]>} */
  const visits = Object.fromEntries(names.map((name) => [name, []]));
  for (let index = 0; index <= rounds; index += 1) {
    for (const name of names) {
      const address = `${url}/list?widget=${name}&placements=${scene.placements}`;
      const seen = await visit(browser, address, scene);
      if (index > 0) visits[name]?.push(seen);
    }
  }
  const [baseline = ''] = names;
  return names.map((name) => {
    /** @param {'painted' | 'mainThread' | 'heap' | 'shift' | 'calls' | 'longestTask'} measure */
    const all = (measure, of = name) => (visits[of] ?? []).map((seen) => seen[measure]);
    /** @param {'painted' | 'mainThread'} measure */
    const ratio = (measure) =>
      summarize(all(measure).map((value, index) => value / (all(measure, baseline)[index] ?? NaN)));
    const heap = summarize(all('heap')).median - summarize(all('heap', baseline)).median;
    return {
      name,
      title: widgets[name]?.title,
      scriptBytes: widgets[name]?.script.length,
      calls: Math.max(...all('calls')),
      painted: ratio('painted'),
      mainThread: ratio('mainThread'),
      shift: round(Math.max(...all('shift'))),
      longestTask: summarize(all('longestTask')),
      /** Beyond that of the snippet. */
      heapBytesPerElement: Math.round(heap / scene.placements),
    };
  });
}
