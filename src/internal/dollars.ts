/**
 * US dollars in integer cents. All code that parses, rounds, or prints an amount uses this file, and sums are sums of cents. An
 * amount therefore has the same cents on the page, in the proxy, and in the sandbox.
 *
 * Estimates round to cents. Links reject a third decimal, because the amount of a link decides a loan.
 *
 * The page loads this file, so it imports nothing.
 */

/** The largest amount sent to the service, in cents. */
export const maxCents = 99_999_999_999;

/**
 * Rounds US dollars to cents. Half a cent is rounded up based on the decimal that the caller wrote: 1.005 becomes 101 cents,
 * although its floating-point value is slightly less than 1.005.
 */
export function roundToCents(dollars: number): number {
  return Math.round(Number((dollars * 100).toPrecision(15)));
}

/**
 * Converts US dollars to cents. Returns NaN for a third decimal, but ignores floating-point noise: 0.1 + 0.2 is 30 cents.
 */
export function centsOf(dollars: number): number {
  const cents = roundToCents(dollars);
  return Math.abs(dollars * 100 - cents) < 1e-4 ? cents : NaN;
}

const pattern = /^(?:USD|(?:US\s*)?\$)?\s*(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:\s*USD)?$/;
/** Zero-width characters and direction marks, which currency formatters and translators add. */
const invisible = /\p{Cf}/gu;
/** Text such as 2.500, which means two and a half dollars, or 2,500 dollars if a dot separates thousands. */
const thousandsOrCents = /^\D*\d{1,3}\.\d{3}\D*$/;

/**
 * Parses the amount of a link. Returns US dollars with at most two decimals. Returns undefined if the amount is missing, has a
 * third decimal, or is ambiguous.
 *
 * Accepts `1299`, `1299.00`, `1,299.00`, `$1,299.00`, `US$1,299.00`, `USD 1,299.00`, and `$1,299.00 USD`, as a string, number, or
 * bigint, from $0.01 to $999,999,999.99. Rejects text with two possible meanings, such as `1.299,00`, `2.500`, `12,99`, and
 * `$10–$20`.
 */
export function parseAmount(amount: unknown): number | undefined {
  return parse(amount, centsOf);
}

/** Parses the amount of an estimate. Accepts the same text as `parseAmount`, and rounds to cents. */
export function parsePrice(amount: unknown): number | undefined {
  return parse(amount, roundToCents);
}

function parse(amount: unknown, toCents: (dollars: number) => number): number | undefined {
  // Reject objects first, because their `toString` may throw. `String()` of a symbol doesn't throw.
  const text = typeof amount === 'object' ? '' : String(amount).replace(invisible, '').trim();
  const isAmbiguous = typeof amount !== 'number' && thousandsOrCents.test(text);
  if (!pattern.test(text) || isAmbiguous) return undefined;
  const cents = toCents(Number(text.replace(/[^\d.]/g, '')));
  return cents > 0 && cents <= maxCents ? cents / 100 : undefined;
}

/**
 * Prints cents as dollars: 129900 becomes `$1,299.00`. `Intl.NumberFormat` agrees for `en-US` and `es-US`, but isn't used because
 * the first formatter of a page takes over 10 ms.
 */
export function money(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`.replace(/\d(?=(?:\d{3})+\.)/g, '$&,');
}
