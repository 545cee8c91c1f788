// @ts-check
/**
 * Where our element must stand. Times are ratios to our line by hand, and a machine has good and bad days: they may miss by a
 * tolerance. The rest may not.
 * @typedef {object} Aim
 * @property {string} what
 * @property {number} value
 * @property {number} limit
 * @property {boolean} [isTime]
 */

const ours = 'financing-elements';

/** The most bytes that the script may have with brotli. test/package/size.test.ts says why. */
export const scriptLimit = 19_750;

/** @param {any} results @returns {Aim[]} */
export function aimsOf({ widgets, figures, scenes }) {
  const widget = widgets.find((/** @type {any} */ { name }) => name === ours);
  if (!widget) return [];
  const byHand = widgets[0];
  return [
    { what: 'script, bytes with brotli', value: widget.scriptBytes, limit: scriptLimit },
    {
      what: 'heap, bytes an element',
      value: widget.heap.script.perElement - byHand.heap.script.perElement,
      limit: 1000,
    },
    ...figures.flatMap((/** @type {any} */ figure) => aimsOfFigure(figure)),
    ...(scenes ? aimsOfScenes(scenes) : []),
  ];
}

/** @param {any} figure @returns {Aim[]} */
function aimsOfFigure({ title, placements, cpu, isSlowNetwork, widgets }) {
  const found = widgets.find((/** @type {any} */ { name }) => name === ours);
  const what = (/** @type {string} */ measure) => `${measure}: ${title}`;
  /** @type {Aim[]} */
  const aims = [
    { what: what('calls'), value: found.calls, limit: 1 },
    { what: what('layout shift'), value: found.shift, limit: 0 },
    {
      what: what('last price painted'),
      value: found.painted.ratio,
      limit: 1.2,
      isTime: true,
    },
  ];
  if (placements >= 100 && !isSlowNetwork) {
    const { ratio } = found.mainThread;
    aims.push({ what: what('main thread'), value: ratio, limit: 1.35, isTime: true });
  }
  if (cpu === 1) {
    aims.push({
      what: what('longest task, ms'),
      value: found.longestTask,
      limit: 50,
      isTime: true,
    });
  }
  return aims;
}

/** @param {any} scenes @returns {Aim[]} */
function aimsOfScenes({ calls, change, scroll }) {
  return [
    ...calls.map((/** @type {any} */ { title, count, limit }) => ({
      what: `calls: ${title}`,
      value: count,
      limit,
    })),
    { what: 'elements written to when one amount of 500 changes', value: change.written, limit: 1 },
    {
      what: 'frames a second of a plain list of 1,000 ÷ of a lazy one with elements, scrolled',
      value: scroll.plain.framesPerSecond / scroll.lazy.framesPerSecond,
      limit: 1,
      isTime: true,
    },
  ];
}

/** @param {Aim} aim @param {number} [tolerance] */
export const isMissed = ({ value, limit, isTime }, tolerance = 1) =>
  !(value <= limit * (isTime ? tolerance : 1));
