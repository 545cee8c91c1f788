import { money, roundToCents } from '../internal/dollars.js';

/** Prints cents as dollars, and leaves out `.00`: `$0`, `$129.90`. */
export function shortMoney(cents: number): string {
  return money(cents).replace(/\.00$/, '');
}

/** Prints a percentage with at most two decimals, rounded like cents: `9.99%`, `0%`. */
export function percent(value: number): string {
  return `${roundToCents(value) / 100}%`;
}
