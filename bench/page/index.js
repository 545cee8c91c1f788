// @ts-check
/**
 * What the estimates of a page cost it, against what can be written by hand for the same: in a real browser, with
 * rounds that are interleaved and ratios of their medians, since absolute times are the machine's.
 */
import puppeteer from 'puppeteer-core';
import { findChromiumOptions } from '../../test/engines/find-engines.js';
import { describeRun } from '../machine.js';
import { startProgress } from '../progress.js';
import { round } from '../statistics.js';
import { aimsOf, isMissed } from './aims.js';
import { compare } from './compare.js';
import { measureHeap } from './heap.js';
import { countOfScenes, playScenes } from './scenes.js';
import { listUrl, startShop } from './shop.js';
import { toTable } from './table.js';
import { createWidgets, widgetNames } from './widgets.js';

export const about = 'what the estimates of a page cost it, against what can be written by hand';

export const example = '--widgets same-line,financing-elements --against ../other/dist/elements.js';

export const options = /** @type {const} */ ({
  rounds: { type: 'string', default: '20', text: 'how often each page is opened' },
  placements: { type: 'string', default: '1,100,500', text: 'of how many estimates' },
  cpu: { type: 'string', default: '1,4', text: 'how many times slower than this machine' },
  network: { type: 'string', default: 'fast,slow', text: 'slow is 150 ms and 1.6 Mbit/s' },
  widgets: { type: 'string', text: `some of ${widgetNames.join(', ')}` },
  against: { type: 'string', text: 'path of another build of the script' },
  tolerance: {
    type: 'string',
    text: 'fails where an aim is missed, a time by more than this factor',
  },
});

/** @param {Record<keyof typeof options, any>} values */
export async function run(values) {
  const rounds = Number(values.rounds);
  const scenes = scenesOf(values);
  const widgets = await createWidgets({
    names: values.widgets?.split(','),
    against: values.against,
  });
  const names = Object.keys(widgets);

  const launchOptions = findChromiumOptions();
  if (!launchOptions) throw new Error('There is no Chromium here; set CHROME_PATH');
  const shop = await startShop(widgets);
  const browser = await puppeteer.launch(launchOptions);
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
      figures.push({ ...scene, title: titleOf(scene), ...compared });
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
