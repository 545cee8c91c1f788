/** The cart of the demo's shop. Its prices are the shop's own: a page only says what is in the cart. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { signPurchase } from '../../proxy/index.js';

/** A product, in dollars. */
interface Product {
  readonly name: string;
  readonly options: readonly string[];
  readonly price: number;
}

const sizes = {
  'two-seat': ['Two-seat', 1299],
  'three-seat': ['Three-seat', 1649],
  corner: ['Corner', 2390],
} as const;

const finishes = {
  linen: ['Oat linen', 0],
  wool: ['Moss wool', 180],
  leather: ['Saddle leather', 640],
} as const;

const sofas = Object.entries(sizes).flatMap(([size, [sizeName, price]]) =>
  Object.entries(finishes).map(([finish, [finishName, extra]]): [string, Product] => [
    `hollis-sofa/${size}/${finish}`,
    { name: 'Hollis sofa', options: [sizeName, finishName], price: price + extra },
  ]),
);

/** Products by id, as the pages name them. */
const products: ReadonlyMap<string, Product> = new Map([
  ...sofas,
  ['corrie-chair', { name: 'Corrie reading chair', options: [], price: 789 }],
  ['drift-table', { name: 'Drift low table', options: [], price: 349 }],
  ['beacon-lamp', { name: 'Beacon floor lamp', options: [], price: 239 }],
]);

const ItemsSchema = z
  .array(z.strictObject({ id: z.string().max(64), quantity: z.int().min(1).max(20) }))
  .max(50);

/** Seconds for which a signed purchase is valid: a cart may stay open for an evening. */
const validity = 12 * 60 * 60;

/**
 * Prices the items of a request, and signs the total as a purchase with an order number that cannot be guessed. A product
 * that the shop does not sell is left out. Undefined for a body that is no cart, or an empty one.
 */
export async function priceCart(body: unknown, purchaseSecret: string) {
  const items = ItemsSchema.safeParse(body).data?.flatMap(({ id, quantity }) => {
    const product = products.get(id);
    return product ? [{ id, ...product, quantity }] : [];
  });
  if (!items?.length) return undefined;
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  // Short enough to be read out, and still 48 random bits.
  const transactionId = randomUUID().slice(0, 13).toUpperCase();
  const exp = Math.floor(Date.now() / 1000) + validity;
  const purchase = await signPurchase({ amount: total, transactionId, exp }, purchaseSecret);
  return { items, total, transactionId, purchase };
}
