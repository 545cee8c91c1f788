const pattern = /^(?:USD|(?:US\s*)?\$)?\s*(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:\s*USD)?$/;
/** Zero-width characters and direction marks, which currency formatters and translators add. */
const invisible = /\p{Cf}/gu;
/** 2.500 is two and a half dollars, or where a dot separates thousands, two thousand five hundred. */
const thousandsOrCents = /^\D*\d{1,3}\.\d{3}\D*$/;
const maxCents = 99_999_999_999;

/**
 * An amount in US dollars, rounded to whole cents; undefined where the amount is missing or ambiguous.
 *
 * Reads `1299`, `1299.00`, `1,299.00`, `$1,299.00`, `US$1,299.00`, `USD 1,299.00` and `$1,299.00 USD`, as text, number or bigint, from $0.01 to $999,999,999.99.
 * Refuses text that can be read in two ways (`1.299,00`, `2.500`, `12,99`, `$10–$20`) rather than guess.
 */
export function parseAmount(amount: unknown): number | undefined {
  // Objects are refused first: their `toString` may throw, and `String()` of a symbol does not.
  const text = typeof amount === 'object' ? '' : String(amount).replace(invisible, '').trim();
  if (!pattern.test(text) || thousandsOrCents.test(text)) return undefined;
  const dollars = Number(text.replace(/[^\d.]/g, ''));
  const cents = Math.round(dollars * 100);
  // 0.1 + 0.2 is 30.000000000000004 cents, which is float noise; 1299.001 dollars has a third decimal.
  const isWhole = Math.abs(dollars * 100 - cents) < 1e-4;
  return isWhole && cents > 0 && cents <= maxCents ? cents / 100 : undefined;
}
