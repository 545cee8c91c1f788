import { html, join, type Html } from './html.js';
import { pageStyle } from './page-style.js';
import { createToken } from './token.js';

/** What a page shows. */
export interface Page {
  readonly status: 200 | 400 | 403 | 404 | 410;
  readonly title: string;
  readonly lead: string;
  /** The amount that the page is about, as in `$1,299.00`. */
  readonly amount?: string;
  readonly facts?: Facts;
  /** Follows all that. */
  readonly content?: Html | undefined;
  /** Where its forms lead to in the end, if not to the page itself: an origin. */
  readonly leadsTo?: string | undefined;
  /** Where the customer came from. */
  readonly returnUrl?: string | undefined;
}

/** Label and value; a fact without a value is left out. */
export type Facts = readonly (readonly [label: string, value: string | undefined])[];

/** Renders a page: no script, nothing from elsewhere, its one style allowed by a nonce. */
export function renderPage(page: Page): Response {
  const nonce = createToken();
  // A form may lead to another origin by the redirect that answers it, which browsers check too.
  const formAction = ["'self'", page.leadsTo].filter(Boolean).join(' ');
  return new Response(documentOf(page, nonce).markup, {
    status: page.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      // Not `no-referrer`, under which a page's own forms have no origin (Fetch, "append a request `Origin` header").
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  });
}

function documentOf(page: Page, nonce: string): Html {
  const { title, lead, amount, facts, content, returnUrl } = page;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – Sandbox</title>
        <style nonce="${nonce}">
          ${pageStyle}
        </style>
      </head>
      <body>
        <header class="banner">Sandbox – no real application</header>
        <main>
          <h1>${title}</h1>
          <p class="lead">${lead}</p>
          ${amount && html`<p class="amount">${amount}</p>`} ${facts && renderFacts(facts)}
          ${content}
          ${returnUrl && html`<p class="actions"><a class="button" href="${returnUrl}" rel="noreferrer">Return to the shop</a></p>`}
        </main>
        <footer>
          This page stands in for the Financing Service. Nothing on it reaches a lender.
        </footer>
      </body>
    </html> `;
}

/** Renders facts as a list of two columns. */
function renderFacts(facts: Facts): Html {
  const known = facts.filter(([, value]) => value);
  return html`<dl>
    ${join(
      known.map(
        ([label, value]) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${value}</dd>
          </div>`,
      ),
    )}
  </dl>`;
}
