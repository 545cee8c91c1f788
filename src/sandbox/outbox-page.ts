import { html, join, type Html } from './html.js';
import type { OutboxEntry } from './outbox.js';
import type { Page } from './page-layout.js';
import type { Visit } from './visit.js';

/** The outbox as the phones that its messages went to, the newest first. */
export function outboxPage({ state: { outbox } }: Visit): Page {
  return {
    status: 200,
    title: 'Texts to phones',
    lead: outbox.length
      ? 'Nobody was texted. Open a link to be whoever holds the phone.'
      : 'No text was sent so far. Those that the service would send appear here.',
    content: html`
      <ul class="phone" role="list">
        ${join(outbox.toReversed().map(renderMessage))}
      </ul>
      <p><a href="outbox">Look again</a> · <a href="./">The sandbox</a></p>
    `,
  };
}

function renderMessage({ to, text, url, sentAt }: OutboxEntry): Html {
  // The link is the end of the text.
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
