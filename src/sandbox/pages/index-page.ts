import type { Alliance, Application, Visit, WebhookDelivery } from '../state/index.js';
import { html, join, type Html } from './html.js';
import type { Page } from './page-layout.js';

/** Number of links and webhooks on the page, newest first. */
const shown = 8;

/** The overview of a sandbox. */
export function indexPage(visit: Visit): Page {
  const { alliances, applications, outbox, webhooks } = visit.state;
  const rows = [...applications]
    .slice(-shown)
    .map(([token, application]) => renderLink(application, visit.pageUrl(application.page, token)));
  return {
    status: 200,
    title: 'The Financing Service, simulated',
    lead: `The time in the sandbox is ${new Date(visit.now).toUTCString()}. Everything is in memory and is lost when it stops.`,
    content: html`
      <p class="actions">
        <a class="button first" href="outbox">Text messages (${`${outbox.length}`})</a>
        ${visit.shopUrl && html`<a class="button" href="${visit.shopUrl}">Back to the shop</a>`}
      </p>
      <h2>Links of customers</h2>
      ${list(rows.toReversed(), 'None so far.')}
      <h2>Webhooks</h2>
      ${list(webhooks.slice(-shown).toReversed().map(renderDelivery), 'None so far.')}
      <p class="quiet"><a href="webhooks">All of them, as JSON</a></p>
      ${join(
        alliances.map(
          (alliance) =>
            html`<h2>Locations of ${alliance.credentials['svc-key']}</h2>
              ${renderLocations(alliance, visit)}`,
        ),
      )}
      <form method="post" action="reset">
        <p class="actions"><button class="button">Delete everything and start over</button></p>
      </form>
    `,
  };
}

function renderLink(link: Application, url: string): Html {
  const { merchant, outcome = 'open' } = link;
  const [title, reference] =
    link.page === 'checkout'
      ? ['Pay over time', link.request.transactionId]
      : ['Pre-qualification', link.request.referral];
  return html`<a href="${url}">${title}</a>
    <span class="state">${outcome}</span>
    <span class="quiet">${[merchant.location, reference].filter(Boolean).join(', ')}</span>`;
}

function renderDelivery({ eventType, outcome, attempts }: WebhookDelivery): Html {
  const last = attempts.at(-1);
  const answer = last?.status === undefined ? last?.error : `${last.status}`;
  return html`<code>${eventType}</code> <span class="state">${outcome}</span>
    <span class="quiet">${answer && `Attempt ${attempts.length}: ${answer}`}</span>`;
}

function renderLocations({ merchants }: Alliance, visit: Visit): Html {
  const rows = [...merchants.values()].map(
    ({ location, vertical, status, token }) =>
      html`<a href="${visit.pageUrl('onboarding', token)}">${location}</a>
        <span class="state">${status}</span>
        <span class="quiet">${vertical.replaceAll('_', ' ')}</span>`,
  );
  return list(rows, 'None so far.');
}

function list(rows: readonly Html[], otherwise: string): Html {
  if (rows.length === 0) return html`<p class="quiet">${otherwise}</p>`;
  return html`<ul class="rows" role="list">
    ${join(rows.map((row) => html`<li>${row}</li>`))}
  </ul>`;
}
