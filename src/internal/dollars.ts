/** Rules about amounts that the page and the servers share. The page loads this file, so it imports nothing. */

/** Most items of one estimation request. The service document shows no maximum; this limit is the proxy's own. */
export const maxEstimateItems = 500;

/**
 * Converts US dollars to cents. NaN for a real third decimal; floating-point noise is rounded away, as in 100 times 0.1,
 * which makes 9.99999999999998. The page's `parseAmount` has the same rule.
 */
export function centsOf(dollars: number): number {
  const cents = Math.round(dollars * 100);
  return Math.abs(dollars * 100 - cents) < 1e-4 ? cents : NaN;
}
