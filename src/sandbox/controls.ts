/** The controls of a sandbox, which aren't part of the contract: JSON for tests, pages for people. */
import * as z from 'zod';
import { dayMs } from '../internal/durations.js';
import { FaultSchema } from './faults.js';
import { isOwnRequest } from './hosted-pages.js';
import { describeIssues } from './sandbox-operations.js';
import { html, renderPage, wordsFor, type Html, type Page, type Words } from './page.js';
import type { Alliance, OutboxEntry, Visit, SandboxDelivery } from './state.js';

const controls: Readonly<Record<string, (visit: Visit) => Response | Promise<Response>>> = {
  'GET /sandbox': () => redirect(308, 'sandbox/'),
  'GET /sandbox/': (visit) => show(indexPage, visit),
  'GET /sandbox/outbox': (visit) =>
    visit.request.headers.get('accept')?.includes('text/html')
      ? show(outboxPage, visit)
      : Response.json(visit.state.outbox),
  'GET /sandbox/webhooks': ({ state }) => Response.json(state.webhooks),
  'POST /sandbox/faults': addFault,
  'POST /sandbox/clock': advanceClock,
  'DELETE /sandbox': (visit) => {
    visit.reset();
    return new Response(null, { status: 204 });
  },
  // Does the same for a form, which can't send DELETE.
  'POST /sandbox/reset': (visit) => {
    visit.reset();
    return redirect(303, './');
  },
};

/** Handles a request to a control of the sandbox. Returns undefined for any other path. */
export async function handleControl(visit: Visit): Promise<Response | undefined> {
  const { request, url } = visit;
  const { method, headers } = request;
  const control = controls[`${method} ${url.pathname}`];
  // A page of another origin, including another port, must not reset the sandbox of the developer who visits it. `none` means
  // that a person used the address bar.
  const isOwn = isOwnRequest(visit) || headers.get('sec-fetch-site') === 'none';
  // A followed link shows the page to a person, but the other site can't read it.
  const isFollowed = method === 'GET' && headers.get('sec-fetch-mode') === 'navigate';
  if (control && !isOwn && !isFollowed) {
    return Response.json(
      { message: 'Pages on other origins can’t use the sandbox’s controls' },
      { status: 403 },
    );
  }
  try {
    return await control?.(visit);
  } catch (error) {
    // The fault schema recurses into each level of the body, so a deep body overflows the stack.
    const isDeep = error instanceof RangeError;
    if (!isDeep && !(error instanceof z.ZodError)) throw error;
    const message = isDeep ? 'body: Nested too deeply' : describeIssues(error);
    return Response.json({ message }, { status: 400 });
  }
}

const ClockSchema = z.strictObject({
  /** The number of whole days to advance the sandbox's clock by. */
  advanceDays: z.int().min(1).max(3650),
});

async function addFault({ request, state }: Visit): Promise<Response> {
  const fault = FaultSchema.parse(await readJson(request));
  const armed = { ...fault, count: fault.count ?? 1 };
  state.faults.push(armed);
  return Response.json(armed);
}

async function advanceClock({ request, state, now }: Visit): Promise<Response> {
  const ms = ClockSchema.parse(await readJson(request)).advanceDays * dayMs;
  state.advancedBy += ms;
  return Response.json({ now: new Date(now + ms).toISOString() });
}

function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined);
}

function redirect(status: 303 | 308, url: string): Response {
  return new Response(null, { status, headers: { location: url } });
}

function show(pageOf: (visit: Visit, words: Words) => Page, visit: Visit): Response {
  const words = wordsFor(visit);
  return renderPage(pageOf(visit, words), words, visit);
}

/** The maximum number of links and of webhooks on the overview. */
const shown = 8;

function indexPage(visit: Visit, { say, time }: Words): Page {
  const { alliances, applications, outbox, webhooks } = visit.state;
  const links = [...applications].slice(-shown).map(([token, link]) => {
    const { page, merchant, reference, outcome = 'open' } = link;
    const title = page === 'checkout' ? say('Pay over time') : say('Pre-qualification');
    return html`<a href="${visit.pageUrl(page, token)}">${title}</a>
      <span class="state">${say(outcome)}</span>
      <span class="quiet">${[merchant.location, reference].filter(Boolean).join(', ')}</span>`;
  });
  const list = (rows: readonly Html[]) =>
    rows.length === 0
      ? html`<p class="quiet">${say('None so far.')}</p>`
      : html`<ul class="rows" role="list">
          ${rows.map((row) => html`<li>${row}</li>`)}
        </ul>`;
  return {
    title: say('The Financing Service, simulated'),
    lead: say(
      'The time in the sandbox is {}. Everything is in memory and is lost when it stops.',
      time(visit.now),
    ),
    content: html`
      <p class="actions">
        <a class="button first" href="outbox">${say('Text messages')} (${`${outbox.length}`})</a>
        ${visit.shopUrl && html`<a class="button" href="${visit.shopUrl}">${say('Back to the shop')}</a>`}
      </p>
      <h2>${say('Links of customers')}</h2>
      ${list(links.toReversed())}
      <h2>Webhooks</h2>
      ${list(
        webhooks
          .slice(-shown)
          .toReversed()
          .map((delivery) => renderDelivery(delivery, say)),
      )}
      <p class="quiet"><a href="webhooks">${say('All of them, as JSON')}</a></p>
      ${alliances.map(
        (alliance) =>
          html`<h2>${say('Locations of {}', alliance.credentials['svc-key'])}</h2>
            ${list(locationsOf(alliance, visit))}`,
      )}
      <form method="post" action="reset">
        <p class="actions">
          <button class="button">${say('Delete everything and start over')}</button>
        </p>
      </form>
    `,
  };
}

function renderDelivery(delivery: SandboxDelivery, say: Words['say']): Html {
  const { eventType, outcome, attempts } = delivery;
  const last = attempts.at(-1);
  const result = last?.status === undefined ? last?.error : `${last.status}`;
  return html`<code>${eventType}</code> <span class="state">${say(outcome)}</span>
    <span class="quiet">${result && say('Attempt {}: {}', `${attempts.length}`, result)}</span>`;
}

function locationsOf({ merchants }: Alliance, visit: Visit): Html[] {
  return [...merchants.values()].map(
    ({ location, vertical, status, token }) =>
      html`<a href="${visit.pageUrl('onboarding', token)}">${location}</a>
        <span class="state">${status}</span>
        <span class="quiet">${vertical.replaceAll('_', ' ')}</span>`,
  );
}

/** Returns the page that shows the outbox as messages on a phone, newest first. */
function outboxPage({ state: { outbox }, shopUrl }: Visit, words: Words): Page {
  const { say } = words;
  return {
    title: say('Text messages'),
    lead: outbox.length
      ? say('These messages were not sent. Open a link as the customer would on the phone.')
      : say('No messages so far. Messages that the service would send appear here.'),
    content: html`
      <ul class="phone" role="list">
        ${outbox.toReversed().map((entry) => renderText(entry, words, shopUrl !== undefined))}
      </ul>
      <p>
        <a href="outbox">${say('Reload')}</a> · <a href="./">${say('The sandbox')}</a>
        ${shopUrl && html`· <a href="${shopUrl}">${say('The shop')}</a>`}
      </p>
    `,
  };
}

function renderText(entry: OutboxEntry, { say, time }: Words, isInShop: boolean): Html {
  const { to, text, url, sentAt } = entry;
  // The text ends with the link.
  const words = text.endsWith(url) ? text.slice(0, -url.length) : `${text} `;
  // A shop opened on localhost shows the link in a frame. The link must not lead to 127.0.0.1, which is another origin.
  const href = isInShop ? new URL(url).pathname : url;
  return html`<li>
    <span class="quiet">${say('To {}, {}', to, time(Date.parse(sentAt)))}</span>
    <p class="text">${words}<a href="${href}">${url}</a></p>
  </li>`;
}
