import { createToken, type Visit } from '../state/index.js';
import { html, join, type Html } from './html.js';
import { pageStyle } from './page-style.js';

/** Content of a page. */
export interface Page {
  readonly status: 200 | 400 | 403 | 404 | 410;
  readonly title: string;
  readonly lead: string;
  /** The amount of the purchase, such as `$1,299.00`. */
  readonly amount?: string;
  readonly facts?: Facts;
  /** Below the facts. */
  readonly content?: Html | undefined;
  /** The origin that its forms redirect to, if it is another one. */
  readonly leadsTo?: string | undefined;
  /** The page of the shop to return to. */
  readonly returnUrl?: string | undefined;
  /** True where a visit ends: without a `returnUrl`, the page leads back to the shop of the sandbox's options. */
  readonly isEnd?: boolean;
}

/** Label and value; a fact without a value is left out. */
export type Facts = readonly (readonly [label: string, value: string | undefined])[];

/** Renders a page without scripts or external files; a nonce allows its one style. */
export function renderPage(page: Page, { shopUrl }: Pick<Visit, 'shopUrl'>): Response {
  const nonce = createToken();
  const returnUrl = page.returnUrl ?? (page.isEnd ? shopUrl : undefined);
  const frameAncestors = shopUrl === undefined ? "'none'" : "'self'";
  // Browsers also check the redirect that answers a form against `form-action`.
  const formAction = ["'self'", page.leadsTo].filter(Boolean).join(' ');
  return new Response(documentOf({ ...page, returnUrl }, nonce).markup, {
    status: page.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action ${formAction}; frame-ancestors ${frameAncestors}`,
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
          ${returnUrl && html`<p class="actions"><a class="button" href="${returnUrl}" rel="noreferrer">Back to the shop</a></p>`}
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
