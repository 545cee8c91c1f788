/** The facts of an estimate as tiles: a value with a few words. Part of a file that is loaded on demand. */

/** The texts of the tiles. The tile of the APR has the text `apr` of the line. */
export interface TileText {
  /** The tile of the number of payments, if it's known. `{months}` */
  tilePayments: string;
  /** The same tile for a single payment. `{months}` */
  tilePaymentsOfOne: string;
  /** The tile of the amount due today. `{downPayment}` */
  tileDueToday: string;
}

/** The texts of the tiles by language. */
export const tileTexts: Readonly<Record<'en' | 'es', TileText>> = {
  en: {
    tilePayments: '{months} payments',
    tilePaymentsOfOne: '{months} payment',
    tileDueToday: '{downPayment} due today',
  },
  es: {
    tilePayments: '{months} pagos',
    tilePaymentsOfOne: '{months} pago',
    tileDueToday: '{downPayment} hoy',
  },
};

/** A tile: the text before its value, the value, and the text after it. */
export type Tile = readonly [before: string, value: string | number, after: string];

/** Returns the tiles of an estimate. If the term isn't known, `months` is empty, and there are only two. */
export function tilesOf(
  text: TileText & { readonly apr: string },
  values: Readonly<Record<'months' | 'apr' | 'downPayment', string | number>>,
): Tile[] {
  const term = values.months === 1 ? text.tilePaymentsOfOne : text.tilePayments;
  return [...(values.months ? [term] : []), text.apr, text.tileDueToday].map((tile) => {
    const [before = '', name, after = ''] = tile.split(/\{(\w+)\}/);
    return [before.trim(), values[name as keyof typeof values], after.trim()];
  });
}
