// @ts-check
// Lists the events of the page's financing elements, newest first.

const list = /** @type {HTMLElement} */ (document.querySelector('#events'));

document.addEventListener('financing-estimate', (said) => show(said, said.estimate));
document.addEventListener('financing-unavailable', (said) => show(said));
document.addEventListener('financing-view', (said) => show(said));
document.addEventListener('financing-details', (said) => show(said, { open: said.open }));
document.addEventListener('financing-click', (said) => show(said, { operation: said.operation }));
document.addEventListener('financing-link', (said) => {
  show(said, { operation: said.operation, url: said.url });
});
document.addEventListener('financing-status', (said) => show(said, { status: said.status }));
document.addEventListener('financing-error', (said) => {
  show(said, { operation: said.operation, code: said.code });
});

/**
 * @param {Event} said
 * @param {object} [detail]
 */
function show(said, detail) {
  const type = document.createElement('strong');
  type.textContent = said.type;
  const row = document.createElement('li');
  row.append(new Date().toLocaleTimeString('en-US'), ' ', type);
  if (detail) row.append(' ', JSON.stringify(detail));
  list.prepend(row);
}
