// @ts-check
// The price follows the shopper's choice, and the financing elements follow the price.

import { addToCart } from './cart-storage.js';
import { dollars } from './order-lines.js';
import { showOutcomes } from './outcome.js';

const form = /** @type {HTMLFormElement} */ (document.querySelector('#choice'));
const price = /** @type {HTMLOutputElement} */ (form.elements.namedItem('price'));
const quantity = /** @type {HTMLInputElement} */ (form.elements.namedItem('quantity'));
const added = /** @type {HTMLElement} */ (document.querySelector('#added'));
const checkout = /** @type {HTMLElement} */ (document.querySelector('pay-over-time-button'));

// A shop uses its order number, so that a webhook can find the order. The number is short enough to read aloud, and can't be
// guessed (48 random bits), so that others can't ask about it.
const transactionId = crypto.randomUUID().slice(0, 13).toUpperCase();
checkout.setAttribute('transaction-id', transactionId);
checkout.setAttribute(
  'redirect-url',
  new URL(`/product.html?order=${transactionId}`, document.URL).href,
);
// The same for a visit without an order.
const referral = crypto.randomUUID().slice(0, 13).toUpperCase();
for (const button of document.querySelectorAll('prequal-button')) {
  button.setAttribute('referral', referral);
}

form.addEventListener('input', () => {
  if (!form.checkValidity()) return;
  const amount = chosen().reduce((sum, { dataset }) => sum + Number(dataset.price), 0);
  const total = amount * quantity.valueAsNumber;
  price.value = dollars(total);
  added.textContent = '';
  // The estimate follows the price by itself: amount-from=".price".
  checkout.setAttribute('amount', total.toFixed(2));
});

form.addEventListener('submit', (submit) => {
  submit.preventDefault();
  const options = chosen().map(({ value }) => value);
  addToCart(['hollis-sofa', ...options].join('/'), quantity.valueAsNumber);
  const link = document.createElement('a');
  Object.assign(link, { href: '/cart.html', textContent: 'Open your cart' });
  added.replaceChildren('Added to your cart.', ' ', link);
});

showOutcomes();

/** @returns {HTMLInputElement[]} */
function chosen() {
  return [...form.querySelectorAll('input')].filter(({ checked }) => checked);
}
