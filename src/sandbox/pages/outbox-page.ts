import type { OutboxEntry, Visit } from '../state/index.js';
import { html, join, type Html } from './html.js';
import type { Page } from './page-layout.js';

/** The outbox as messages on phones, the newest first. */
export function outboxPage({ state: { outbox } }: Visit): Page {
  return {
    status: 200,
    title: 'Text messages',
    lead: outbox.length
      ? 'These messages were not sent. Open a link as the customer would on the phone.'
      : 'No messages so far. Messages that the service would send appear here.',
    content: html`
      <ul class="phone" role="list">
        ${join(outbox.toReversed().map(renderMessage))}
      </ul>
      <p><a href="outbox">Reload</a> · <a href="./">The sandbox</a></p>
    `,
  };
}

function renderMessage({ to, text, url, sentAt }: OutboxEntry): Html {
  // The text ends with the link.
  const words = text.endsWith(url) ? text.slice(0, -url.length) : `${text} `;
  return html`<li>
    <span class="quiet">To ${to}, ${time.format(new Date(sentAt))} UTC</span>
    <p class="text">${words}<a href="${url}" target="_blank" rel="noreferrer">${url}</a></p>
  </li>`;
}

const time = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
