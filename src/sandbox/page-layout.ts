import { html, join, type Html } from './html.js';
import { createToken } from './token.js';

/** What a hosted page shows. */
export interface Page {
  readonly status: 200 | 404 | 410;
  readonly title: string;
  readonly lead: string;
  /** The amount that the page is about, as in `$1,299.00`. */
  readonly amount?: string;
  /** Label and value; a fact without a value is left out. */
  readonly facts?: readonly (readonly [label: string, value: string | undefined])[];
  /** Where the customer came from. */
  readonly returnUrl?: string | undefined;
}

/** Renders a hosted page: no script, nothing from elsewhere, its one style allowed by a nonce. */
export function renderPage(page: Page): Response {
  const nonce = createToken();
  return new Response(documentOf(page, nonce).markup, {
    status: page.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });
}

function documentOf({ title, lead, amount, facts, returnUrl }: Page, nonce: string): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – Sandbox</title>
        <style nonce="${nonce}">
          ${style}
        </style>
      </head>
      <body>
        <p class="banner">Sandbox – no real application</p>
        <main>
          <h1>${title}</h1>
          <p class="lead">${lead}</p>
          ${amount && html`<p class="amount">${amount}</p>`} ${facts && renderFacts(facts)}
          ${returnUrl && html`<p class="actions"><a class="return" href="${returnUrl}" rel="noreferrer">Return to the shop</a></p>`}
        </main>
        <footer>
          This page stands in for the Financing Service. Nothing on it reaches a lender.
        </footer>
      </body>
    </html> `;
}

function renderFacts(facts: NonNullable<Page['facts']>): Html {
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

const style: Html = {
  markup: `
:root { color-scheme: light dark; --paper: #fff; --ground: #f2f4f7; --ink: #17202c; --quiet: #566273; --line: #e2e6ec; --accent: #1f5fbf; --banner: #fff1cc; --banner-ink: #5c4300; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1a212b; --ground: #10151c; --ink: #e9eef5; --quiet: #a3b0c0; --line: #303a48; --accent: #85b4ff; --banner: #3b2f0c; --banner-ink: #ffe1a1; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
.banner { margin: 0; padding: .6rem 1rem; text-align: center; font-weight: 600; background: var(--banner); color: var(--banner-ink); }
main { width: min(34rem, 100% - 2rem); margin: clamp(1rem, 8vh, 5rem) auto 1.5rem; padding: clamp(1.25rem, 5vw, 2.5rem); background: var(--paper); border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 1px 2px #0001, 0 12px 32px #0001; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em; text-wrap: balance; }
.lead { margin: .75rem 0 0; color: var(--quiet); text-wrap: pretty; }
.amount { margin: 1.5rem 0 0; font-size: 2.5rem; font-weight: 700; line-height: 1.1; font-variant-numeric: tabular-nums; }
dl { margin: 1.5rem 0 0; border-top: 1px solid var(--line); }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.5rem; padding: .7rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { margin: 0; font-weight: 500; }
.actions { margin: 1.75rem 0 0; }
.return { display: inline-block; padding: .7rem 1.25rem; border: 1px solid var(--accent); border-radius: .6rem; color: var(--accent); font-weight: 600; text-decoration: none; }
.return:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
footer { margin: 0 auto 2rem; padding: 0 1rem; color: var(--quiet); font-size: .875rem; text-align: center; }
`,
};
