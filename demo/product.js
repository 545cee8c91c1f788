// @ts-check
// The price follows what is chosen, and the financing elements follow the price.

const form = /** @type {HTMLFormElement} */ (document.querySelector('#choice'));
const price = /** @type {HTMLOutputElement} */ (form.elements.namedItem('price'));
const quantity = /** @type {HTMLInputElement} */ (form.elements.namedItem('quantity'));
const added = /** @type {HTMLElement} */ (document.querySelector('#added'));

// A real shop takes the number of its order or cart, so that a webhook finds it again.
const transactionId = `demo-${Date.now()}`;
for (const button of document.querySelectorAll('pay-over-time-button')) {
  button.setAttribute('transaction-id', transactionId);
  button.setAttribute('redirect-url', document.URL);
}

form.addEventListener('input', () => {
  if (!form.checkValidity()) return;
  const amount = chosen().reduce((sum, { dataset }) => sum + Number(dataset.price), 0);
  const total = amount * quantity.valueAsNumber;
  price.value = total.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  added.textContent = '';
  for (const element of document.querySelectorAll('financing-estimate, pay-over-time-button')) {
    element.setAttribute('amount', total.toFixed(2));
  }
});

form.addEventListener('submit', (submit) => {
  submit.preventDefault();
  const [size, finish] = chosen().map(({ value }) => value);
  added.textContent = `Added: ${quantity.value} × Hollis sofa, ${size}, ${finish}. The demo has no checkout.`;
});

/** @returns {HTMLInputElement[]} */
function chosen() {
  return [...form.querySelectorAll('input')].filter(({ checked }) => checked);
}
