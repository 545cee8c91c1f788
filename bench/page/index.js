// @ts-check
/**
 * Measures what estimates cost a page, compared with a competent Lit element for the same line. Runs in a real browser, with
 * alternating rounds, and reports medians of ratios, because absolute times depend on the machine.
 */
import puppeteer from 'puppeteer-core';
import { findChromiumOptions } from '../../test/engines/find-engines.js';
import { describeRun } from '../machine.js';
import { startProgress } from '../progress.js';
import { round } from '../statistics.js';
import { aimsOf, isMissed } from './aims.js';
import { modes } from './calls.js';
import { compare } from './compare.js';
import { measureHeap } from './heap.js';
import { listUrl, startShop } from './shop.js';
import { toTable } from './table.js';
import { createWidgets, litBytes } from './widgets.js';

export const about = 'what the estimates of a page cost it, against a competent Lit element';

export const example = '--placements 500 --against ../other/dist/elements.js';

export const options = /** @type {const} */ ({
  rounds: { type: 'string', default: '20', text: 'how often each page is opened' },
  placements: { type: 'string', default: '1,100,500', text: 'of how many estimates' },
  cpu: { type: 'string', default: '1', text: 'how many times slower than this machine' },
  network: { type: 'string', default: 'fast,slow', text: 'slow is 150 ms, 1.6 Mbit/s, CPU 4×' },
  against: { type: 'string', text: 'path of another build of the script' },
  'max-idle-wait': { type: 'string', default: '30', text: 'seconds to wait for an idle machine' },
  tolerance: {
    type: 'string',
    text: 'fails where an aim is missed, a time by more than this factor',
  },
});

/** @param {Record<keyof typeof options, any>} values */
export async function run(values) {
  const rounds = Number(values.rounds);
  const scenes = scenesOf(values);
  const widgets = await createWidgets(values.against);
  const names = Object.keys(widgets);

  const launchOptions = findChromiumOptions();
  if (!launchOptions) throw new Error('There is no Chromium here; set CHROME_PATH');
  const shop = await startShop(widgets);
  const browser = await puppeteer.launch(launchOptions);
  const urlOf = (/** @type {string} */ widget, /** @type {number} */ placements) =>
    listUrl(shop.url, { widget, placements });
  const reportProgress = startProgress(
    scenes.length * (rounds + 1) + names.length + Object.keys(modes).length,
  );
  try {
    const figures = [];
    for (const scene of scenes) {
      const title = titleOf(scene);
      const compared = await compare(browser, scene, {
        names,
        urlOf: (name) => urlOf(name, scene.placements),
        rounds,
        maxIdleWaitMs: Number(values['max-idle-wait']) * 1_000,
        onRound: () => reportProgress(`page, ${title}`),
      });
      figures.push({ ...scene, title, ...compared });
    }
    /** @type {Record<string, import('./heap.js').Memory>} */
    const heap = {};
    for (const name of names) {
      heap[name] = await measureHeap(browser, (placements) => urlOf(name, placements));
      reportProgress(`page, heap of ${name}`);
    }
    const calls = [];
    for (const { title, calls: limit, count } of Object.values(modes)) {
      calls.push({ title, limit, count: await count(browser, shop.url, 'financing-elements') });
      reportProgress(`page, ${title}`);
    }
    const results = {
      ...describeRun(),
      browser: await browser.version(),
      rounds,
      litBytes: await litBytes(),
      widgets: names.map((name) => ({
        name,
        title: widgets[name]?.title ?? '',
        scriptBytes: widgets[name]?.script.length ?? NaN,
        heap: heap[name],
      })),
      figures,
      calls,
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
