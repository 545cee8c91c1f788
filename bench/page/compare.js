// @ts-check
import { untilIdle } from '../idle.js';
import { median, medianInterval, quantile, round } from '../statistics.js';
import { visit } from './visit.js';

/** @typedef {import('./visit.js').Visit} Visit */
/** @typedef {import('./browse.js').Conditions & { placements: number }} Scene */

/**
 * @typedef {object} Ratio to the baseline
 * @property {number} ratio
 * @property {[number, number]} interval that holds the ratio in 95 of 100 cases
 * @property {number} milliseconds
 *
 * @typedef {object} Comparison
 * @property {string[]} names of the widgets; the first is the baseline
 * @property {(name: string) => string} urlOf
 * @property {number} rounds
 * @property {() => void} onRound
 */

/**
 * Visits the page with each widget in turn, as often as there are rounds, after a first one that warms up. Each
 * round begins with another widget, so that none always follows the same, and waits until the machine is at rest.
 * @param {import('puppeteer-core').Browser} browser
 * @param {Scene} scene
 * @param {Comparison} comparison
 */
export async function compare(browser, scene, { names, urlOf, rounds, onRound }) {
  /** @type {Record<string, Visit[]>} */
  const visits = Object.fromEntries(names.map((name) => [name, []]));
  let busyRounds = 0;
  for (let index = 0; index <= rounds; index += 1) {
    if (!(await untilIdle())) busyRounds += 1;
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(index + turn) % names.length] ?? '';
      const seen = await visit(browser, urlOf(name), scene);
      if (index > 0) visits[name]?.push(seen);
    }
    onRound();
  }

  const baseline = visits[names[0] ?? ''] ?? [];
  const widgets = names.map((name) => {
    const own = visits[name] ?? [];
    /** @param {keyof Visit} measure */
    const all = (measure) => own.map((seen) => seen[measure]);
    return {
      name,
      calls: Math.max(...all('calls')),
      shift: round(Math.max(...all('shift'))),
      longestTask: round(quantile(all('longestTask'), 0.5)),
      painted: ratio(own, baseline, 'painted'),
      mainThread: ratio(own, baseline, 'mainThread'),
      scriptMilliseconds: round(quantile(all('script'), 0.5)),
      styleMilliseconds: round(quantile(all('style'), 0.5)),
    };
  });
  return { widgets, busyRounds };
}

/**
 * @param {Visit[]} own
 * @param {Visit[]} baseline visits in the same rounds
 * @param {'painted' | 'mainThread'} measure
 * @returns {Ratio} of visits in pairs, so that a slow minute weighs on both
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
