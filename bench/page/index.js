// @ts-check
/**
 * What the estimates of a page cost it, against what can be written by hand for the same: in a real browser, with
 * rounds that are interleaved and ratios of their medians, since absolute times are the machine's.
 *
 * `npm run bench -- page --rounds 7 --placements 1,100,500 --cpu 1,4`
 * `npm run bench -- page --widgets vanilla,financing-elements --against ../other/dist/elements.js`
 *
 * With `--tolerance 1.2` it fails where an aim is missed, a time by more than a fifth.
 */
import { parseArgs } from 'node:util';
import puppeteer from 'puppeteer-core';
import { findChromiumOptions } from '../../test/engines/find-engines.js';
import { describeRun } from '../machine.js';
import { startProgress } from '../progress.js';
import { round } from '../statistics.js';
import { aimsOf, isMissed } from './aims.js';
import { toChart } from './chart.js';
import { compare } from './compare.js';
import { measureHeap } from './heap.js';
import { countOfScenes, playScenes } from './scenes.js';
import { listUrl, startShop } from './shop.js';
import { toTable } from './table.js';
import { createWidgets } from './widgets.js';

/** @param {readonly string[]} args */
export async function run(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '7' },
      placements: { type: 'string', default: '1,100,500' },
      cpu: { type: 'string', default: '1,4' },
      network: { type: 'string', default: 'fast,slow' },
      widgets: { type: 'string' },
      against: { type: 'string' },
      tolerance: { type: 'string' },
    },
  });
  const rounds = Number(values.rounds);
  const scenes = scenesOf(values);
  const widgets = await createWidgets({
    names: values.widgets?.split(','),
    against: values.against,
  });
  const names = Object.keys(widgets);

  const options = findChromiumOptions();
  if (!options) throw new Error('There is no Chromium here; set CHROME_PATH');
  const shop = await startShop(widgets);
  const browser = await puppeteer.launch(options);
  const urlOf = (/** @type {string} */ widget, /** @type {number} */ placements) =>
    listUrl(shop.url, { widget, placements });
  const hasOurs = 'financing-elements' in widgets;
  const tell = startProgress(
    scenes.length * (rounds + 1) + names.length + (hasOurs ? countOfScenes : 0),
  );
  try {
    const figures = [];
    for (const scene of scenes) {
      const title = `page, ${titleOf(scene)}`;
      const compared = await compare(browser, scene, {
        names,
        urlOf: (name) => urlOf(name, scene.placements),
        rounds,
        onRound: () => tell(title),
      });
      figures.push({ ...scene, title: titleOf(scene), widgets: compared });
    }
    /** @type {Record<string, import('./heap.js').Memory>} */
    const heap = {};
    for (const name of names) {
      heap[name] = await measureHeap(browser, (placements) => urlOf(name, placements));
      tell(`page, heap of ${name}`);
    }
    const results = {
      ...describeRun(),
      browser: await browser.version(),
      rounds,
      widgets: names.map((name) => ({
        name,
        title: widgets[name]?.title ?? '',
        scriptBytes: widgets[name]?.script.length ?? NaN,
        heap: heap[name],
      })),
      figures,
      scenes: hasOurs ? await playScenes(browser, shop.url, tell) : undefined,
    };
    const aims = aimsOf(results);
    const misses = values.tolerance
      ? aims.filter((aim) => isMissed(aim, Number(values.tolerance)))
      : [];
    return {
      results,
      table: toTable(results, aims),
      chart: toChart(results),
      misses: misses.map(({ what, value, limit }) => `${what}: ${round(value)}, not ${limit}`),
    };
  } finally {
    await browser.close();
    shop.close();
  }
}

/** @typedef {import('./compare.js').Scene} Scene */

/**
 * @param {{ cpu: string, placements: string, network: string }} options
 * @returns {Scene[]}
 */
function scenesOf({ cpu, placements, network }) {
  const numbers = (/** @type {string} */ list) => list.split(',').map(Number);
  const fast = numbers(cpu).flatMap((rate) =>
    numbers(placements).map((count) => ({ cpu: rate, placements: count })),
  );
  const slow = { cpu: 4, placements: 100, isSlowNetwork: true };
  return [...(network.includes('fast') ? fast : []), ...(network.includes('slow') ? [slow] : [])];
}

/** @param {Scene} scene */
function titleOf({ placements, cpu = 1, isSlowNetwork }) {
  const network = isSlowNetwork ? ', 150 ms and 1.6 Mbit/s' : '';
  const what = placements === 1 ? 'placement' : 'placements';
  return `${placements} ${what}, ${cpu === 1 ? 'full speed' : `CPU ${cpu}× slower`}${network}`;
}
