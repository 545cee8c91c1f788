// @ts-check
// A hundred estimates in a list. Each has an (i) instead of "See details", with the product's name for screen readers. In a real
// shop, the server writes both attributes when it renders a card.

for (const card of document.querySelectorAll('.card')) {
  const estimate = card.querySelector('financing-estimate');
  estimate?.setAttribute('product', card.querySelector('h3')?.textContent ?? '');
  estimate?.setAttribute('details', 'icon');
}
