/**
 * Money and percent as `Intl.NumberFormat` writes them for the United States, in English (`en-US`) and in
 * Spanish (`es-US`), which agree. By hand, since the first formatter of a page takes over 10 ms.
 */

/** US dollars with their cents: `$1,299.00`. */
export function money(dollars: number): string {
  return `$${roundedToHundredths(dollars).toFixed(2)}`.replace(/\d(?=(?:\d{3})+\.)/g, '$&,');
}

/** US dollars, without the cents where there are none: `$0`, `$129.90`. */
export function shortMoney(dollars: number): string {
  return money(dollars).replace(/\.00$/, '');
}

/** A percentage with up to two decimals: `9.99%`, `0%`. */
export function percent(value: number): string {
  return `${roundedToHundredths(value)}%`;
}

/** Rounds the decimal as it is written, as `Intl` does: 1.005 is 1.01, though its binary value is a little less. */
export function roundedToHundredths(value: number): number {
  const hundredths = Number(`${value}e2`);
  // A number that is itself written with an exponent is too small or too large to have hundredths.
  return Number.isNaN(hundredths) ? Math.round(value) : Math.round(hundredths) / 100;
}
