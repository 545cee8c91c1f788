// @ts-check

/** @param {readonly number[]} values */
export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
};

/**
 * Returns the median and the extremes, to three digits.
 * @param {readonly number[]} values
 */
export function summarize(values) {
  const [middle, min, max] = [median(values), Math.min(...values), Math.max(...values)];
  return { median: round(middle), min: round(min), max: round(max) };
}

/**
 * Returns the 95% confidence interval of the median, by order statistics (the sign test), which works for any distribution.
 * @param {readonly number[]} values six or more; with fewer, their extremes
 * @returns {[low: number, high: number]}
 */
export function medianInterval(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const margin = 0.98 * Math.sqrt(sorted.length); // 1.96 standard deviations of a binomial count, halved
  const low = Math.max(0, Math.floor(sorted.length / 2 - margin));
  const high = Math.min(sorted.length - 1, Math.ceil(sorted.length / 2 + margin) - 1);
  return [sorted[low] ?? NaN, sorted[high] ?? NaN];
}

/** Rounds to three digits. @param {number} value */
export const round = (value) => Number(value.toPrecision(3));
