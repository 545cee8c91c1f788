// @ts-check
// Lists the events of the page's financing elements, newest first.

const list = /** @type {HTMLElement} */ (document.querySelector('#events'));

document.addEventListener('financing-estimate', (event) => show(event, event.estimate));
document.addEventListener('financing-unavailable', (event) => show(event));
document.addEventListener('financing-view', (event) => show(event));
document.addEventListener('financing-details', (event) => show(event, { open: event.open }));
document.addEventListener('financing-click', (event) =>
  show(event, { operation: event.operation }),
);
document.addEventListener('financing-link', (event) => {
  show(event, { operation: event.operation, url: event.url });
});
document.addEventListener('financing-status', (event) => show(event, { status: event.status }));
document.addEventListener('financing-error', (event) => {
  show(event, { operation: event.operation, code: event.code });
});

/**
 * @param {Event} event
 * @param {object} [detail]
 */
function show(event, detail) {
  const type = document.createElement('strong');
  type.textContent = event.type;
  const row = document.createElement('li');
  row.append(new Date().toLocaleTimeString('en-US'), ' ', type);
  if (detail) row.append(' ', JSON.stringify(detail));
  list.prepend(row);
}
