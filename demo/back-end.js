// @ts-check
// The calls of the shop's pages: to its own back end at /shop, and to the proxy's routes for staff.

const onboarding = '/financing/onboarding/api/v1/location';

/**
 * Returns the status of an order, as the service reported it to the shop's back end. Pages aren't trusted for that.
 * @param {string} order
 * @returns {Promise<'open' | 'placed' | 'paid' | 'declined' | 'left'>}
 */
export async function readOrder(order) {
  const response = await fetch(`/shop/orders/${encodeURIComponent(order)}`);
  return response.ok ? (await response.json()).status : 'open';
}

/**
 * Returns what is in an order, or undefined if it wasn't made from a cart.
 * @param {string} order
 * @returns {Promise<{ items: PricedItem[], total: number } | undefined>}
 */
export async function readOrderedCart(order) {
  const response = await fetch(`/shop/carts/${encodeURIComponent(order)}`);
  return response.ok ? response.json() : undefined;
}

/**
 * A product in the cart. The price is in dollars per piece.
 * @typedef {{ id: string, name: string, options: string[], price: number, quantity: number }} PricedItem
 */

/**
 * Prices a cart. The response has an order number and the signed purchase, so that the proxy doesn't have to trust the page.
 * Resolves with undefined if the back end doesn't respond.
 * @param {{ id: string, quantity: number }[]} items
 * @returns {Promise<{ items: PricedItem[], total: number, transactionId: string, purchase: string } | undefined>}
 */
export async function priceCart(items) {
  const response = await post('/shop/cart', items);
  return response?.ok ? response.json() : undefined;
}

/**
 * Places an order without financing. Resolves with its number, or undefined if the back end doesn't respond.
 * @param {{ id: string, quantity: number }[]} items
 * @returns {Promise<string | undefined>}
 */
export async function placeOrder(items) {
  const response = await post('/shop/orders', items);
  return response?.ok ? (await response.json()).order : undefined;
}

/** @param {string} path @param {unknown} body */
function post(path, body) {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
}

/** Resolves with true if the shop knows this browser as staff. @returns {Promise<boolean>} */
export async function isStaff() {
  const response = await fetch('/shop/session');
  return response.ok && (await response.json()).isStaff;
}

/**
 * Returns the shop's log of events, oldest first, or undefined for callers that aren't staff.
 * @returns {Promise<{ receivedAt: string, eventType: string, payload: Record<string, string> }[] | undefined>}
 */
export async function readEvents() {
  const response = await fetch('/shop/events');
  return response.ok ? response.json() : undefined;
}

/**
 * Adds a merchant location and has its representative texted. Resolves with an error message if it fails.
 * @param {string} id
 * @param {Record<string, FormDataEntryValue>} details
 * @returns {Promise<string | undefined>}
 */
export async function addLocation(id, { businessName, vertical, state, phoneNumber }) {
  const response = await fetch(onboarding, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({
      location: id,
      businessName,
      vertical,
      businessAddress: { state },
      representativeDetails: { phoneNumber },
      sendSMS: true,
    }),
  });
  if (response.ok) return undefined;
  const { detail, code } = await response.json();
  return `${detail} (${code})`;
}

/**
 * Reads the status of a merchant location. Resolves with undefined if it doesn't exist.
 * @param {string} id
 * @returns {Promise<{ location: string, url: string, status: string } | undefined>}
 */
export async function readLocation(id) {
  const response = await fetch(`${onboarding}/${encodeURIComponent(id)}`);
  return response.ok ? response.json() : undefined;
}
