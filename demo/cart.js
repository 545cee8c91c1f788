// @ts-check
// The cart. The shop's back end prices it and signs the total, and the pay-over-time button passes them on.

import { placeOrder, priceCart } from './back-end.js';
import { addToCart, cartKey, readCart, saveCart, setQuantity } from './cart-storage.js';
import { dollars, listOf, pictureOf } from './order-lines.js';
import { showOutcomes } from './outcome.js';

/** @typedef {import('./back-end.js').PricedItem} PricedItem */

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
/** The cart, which is on the page only if it isn't empty: without an amount, its elements have nothing to request. */
const filled = /** @type {HTMLElement} */ (
  /** @type {HTMLTemplateElement} */ (find('#filled-cart')).content.firstElementChild
);
/** @param {string} selector */
const inCart = (selector) => /** @type {HTMLElement} */ (filled.querySelector(selector));
const checkout = inCart('pay-over-time-button');
const lines = inCart('#lines');
const error = find('#error');

/** Counts the changes, so that a response that is older than the latest change isn't shown. */
let changes = 0;

/** Shows the current cart. */
async function show() {
  changes += 1;
  const change = changes;
  const { items } = readCart();
  const cart = items.length > 0 ? await priceCart(items) : undefined;
  if (change !== changes) return;
  find('#empty').hidden = items.length > 0;
  filled.hidden = !cart;
  find('#more').hidden = false;
  error.textContent =
    items.length > 0 && !cart ? 'Your cart cannot be priced right now. Please try again.' : '';
  if (!cart) return;
  const focused = document.activeElement?.id;
  lines.replaceChildren(...cart.items.map(renderLine));
  if (focused) document.getElementById(focused)?.focus();
  inCart('#total').textContent = dollars(cart.total);
  const amount = cart.total.toFixed(2);
  inCart('financing-estimate').setAttribute('amount', amount);
  const { transactionId } = cart;
  const returnUrl = new URL(`/cart.html?order=${transactionId}`, document.URL).href;
  checkout.setAttribute('amount', amount);
  checkout.setAttribute('transaction-id', transactionId);
  checkout.setAttribute('purchase', cart.purchase);
  checkout.setAttribute('redirect-url', returnUrl);
  if (!filled.isConnected) find('#filled-cart').replaceWith(filled);
}

/** @param {PricedItem} item */
function renderLine({ id, name, options, price, quantity }) {
  const template = /** @type {HTMLTemplateElement} */ (find('#line'));
  const line = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  const part = (/** @type {string} */ selector) =>
    /** @type {HTMLElement} */ (line.querySelector(selector));
  const field = /** @type {HTMLInputElement} */ (part('input'));
  part('h2').textContent = name;
  part('.options').replaceChildren(...listOf(options));
  line.prepend(pictureOf(id));
  part('.price').textContent = dollars(price * quantity);
  part('h2').id = `name-${id}`;
  Object.assign(field, { id: `quantity-${id}`, value: String(quantity) });
  for (const control of [field, part('button')]) {
    control.setAttribute('aria-describedby', `name-${id}`);
  }
  field.addEventListener('change', () => {
    if (field.checkValidity()) change(() => setQuantity(id, field.valueAsNumber));
  });
  part('button').addEventListener('click', () => {
    change(() => setQuantity(id, 0));
    find('h1').focus();
  });
  return line;
}

/** @param {() => void} act changes the cart */
function change(act) {
  act();
  void show();
}

for (const button of document.querySelectorAll('#more button')) {
  button.addEventListener('click', () =>
    change(() => addToCart(/** @type {HTMLElement} */ (button).dataset.id ?? '', 1)),
  );
}

checkout.addEventListener('financing-link', () => {
  saveCart({ ...readCart(), order: checkout.getAttribute('transaction-id') ?? undefined });
});

// The regular checkout, without financing.
inCart('#checkout').addEventListener('click', async () => {
  const { items } = readCart();
  const order = await placeOrder(items);
  error.textContent = order ? '' : 'Your order cannot be placed right now. Please try again.';
  if (!order) return;
  saveCart({ items, order });
  window.location.assign(`/cart.html?order=${order}`);
});

// Empty only the cart that was paid for: the shopper may have filled another one since then.
showOutcomes((order) => {
  if (readCart().order === order) change(() => saveCart({ items: [] }));
});

// Another tab changed the cart.
addEventListener('storage', ({ key }) => {
  if (key === cartKey) void show();
});

await show();
