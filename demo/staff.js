// @ts-check
// An associate's desk: texting links, the phone that gets them, their outcome, and the onboarding of locations.

import { addLocation, isStaff, readEvents, readLocation, readOrder } from './back-end.js';

const elementsScript = '/financing/elements.js';

/** @template {HTMLElement} [T=HTMLElement] @param {string} selector */
const find = (selector) => /** @type {T} */ (document.querySelector(selector));

/** @type {HTMLFormElement} */
const order = find('#order');
const checkout = find('pay-over-time-button');
const prequal = find('prequal-button');

// A desk takes both from its own system, so that a webhook can find them. Neither can be guessed.
order['order'].value = crypto.randomUUID().slice(0, 13).toUpperCase();
prequal.setAttribute('referral', crypto.randomUUID().slice(0, 13).toUpperCase());

order.addEventListener('input', followOrder);
order.addEventListener('submit', (submit) => submit.preventDefault());
followOrder();

function followOrder() {
  if (!order.checkValidity()) return;
  checkout.setAttribute('amount', order['amount'].value);
  checkout.setAttribute('transaction-id', order['order'].value);
}

const actions = { sms: 'Text the link', qr: 'Show the link', copy: 'Copy the link' };

find('#delivery').addEventListener('change', ({ target }) => {
  const delivery = /** @type {keyof typeof actions} */ (
    /** @type {HTMLInputElement} */ (target).value
  );
  for (const button of [checkout, prequal]) {
    button.setAttribute('delivery', delivery);
    button.textContent = actions[delivery];
  }
});

// The form and the messages after it address the clerk.
void customElements.whenDefined('prequal-button').then(async () => {
  const { configure } = await import(elementsScript);
  configure({
    text: {
      en: {
        phoneTitle: 'Text the link',
        phoneIntro: 'The customer finishes on their own phone.',
        phoneNumber: 'Customer’s mobile number',
        consent: 'Ask first: “May we send you one text with your link?”',
        sent: 'Text sent to the customer.',
        perhapsSent: 'The text may already be on its way. Ask the customer before you try again.',
      },
      es: {
        phoneTitle: 'Enviar el enlace',
        phoneIntro: 'El cliente termina en su propio teléfono.',
        phoneNumber: 'Celular del cliente',
        consent: 'Pregunte primero: «¿Podemos enviarle un mensaje con su enlace?»',
        sent: 'Mensaje enviado al cliente.',
        perhapsSent:
          'El mensaje puede estar en camino. Pregunte al cliente antes de intentarlo de nuevo.',
      },
    },
  });
});

/** The desk's text for each status of an order. */
const outcomes = {
  open: 'The customer left without finishing.',
  placed: 'Paid.',
  paid: 'Approved. The order is paid over time.',
  declined: 'Declined. Ask for another way to pay.',
  left: 'The customer left without finishing.',
};
follow(
  checkout,
  find('#order-progress'),
  async () => outcomes[await readOrder(order['order'].value)],
);
follow(prequal, find('#visit-progress'), async (status) =>
  status === 'completed' ? 'The customer has their answer.' : outcomes.left,
);
find('#next').addEventListener('click', () => document.defaultView?.location.reload());

/**
 * @param {HTMLElement} button
 * @param {HTMLElement} progress
 * @param {(status: string | undefined) => Promise<string>} describe
 */
function follow(button, progress, describe) {
  button.addEventListener('financing-link', () => {
    progress.textContent = 'Waiting for the customer …';
    showTexts();
  });
  button.addEventListener('financing-status', async (event) => {
    const { status } = /** @type {Event & { status?: string }} */ (event);
    progress.textContent = await describe(status);
  });
}

/** Shows the texts on the phone, the newest first. */
function showTexts() {
  find('#phone').setAttribute('src', '/sandbox/outbox');
}

/** @type {HTMLFormElement} */
const newLocation = find('#location');
const locationProgress = find('#location-progress');
const key = 'demo-locations';

newLocation.addEventListener('submit', async (submit) => {
  submit.preventDefault();
  const { location: id, ...details } = Object.fromEntries(new FormData(newLocation));
  locationProgress.textContent = '';
  const error = await addLocation(String(id), details);
  if (!error) {
    remember(String(id));
    showTexts();
  }
  locationProgress.textContent = error ?? 'Added. The form is in the text to the phone.';
  await refreshLog();
});

/** Locations that were added in this tab. */
function remembered() {
  return /** @type {string[]} */ (JSON.parse(sessionStorage.getItem(key) ?? '[]'));
}

/** @param {string} id */
function remember(id) {
  sessionStorage.setItem(key, JSON.stringify([...new Set([...remembered(), id])]));
}

/** Reads the events of the shop and the status of each location, and shows them. */
async function refreshLog() {
  const events = await readEvents();
  if (!events) return;
  const rows = events.reverse().map(({ eventType, payload, receivedAt }) => {
    const { transactionId, referral, location: place } = payload;
    const about = [transactionId ?? referral, place].filter(Boolean).join(', ');
    return row(`${new Date(receivedAt).toLocaleTimeString('en-US')} ${eventType}`, about);
  });
  find('#log').replaceChildren(...rows);
  const locations = await Promise.all(remembered().map((id) => readLocation(id)));
  find('#added-locations').replaceChildren(
    ...locations.flatMap((read) => (read ? [row(link(read.url, read.location), read.status)] : [])),
  );
}

/** @param {string} url @param {string} text */
function link(url, text) {
  const anchor = document.createElement('a');
  Object.assign(anchor, { href: url, textContent: text, target: '_blank', rel: 'noreferrer' });
  return anchor;
}

/** @param {string | Node} left @param {string} right */
function row(left, right) {
  const item = document.createElement('li');
  const value = document.createElement('span');
  value.className = 'quiet';
  value.textContent = right;
  item.append(left, value);
  return item;
}

const isKnown = await isStaff();
find('#session').hidden = isKnown;
find('#onboarding').hidden = !isKnown;
find('#received').hidden = !isKnown;
if (isKnown) {
  const refreshIfVisible = () => {
    if (document.visibilityState === 'visible') void refreshLog();
  };
  setInterval(refreshIfVisible, 3000);
  document.addEventListener('visibilitychange', refreshIfVisible);
  await refreshLog();
}
