// @ts-check
// The form's estimate follows its two fields.

const form = /** @type {HTMLFormElement} */ (document.querySelector('#trial'));
const estimate = /** @type {HTMLElement} */ (form.querySelector('financing-estimate'));
const error = /** @type {HTMLElement} */ (document.querySelector('#error'));

form.addEventListener('submit', (submit) => submit.preventDefault());

form.addEventListener('change', () => {
  const { amount, place } = Object.fromEntries(new FormData(form));
  error.textContent = '';
  estimate.setAttribute('amount', String(amount));
  estimate.setAttribute('location', String(place));
});

estimate.addEventListener('financing-error', ({ code }) => {
  error.textContent =
    code === 'invalid-amount'
      ? 'Enter one amount in dollars, such as 1,299.00.'
      : 'Estimates are not available right now.';
});
