// @ts-check
/**
 * The limits for our element, compared with the competent Lit element. Main thread time is a ratio that varies from run to
 * run, so it has a tolerance. The other limits don't.
 * @typedef {object} Aim
 * @property {string} what
 * @property {number} value
 * @property {number} limit
 * @property {boolean} [isTime]
 */

/** The target size of the first script in bytes, compressed with brotli. */
const scriptAim = 17_800;

/** The maximum size until the target is reached. test/package/size.test.ts says what the bytes are for. */
export const scriptLimit = 20_890;

/** The maximum main thread time, as a ratio, by number of placements at full speed. @type {Record<number, number>} */
const mainThreadAims = { 1: 1.25, 100: 1.25, 500: 1.15 };

/** @param {any} results @returns {Aim[]} */
export function aimsOf({ widgets, figures, calls }) {
  const find = (/** @type {any[]} */ list, /** @type {string} */ name) =>
    list.find((each) => each.name === name);
  const ours = find(widgets, 'financing-elements');
  const competent = find(widgets, 'lit-element');
  return [
    { what: 'first script, bytes with brotli', value: ours.scriptBytes, limit: scriptAim },
    {
      what: 'heap, bytes an element beyond the competent element',
      value: ours.heap.script.perElement - competent.heap.script.perElement,
      limit: 900,
    },
    ...figures.flatMap((/** @type {any} */ figure) =>
      aimsOfFigure(figure, find(figure.widgets, 'financing-elements')),
    ),
    ...calls.map((/** @type {any} */ { title, count, limit }) => ({
      what: `calls: ${title}`,
      value: count,
      limit,
    })),
  ];
}

/** @param {any} figure @param {any} ours @returns {Aim[]} */
function aimsOfFigure({ title, placements, cpu }, { calls, shift, mainThread }) {
  const limit = cpu === 1 ? mainThreadAims[placements] : undefined;
  return [
    { what: `calls: ${title}`, value: calls, limit: 1 },
    { what: `layout shift: ${title}`, value: shift, limit: 0 },
    ...(limit
      ? [{ what: `main thread: ${title}`, value: mainThread.ratio, limit, isTime: true }]
      : []),
  ];
}

/** @param {Aim} aim @param {number} [tolerance] */
export const isMissed = ({ value, limit, isTime }, tolerance = 1) =>
  !(value <= limit * (isTime ? tolerance : 1));
