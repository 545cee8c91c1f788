/** Rules about amounts that the page and the servers share. The page loads this file, so it imports nothing. */

/** Most items of one estimation request. The service document shows no maximum; this limit is the proxy's own. */
export const maxEstimateItems = 500;

/**
 * Rounds US dollars to cents, half a cent up as it is written: 1.005 is 101, though the number that a computer keeps for it
 * is a little less.
 */
export function roundToCents(dollars: number): number {
  return Math.round(Number((dollars * 100).toPrecision(15)));
}

/**
 * Converts US dollars to cents. NaN for a real third decimal; floating-point noise is rounded away, as in 100 times 0.1,
 * which makes 9.99999999999998. The page's `parseAmount` has the same rule.
 */
export function centsOf(dollars: number): number {
  const cents = Math.round(dollars * 100);
  return Math.abs(dollars * 100 - cents) < 1e-4 ? cents : NaN;
}
