// @ts-check
// The price follows what is chosen, the financing elements follow the price, and what became of an order is shown to
// the shopper who returns from paying for it.

import { readOrder } from './back-end.js';

const form = /** @type {HTMLFormElement} */ (document.querySelector('#choice'));
const price = /** @type {HTMLOutputElement} */ (form.elements.namedItem('price'));
const quantity = /** @type {HTMLInputElement} */ (form.elements.namedItem('quantity'));
const added = /** @type {HTMLElement} */ (document.querySelector('#added'));

// A real shop takes the number of its order or cart, so that a webhook finds it again.
const transactionId = `demo-${Date.now()}`;
const returnUrl = new URL(`/product.html?order=${transactionId}`, document.URL).href;
for (const button of document.querySelectorAll('pay-over-time-button')) {
  button.setAttribute('transaction-id', transactionId);
  button.setAttribute('redirect-url', returnUrl);
}
// The same for a visit without an order.
document.querySelector('prequal-button')?.setAttribute('referral', `visit-${Date.now()}`);

form.addEventListener('input', () => {
  if (!form.checkValidity()) return;
  const amount = chosen().reduce((sum, { dataset }) => sum + Number(dataset.price), 0);
  const total = amount * quantity.valueAsNumber;
  price.value = total.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  added.textContent = '';
  // The estimate follows the price by itself: amount-from=".price".
  for (const button of document.querySelectorAll('pay-over-time-button')) {
    button.setAttribute('amount', total.toFixed(2));
  }
});

form.addEventListener('submit', (submit) => {
  submit.preventDefault();
  const [size, finish] = chosen().map(({ value }) => value);
  added.textContent = `Added: ${quantity.value} × Hollis sofa, ${size}, ${finish}. The demo has no checkout.`;
});

const outcome = /** @type {HTMLElement} */ (document.querySelector('#outcome'));
const texts = {
  open: 'The shop has not heard about your order yet.',
  paid: 'Thank you. Your order is paid over time.',
  declined: 'This order cannot be paid over time.',
  left: 'You left without paying. Your sofa is still here.',
};

/** @param {string} order @param {number} [looks] */
async function showOutcome(order, looks = 1) {
  const known = await readOrder(order);
  outcome.textContent = `${texts[known]} (Order ${order})`;
  outcome.dataset.known = known;
  // The shopper can be back before the webhook is there.
  if (known === 'open' && looks < 60) setTimeout(() => void showOutcome(order, looks + 1), 2000);
}

const returned = new URL(document.URL).searchParams.get('order');
if (returned) void showOutcome(returned);
document.addEventListener('financing-status', ({ target }) => {
  if (target instanceof Element && target.localName === 'pay-over-time-button') {
    void showOutcome(transactionId);
  }
});

/** @returns {HTMLInputElement[]} */
function chosen() {
  return [...form.querySelectorAll('input')].filter(({ checked }) => checked);
}
