// @ts-check
import { untilIdle } from '../idle.js';
import { median, medianInterval, round } from '../statistics.js';
import { measureScriptTime } from './script-time.js';
import { visit } from './visit.js';

/** @typedef {import('./visit.js').Visit} Visit */
/** @typedef {import('./browse.js').Conditions & { placements: number }} Scene */

/** The number of measurements of the script time, which has no limit. */
const traces = 5;

/**
 * @typedef {object} Ratio to the baseline
 * @property {number} ratio
 * @property {[number, number]} interval the 95% confidence interval of the ratio
 * @property {number} milliseconds
 *
 * @typedef {object} Comparison
 * @property {string[]} names of the widgets; the first is the baseline
 * @property {(name: string) => string} urlOf
 * @property {number} rounds
 * @property {number} maxIdleWaitMs the maximum wait for an idle machine before each round
 * @property {() => void} onRound
 */

/**
 * Visits the page with each widget in each round, after one round to warm up. Each round begins with another widget, so that
 * no widget always follows the same one. A round starts when the machine is idle.
 * @param {import('puppeteer-core').Browser} browser
 * @param {Scene} scene
 * @param {Comparison} comparison
 */
export async function compare(browser, scene, { names, urlOf, rounds, maxIdleWaitMs, onRound }) {
  /** @type {Record<string, Visit[]>} */
  const visits = Object.fromEntries(names.map((name) => [name, []]));
  let busyRounds = 0;
  for (let index = 0; index <= rounds; index += 1) {
    if (!(await untilIdle(maxIdleWaitMs))) busyRounds += 1;
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(index + turn) % names.length] ?? '';
      const seen = await visit(browser, urlOf(name), scene);
      if (index > 0) visits[name]?.push(seen);
    }
    onRound();
  }

  const baseline = visits[names[0] ?? ''] ?? [];
  const widgets = [];
  for (const name of names) {
    const own = visits[name] ?? [];
    const scripts = [];
    while (scripts.length < traces) {
      scripts.push(await measureScriptTime(browser, urlOf(name), scene));
    }
    widgets.push({
      name,
      calls: Math.max(...own.map(({ calls }) => calls)),
      shift: round(Math.max(...own.map(({ shift }) => shift))),
      painted: ratio(own, baseline, 'painted'),
      mainThread: ratio(own, baseline, 'mainThread'),
      scriptMilliseconds: round(median(scripts)),
      styleMilliseconds: round(median(own.map(({ style }) => style))),
    });
  }
  return { widgets, busyRounds };
}

/**
 * @param {Visit[]} own
 * @param {Visit[]} baseline visits in the same rounds
 * @param {'painted' | 'mainThread'} measure
 * @returns {Ratio} of pairs of visits, so that a slow minute affects both
 */
function ratio(own, baseline, measure) {
  const values = own.map((seen) => seen[measure]);
  const others = baseline.map((seen) => seen[measure]);
  const paired = values.map((value, index) => value / (others[index] ?? NaN));
  return {
    ratio: round(median(paired)),
    interval: /** @type {[number, number]} */ (medianInterval(paired).map(round)),
    milliseconds: round(median(values)),
  };
}
