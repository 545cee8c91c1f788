import type { OutboxEntry, Visit } from '../state/index.js';
import { html, join, type Html } from './html.js';
import type { Page } from './page-layout.js';

/** The outbox as messages on phones, the newest first. */
export function outboxPage({ state: { outbox }, shopUrl }: Visit): Page {
  return {
    status: 200,
    title: 'Text messages',
    lead: outbox.length
      ? 'These messages were not sent. Open a link as the customer would on the phone.'
      : 'No messages so far. Messages that the service would send appear here.',
    content: html`
      <ul class="phone" role="list">
        ${join(outbox.toReversed().map((entry) => renderMessage(entry, shopUrl !== undefined)))}
      </ul>
      <p>
        <a href="outbox">Reload</a> · <a href="./">The sandbox</a>
        ${shopUrl && html`· <a href="${shopUrl}">The shop</a>`}
      </p>
    `,
  };
}

function renderMessage({ to, text, url, sentAt }: OutboxEntry, isInShop: boolean): Html {
  // The text ends with the link.
  const words = text.endsWith(url) ? text.slice(0, -url.length) : `${text} `;
  // A shop that was opened as localhost shows the link in a frame, which must not lead to 127.0.0.1.
  const href = isInShop ? new URL(url).pathname : url;
  return html`<li>
    <span class="quiet">To ${to}, ${time.format(new Date(sentAt))} UTC</span>
    <p class="text">${words}<a href="${href}">${url}</a></p>
  </li>`;
}

const time = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
