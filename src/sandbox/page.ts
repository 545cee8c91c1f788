/** Code that all pages of a sandbox share: markup, language, style, and a layout without scripts or external files. */
import { escapeHtml } from '../internal/escape-html.js';
import { spanish, type English } from './spanish.js';
import { createToken, type Visit } from './state.js';

/** Markup that is safe to insert into a page. */
export interface Html {
  readonly markup: string;
}

type Value = string | Html | undefined | readonly Html[];

/** Builds markup from a template. Escapes values unless they are markup. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: strings.map((text, index) => text + toMarkup(values[index])).join('') };
}

function toMarkup(value: Value): string {
  if (typeof value === 'object') {
    return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
  }
  return escapeHtml(value ?? '');
}

export type Words = ReturnType<typeof wordsFor>;

/**
 * Returns the texts and formats of a page. The language comes from the query, otherwise from the cookie `sandbox-language` that
 * a shop on the same origin may set, and otherwise from the browser.
 */
export function wordsFor({ request: { headers }, url }: Visit) {
  const [, cookie] = /(?:^|; )sandbox-language=(\w+)/.exec(headers.get('cookie') ?? '') ?? [];
  const preferences = [url.searchParams.get('lang'), cookie, headers.get('accept-language')];
  const found = preferences.map((text) => /\b(en|es)\b/i.exec(text ?? '')?.[1]?.toLowerCase());
  const language: 'es' | 'en' = found.find(Boolean) === 'es' ? 'es' : 'en';
  const locale = `${language}-US`;
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
  const utc = { dateStyle: 'medium', timeZone: 'UTC' } as const;
  const dates = new Intl.DateTimeFormat(locale, utc);
  const times = new Intl.DateTimeFormat(locale, { ...utc, timeStyle: 'short' });
  return {
    language,
    /** Returns one of our texts in this language. Each `{}` is replaced by a value. */
    say(text: English, ...values: string[]) {
      const words = language === 'es' ? spanish[text] : text;
      return values.reduce<string>((said, value) => said.replace('{}', () => value), words);
    },
    dollars: (amount: number) => money.format(amount),
    /** Formats a YYYY-MM-DD date for people. */
    date: (date: string) => dates.format(Date.parse(date)),
    time: (ms: number) => `${times.format(ms)} UTC`,
  };
}

/** A label and its value. A fact without a value is left out. */
type Fact = readonly [label: string, value: string | undefined];

/** The content of a page, in the page's language. */
export interface Page {
  /** @default 200 */
  readonly status?: 404 | 410 | undefined;
  readonly title: string;
  readonly lead: string;
  /** The number that the page is about, such as `$114.20`, and its unit, such as `a month`. */
  readonly figure?: readonly [value: string, unit: string] | undefined;
  /** Values and their units, next to each other below the figure. */
  readonly tiles?: readonly (readonly [value: string, unit: string])[] | undefined;
  /** The amount of the purchase, such as `$1,299.00`. */
  readonly amount?: string | undefined;
  readonly facts?: readonly Fact[] | undefined;
  readonly content?: Html | undefined;
  /** The URL that the page's forms redirect to. Its origin is added to `form-action`. */
  readonly leadsTo?: string | undefined;
  /** True if the visit ends here. The page then links back to `returnUrl` or to the sandbox's `shopUrl`. */
  readonly isEnd?: boolean | undefined;
  readonly returnUrl?: string | undefined;
}

/** Renders a page. A nonce allows its only style sheet. */
export function renderPage(page: Page, words: Words, { shopUrl }: Visit): Response {
  const nonce = createToken();
  const returnUrl = page.isEnd ? (page.returnUrl ?? shopUrl) : undefined;
  const frameAncestors = shopUrl === undefined ? "'none'" : "'self'";
  // Browsers also check the redirect after a form submission against `form-action`.
  const formAction = ["'self'", page.leadsTo && new URL(page.leadsTo).origin];
  return new Response(documentOf({ ...page, returnUrl }, words, nonce).markup, {
    status: page.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action ${formAction.filter(Boolean).join(' ')}; frame-ancestors ${frameAncestors}`,
      'cache-control': 'no-store',
      // With `no-referrer`, the page's own forms would have no origin (Fetch, "append a request `Origin` header").
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  });
}

function documentOf(page: Page, { language, say }: Words, nonce: string): Html {
  const { title, lead, figure, tiles, amount, facts = [], content, returnUrl } = page;
  const known = facts.filter(([, value]) => value);
  const [other, name] = language === 'es' ? ['en', 'English'] : ['es', 'Español'];
  return html`<!doctype html>
    <html lang="${language}">
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
        <header class="banner">
          ${say('Sandbox – no real application')}
          <form><button name="lang" value="${other}" lang="${other}">${name}</button></form>
        </header>
        <main>
          <p class="brand">${mark} ${say('Financing Service')}</p>
          <h1>${title}</h1>
          <p class="lead">${lead}</p>
          ${figure && html`<p class="figure"><strong>${figure[0]}</strong> ${figure[1]}</p>`}
          ${
            tiles &&
            html`<ul class="tiles">
              ${tiles.map(renderTile)}
            </ul>`
          }
          ${amount && html`<p class="purchase">${say('Purchase amount')} <span class="amount">${amount}</span></p>`}
          ${known.length > 0 ? html`<dl>${known.map(renderFact)}</dl>` : undefined} ${content}
          ${returnUrl && html`<p class="actions"><a class="button" href="${returnUrl}" rel="noreferrer">${say('Back to the shop')}</a></p>`}
        </main>
        <footer>
          ${say('This page stands in for the Financing Service. Nothing on it reaches a lender.')}
        </footer>
      </body>
    </html> `;
}

function renderTile([value, unit]: readonly [string, string]): Html {
  return html`<li><strong>${value}</strong> ${unit}</li>`;
}

function renderFact([label, value]: Fact): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** The sign next to the name of the Financing Service. */
const mark = html`<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
  <rect width="24" height="24" rx="7" />
  <path d="M7 15.5l3.5-4 3 2.5L17 9" />
</svg>`;

/** The style sheet of all pages of a sandbox, for light and dark mode and for phones and wider screens. */
const pageStyle: Html = {
  markup: `
:root { color-scheme: light dark; --paper: #fff; --ground: #f2f4f7; --ink: #17202c; --quiet: #566273; --line: #e2e6ec; --edge: #7c8899; --accent: #1f5fbf; --on-accent: #fff; --soft: #edf2fa; --banner: #fff1cc; --banner-ink: #5c4300; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1a212b; --ground: #10151c; --ink: #e9eef5; --quiet: #a3b0c0; --line: #303a48; --edge: #8592a3; --accent: #85b4ff; --on-accent: #0d1a2d; --soft: #222c3a; --banner: #3b2f0c; --banner-ink: #ffe1a1; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
.banner { display: flex; gap: .4rem; align-items: center; justify-content: space-between; padding: .3rem min(1rem, 3%); font-size: .8125rem; font-weight: 600; background: var(--banner); color: var(--banner-ink); }
.banner button { white-space: nowrap; min-height: 1.75rem; padding: 0 .5rem; border: 1px solid; border-radius: 1rem; background: transparent; color: inherit; font: inherit; cursor: pointer; }
main { container-type: inline-size; width: min(34rem, 100% - min(2rem, 8%)); margin: clamp(1rem, 5vh, 3rem) auto 1.5rem; padding: min(2.5rem, 5%); background: var(--paper); border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 1px 2px #0001, 0 12px 32px #0001; }
.brand { display: flex; align-items: center; gap: .6rem; margin: 0 0 1.5rem; padding-bottom: 1rem; border-bottom: 1px solid var(--line); font-weight: 600; }
.brand rect { fill: var(--accent); }
.brand path { fill: none; stroke: var(--on-accent); stroke-width: 2.25; stroke-linecap: round; stroke-linejoin: round; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em; text-wrap: balance; }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; line-height: 1.3; }
a { color: var(--accent); }
.lead { margin: .75rem 0 0; color: var(--quiet); text-wrap: pretty; }
.quiet { color: var(--quiet); font-size: .875rem; }
.figure { margin: 1.25rem 0 0; }
.figure strong { display: inline-block; margin-right: .15em; font-size: max(1em, min(2.5rem, 17cqi)); line-height: 1.1; letter-spacing: -.02em; }
dt { color: var(--quiet); }
dd { margin: 0; font-weight: 500; overflow-wrap: anywhere; }
.tiles { display: flex; flex-wrap: wrap; overflow: hidden; margin: 1.25rem 0 0; padding: 0; border: 1px solid var(--line); border-radius: .75rem; color: var(--quiet); font-size: .875rem; line-height: 1.35; list-style: none; overflow-wrap: break-word; }
.tiles li { flex: 1 1 5rem; min-width: min-content; margin: -1px 0 0 -1px; padding: .6rem; border: 0 solid var(--line); border-width: 1px 0 0 1px; }
.tiles strong { display: block; color: var(--ink); font-size: 1.25rem; }
dl { margin: 1.25rem 0 0; border-top: 1px solid var(--line); }
dl div, .purchase { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.5rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
dd, .amount { margin-left: auto; font-variant-numeric: tabular-nums; }
.purchase { margin: 1rem 0 0; padding-top: 0; border: 0; color: var(--quiet); }
.purchase + dl { margin: 0; }
.amount { color: var(--ink); font-weight: 500; }
fieldset { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); gap: .9rem 1rem; margin: 1.75rem 0 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .75rem; font-weight: 600; }
label { display: grid; gap: .25rem; min-width: 0; color: var(--quiet); font-size: .875rem; }
input { width: 100%; min-width: 0; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: .5rem; background: transparent; color: var(--ink); font: 1rem/1.25 system-ui, sans-serif; }
.decision { padding: 1rem min(1.25rem, 5%) 1.25rem; border: 1px solid transparent; border-radius: .75rem; background: var(--banner); color: var(--banner-ink); gap: .25rem 1rem; }
.decision legend { float: left; grid-column: 1 / -1; margin: 0; }
.decision label { display: flex; align-items: center; gap: .6rem; min-height: 2.5rem; color: inherit; font-size: 1rem; }
.decision input { width: 1.25rem; min-height: 0; height: 1.25rem; margin: 0; accent-color: var(--accent); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.75rem 0 0; }
.button { flex: 1 1 auto; min-height: 2.75rem; padding: .7rem 1.25rem; border: 1px solid var(--accent); border-radius: .6rem; background: transparent; color: var(--accent); font: 600 1rem/1.25 system-ui, sans-serif; text-align: center; text-decoration: none; cursor: pointer; }
.button.first { background: var(--accent); color: var(--on-accent); }
.button:hover { text-decoration: underline; }
.rows { margin: 1rem 0 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
.rows li { overflow-wrap: anywhere; padding: .75rem 0; border-bottom: 1px solid var(--line); }
.rows .quiet { display: block; }
.rows .state { float: right; margin-left: 1rem; padding: .1rem .5rem; border-radius: .4rem; background: var(--soft); color: var(--quiet); font-size: .8125rem; }
.phone { margin: 1.25rem 0 0; padding: 0; list-style: none; }
.phone li { margin: 0 0 1.25rem; }
.phone .text { margin: .25rem 0 0; width: fit-content; max-width: 100%; padding: .75rem 1rem; border: 1px solid transparent; border-radius: .25rem 1.125rem 1.125rem; background: var(--soft); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
footer { margin: 0 auto 2rem; padding: 0 1rem; color: var(--quiet); font-size: .875rem; text-align: center; }
`,
};
