// @ts-check
// The shopper's cart, stored in the browser. It has no prices, because the back end sets them. Each page shows its count.

/** The cart's key in `localStorage`. */
export const cartKey = 'cart';

/**
 * The content of the cart, and the order number of its latest application.
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

/** Shows the number of items next to the link to the cart. */
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
 * Adds a product to the cart, up to 20 of each.
 * @param {string} id
 * @param {number} quantity
 */
export function addToCart(id, quantity) {
  const item = readCart().items.find((each) => each.id === id);
  setQuantity(id, Math.min(20, (item?.quantity ?? 0) + quantity));
}

showCount();
// Another tab may change the cart.
addEventListener('storage', showCount);
