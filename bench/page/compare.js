// @ts-check
import { quantile, round } from '../statistics.js';
import { visit } from './visit.js';

/** @typedef {import('./visit.js').Visit} Visit */
/** @typedef {import('./browse.js').Conditions & { placements: number }} Scene */

/**
 * @typedef {object} Ratio to the baseline
 * @property {number} ratio
 * @property {[number, number]} quartiles of the rounds' own ratios
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
 * round begins with another widget, so that none always follows the same.
 * @param {import('puppeteer-core').Browser} browser
 * @param {Scene} scene
 * @param {Comparison} comparison
 */
export async function compare(browser, scene, { names, urlOf, rounds, onRound }) {
  /** @type {Record<string, Visit[]>} */
  const visits = Object.fromEntries(names.map((name) => [name, []]));
  for (let index = 0; index <= rounds; index += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(index + turn) % names.length] ?? '';
      const seen = await visit(browser, urlOf(name), scene);
      if (index > 0) visits[name]?.push(seen);
    }
    onRound();
  }

  const baseline = visits[names[0] ?? ''] ?? [];
  return names.map((name) => {
    const own = visits[name] ?? [];
    /** @param {keyof Visit} measure */
    const all = (measure) => own.map((seen) => seen[measure]);
    return {
      name,
      calls: Math.max(...all('calls')),
      shift: round(Math.max(...all('shift'))),
      longestTask: round(quantile(all('longestTask'), 0.5)),
      // Whatever else runs makes it later, never earlier: so the fast quarter of the rounds.
      painted: ratio(own, baseline, 'painted', 0.25),
      mainThread: ratio(own, baseline, 'mainThread', 0.5),
      scriptMilliseconds: round(quantile(all('script'), 0.5)),
      styleMilliseconds: round(quantile(all('style'), 0.5)),
    };
  });
}

/**
 * @param {Visit[]} own
 * @param {Visit[]} baseline visits in the same rounds
 * @param {'painted' | 'mainThread'} measure
 * @param {number} share of the visits that are below what is compared
 * @returns {Ratio}
 */
function ratio(own, baseline, measure, share) {
  const values = own.map((seen) => seen[measure]);
  const others = baseline.map((seen) => seen[measure]);
  const paired = values.map((value, index) => value / (others[index] ?? NaN));
  return {
    ratio: round(quantile(values, share) / quantile(others, share)),
    quartiles: [round(quantile(paired, 0.25)), round(quantile(paired, 0.75))],
    milliseconds: round(quantile(values, share)),
  };
}
