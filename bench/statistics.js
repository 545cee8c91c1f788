// @ts-check

/** The value below which this share of the values lies. @param {readonly number[]} values @param {number} share */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** @param {readonly number[]} values */
const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
};

/**
 * Median and extremes, to three digits.
 * @param {readonly number[]} values
 */
export function summarize(values) {
  const [middle, min, max] = [median(values), Math.min(...values), Math.max(...values)];
  return { median: round(middle), min: round(min), max: round(max) };
}

/** To three digits. @param {number} value */
export const round = (value) => Number(value.toPrecision(3));
