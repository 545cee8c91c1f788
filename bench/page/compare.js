// @ts-check
import { quantile, round, summarize } from '../server/statistics.js';
import { visit } from './visit.js';

/** @typedef {import('./visit.js').Visit} Visit */
/** @typedef {import('./visit.js').Conditions & { placements: number }} Scene */

/**
 * @typedef {object} Ratio to the baseline
 * @property {number} ratio of the medians
 * @property {[number, number]} quartiles of the rounds' own ratios
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
    /** @param {keyof Visit} measure */
    const milliseconds = (measure) => summarize(all(measure)).median;
    return {
      name,
      calls: Math.max(...all('calls')),
      shift: round(Math.max(...all('shift'))),
      longestTask: milliseconds('longestTask'),
      painted: { ...ratio(own, baseline, 'painted'), milliseconds: milliseconds('painted') },
      mainThread: {
        ...ratio(own, baseline, 'mainThread'),
        milliseconds: milliseconds('mainThread'),
      },
      scriptMilliseconds: milliseconds('script'),
      styleMilliseconds: milliseconds('style'),
    };
  });
}

/**
 * @param {Visit[]} own
 * @param {Visit[]} baseline visits in the same rounds
 * @param {keyof Visit} measure
 * @returns {Ratio}
 */
function ratio(own, baseline, measure) {
  const values = own.map((seen) => seen[measure]);
  const others = baseline.map((seen) => seen[measure]);
  const paired = values.map((value, index) => value / (others[index] ?? NaN));
  return {
    ratio: round(summarize(values).median / summarize(others).median),
    quartiles: [round(quantile(paired, 0.25)), round(quantile(paired, 0.75))],
  };
}
