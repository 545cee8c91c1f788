// @ts-check
// Shows the outcome of an order to a shopper who returns from paying for it.

import { readOrder, readOrderedCart } from './back-end.js';
import { renderReceipt } from './order-lines.js';

/** Called with an order that is paid or placed. @typedef {(order: string) => void} OnPaid */

const outcome = /** @type {HTMLElement} */ (document.querySelector('#outcome'));
const receipt = document.querySelector('#receipt');
const texts = {
  open: 'Your order is not confirmed yet.',
  placed: 'Thank you. Your order is placed. A real shop would ask for your card.',
  paid: 'Thank you. Your order is paid over time.',
  declined: 'This order cannot be paid over time. You can still check out without it.',
  left: 'You left without paying. Everything is still here.',
};

/**
 * Shows the outcome of the order that the page's URL names, and of each order that the page's button starts.
 * @param {OnPaid} [onPaid]
 */
export function showOutcomes(onPaid = () => undefined) {
  const returned = new URL(document.URL).searchParams.get('order');
  if (returned) void show(returned, onPaid);
  document.addEventListener('financing-status', ({ target }) => {
    const order = target instanceof Element && target.getAttribute('transaction-id');
    if (order) void show(order, onPaid);
  });
}

/** @param {string} order @param {OnPaid} onPaid @param {number} [attempt] */
async function show(order, onPaid, attempt = 1) {
  const status = await readOrder(order);
  outcome.replaceChildren(texts[status], ' ', 'Order:', ` ${order}`);
  outcome.dataset.status = status;
  if (status === 'paid' || status === 'placed') {
    onPaid(order);
    const cart = receipt && (await readOrderedCart(order));
    if (cart) receipt.replaceChildren(...renderReceipt(cart, status === 'paid'));
  }
  // The shopper may return before the webhook arrives.
  if (status === 'open' && attempt < 60)
    setTimeout(() => void show(order, onPaid, attempt + 1), 2000);
}
