// @ts-check

/**
 * A bar of a ratio, with a line from the least to the most, and a mark at 1.
 * @param {object} bar
 * @param {number} bar.x
 * @param {number} bar.y
 * @param {number} bar.one width of a ratio of 1
 * @param {number} bar.most ratio beyond which it is cut off
 * @param {number} bar.ratio
 * @param {readonly [number, number]} bar.spread
 */
export function bar({ x, y, one, most, ratio, spread: [from, to] }) {
  const at = (/** @type {number} */ value) => round(x + Math.min(value, most) * one);
  return [
    `<rect x="${x}" y="${y}" width="${round(at(ratio) - x)}" height="18" fill="#357"/>`,
    `<path d="M${at(from)} ${y + 9}H${at(to)}" stroke="#000"/>`,
    `<path d="M${at(1)} ${y - 2}v22" stroke="#c33"/>`,
    text(x + 4, y + 13, ratio, 'fill="#fff"'),
  ].join('\n');
}

/** @param {number} x @param {number} y @param {string | number} content */
export const text = (x, y, content, attributes = '') =>
  `<text x="${x}" y="${y}" ${attributes}>${String(content).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;

/** @param {number} width @param {number} height @param {string[]} content */
export const svg = (
  width,
  height,
  content,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="#fff"/>
${content.join('\n')}
</svg>
`;

const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;
