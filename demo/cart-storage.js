// @ts-check
// The shopper's cart, kept in the browser. It holds no prices: those are the back end's. Each page shows its count.

/** The cart's key in `localStorage`. */
export const cartKey = 'cart';

/**
 * What is in the cart, and the order that was last applied for with it.
 * @typedef {{ id: string, quantity: number }} Item
 * @typedef {{ items: Item[], order?: string | undefined }} Cart
 */

/** @returns {Cart} */
export function readCart() {
  return JSON.parse(localStorage.getItem(cartKey) ?? '{"items":[]}');
}

/** @param {Cart} cart */
export function saveCart(cart) {
  localStorage.setItem(cartKey, JSON.stringify(cart));
  showCount();
}

/** Shows beside the link to the cart how many things are in it. */
function showCount() {
  const count = /** @type {HTMLElement} */ (document.querySelector('.count'));
  const things = readCart().items.reduce((sum, { quantity }) => sum + quantity, 0);
  count.hidden = things === 0;
  count.textContent = String(things);
}

/**
 * Sets how many of a product are in the cart; 0 removes it.
 * @param {string} id
 * @param {number} quantity
 */
export function setQuantity(id, quantity) {
  const { items, ...rest } = readCart();
  const isKnown = items.some((item) => item.id === id);
  const changed = isKnown
    ? items.map((item) => (item.id === id ? { id, quantity } : item))
    : [...items, { id, quantity }];
  saveCart({ ...rest, items: changed.filter((item) => item.quantity > 0) });
}

/**
 * Adds to what is in the cart already, up to 20 of a product.
 * @param {string} id
 * @param {number} quantity
 */
export function addToCart(id, quantity) {
  const item = readCart().items.find((each) => each.id === id);
  setQuantity(id, Math.min(20, (item?.quantity ?? 0) + quantity));
}

showCount();
// Another tab of the shop may change the cart.
addEventListener('storage', showCount);
