// @ts-check
import { comparisons } from './table.js';

const [width, row, left, scale] = [760, 44, 420, 280];

/** Bars of the CPU ratios, whose full length is the other side of each comparison. @param {{ figures: Record<string, any> }} results */
export function toChart({ figures }) {
  const found = Object.entries(comparisons).filter(([measure]) => figures[measure]);
  const bars = found.map(([measure, title], index) => {
    const { median, min, max } = figures[measure].cpuRatio;
    const y = 40 + index * row;
    const at = (/** @type {number} */ ratio) => left + Math.min(ratio, 1.1) * scale;
    return [
      `<text x="10" y="${y + 15}">${title.replaceAll('`', '')}</text>`,
      `<rect x="${left}" y="${y}" width="${scale}" height="22" fill="#ddd"/>`,
      `<rect x="${left}" y="${y}" width="${at(median) - left}" height="22" fill="#357"/>`,
      `<path d="M${at(min)} ${y + 11}H${at(max)}" stroke="#000"/>`,
      `<text x="${left + 4}" y="${y + 16}" fill="#fff">${median}</text>`,
    ].join('\n');
  });
  const height = 50 + found.length * row;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="10" y="20" font-weight="bold">CPU time of the other side ÷ ours, per request (line: least to most)</text>
${bars.join('\n')}
</svg>
`;
}
