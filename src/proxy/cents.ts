/**
 * The cents of an amount in US dollars; NaN, which equals no other, where it has a real third decimal. What sums of
 * floating-point numbers leave behind is none: a hundred times 0.1 makes 9.99999999999998. `parseAmount` of the page
 * draws the line there, too.
 */
export function centsOf(dollars: number): number {
  const cents = Math.round(dollars * 100);
  return Math.abs(dollars * 100 - cents) < 1e-4 ? cents : NaN;
}
