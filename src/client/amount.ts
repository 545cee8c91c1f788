const written = /^\$?\s*(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
const mostCents = 99_999_999_999;

/**
 * The cents of an amount in US dollars, or undefined where it is not one beyond doubt.
 *
 * Understands `1299`, `1299.00`, `1,299.00` and `$1,299.00`, as text, number or bigint, from one cent to
 * $999,999,999.99. Refuses what could be read in two ways (`1.299,00`, `12,99`, `$10–$20`) rather than guess.
 */
export function parseAmount(amount: unknown): number | undefined {
  // Not `String(amount)`, of which the script makes an addition, and that throws at a symbol.
  const text = typeof amount === 'object' ? '' : (Object(amount) as object).toString().trim();
  if (!written.test(text)) return undefined;
  const dollars = Number(text.replace(/[$,\s]/g, ''));
  const cents = Math.round(dollars * 100);
  // 0.1 + 0.2 makes 30.000000000000004 cents, which is noise; 1299.001 dollars is a third decimal.
  const isWhole = Math.abs(dollars * 100 - cents) < 1e-4;
  return isWhole && cents > 0 && cents <= mostCents ? cents : undefined;
}
