// @ts-check
import { bar, svg, text } from '../svg.js';
import { comparisons } from './table.js';

const [width, row, left, one] = [760, 44, 420, 280];

/** Bars of the CPU ratios. @param {{ figures: Record<string, any> }} results */
export function toChart({ figures }) {
  const found = Object.entries(comparisons).filter(([measure]) => figures[measure]);
  const bars = found.flatMap(([measure, title], index) => {
    const { median, min, max } = figures[measure].cpuRatio;
    const y = 40 + index * row;
    return [
      text(10, y + 15, title.replaceAll('`', '')),
      bar({ x: left, y, one, most: 1.2, ratio: median, spread: [min, max] }),
    ];
  });
  const title = 'CPU time of the other side ÷ ours, per request (line: least to most)';
  return svg(width, 50 + found.length * row, [text(10, 20, title, 'font-weight="bold"'), ...bars]);
}
