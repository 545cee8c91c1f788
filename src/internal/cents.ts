/**
 * Converts US dollars to cents. NaN for a real third decimal; floating-point noise is rounded away, as in 100 times 0.1,
 * which makes 9.99999999999998. The page's `parseAmount` has the same rule.
 */
export function centsOf(dollars: number): number {
  const cents = Math.round(dollars * 100);
  return Math.abs(dollars * 100 - cents) < 1e-4 ? cents : NaN;
}
