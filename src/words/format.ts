/**
 * Prints money and percentages as `Intl.NumberFormat` does for the United States, in English (`en-US`) and in Spanish
 * (`es-US`), which agree. `Intl` isn't used because the first formatter of a page takes over 10 ms.
 */
import { printCents, roundToCents } from '../internal/dollars.js';

/** Prints cents as dollars: `$1,299.00`. */
export { printCents as money };

/** Prints cents as dollars, and leaves out `.00`: `$0`, `$129.90`. */
export function shortMoney(cents: number): string {
  return printCents(cents).replace(/\.00$/, '');
}

/** Prints a percentage with at most two decimals, rounded like cents: `9.99%`, `0%`. */
export function percent(value: number): string {
  return `${roundToCents(value) / 100}%`;
}
