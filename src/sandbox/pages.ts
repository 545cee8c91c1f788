/**
 * The hosted pages that links lead to: which page a token opens, and what becomes of its form. A form is answered by a
 * redirect, so that going back or reloading sends nothing again.
 */
import { applicationPage, endApplication } from './application-pages.js';
import { moveOnboarding, onboardingPage } from './onboarding-page.js';
import { renderPage, type Page } from './page-layout.js';
import { isOwnRequest } from './same-origin.js';
import type { Link } from './state.js';
import type { Visit } from './visit.js';

/** Answers the hosted page that a link leads to, or its form; undefined when the path is not of a page. */
export async function answerPage(visit: Visit): Promise<Response | undefined> {
  const { request, url, state, now } = visit;
  const [, page, token = ''] =
    /^\/sandbox\/(prequal|checkout|onboarding)\/([^/]+)$/.exec(url.pathname) ?? [];
  if (!page || !['GET', 'HEAD', 'POST'].includes(request.method)) return undefined;
  const link = state.links.get(token);
  if (link?.page !== page) return renderPage(unknownLink);
  if (request.method === 'POST') return answerForm(link, visit);
  return renderPage(
    link.page === 'onboarding' ? onboardingPage(link.merchant, now) : applicationPage(link),
  );
}

async function answerForm(link: Link, visit: Visit): Promise<Response> {
  if (!isOwnRequest(visit)) return renderPage(foreignForm);
  const samePage = visit.url.pathname.replace(/^.*\//, '');
  const fields = await visit.request.formData().catch(() => undefined);
  if (!fields) return renderPage(unknownForm);
  if (link.page === 'onboarding') {
    const isStep = await moveOnboarding(link.merchant, fields, visit);
    return isStep ? seeOther(samePage) : renderPage(unknownForm);
  }
  const ended = await endApplication(link, fields, visit);
  return ended ? seeOther(ended.returnUrl ?? samePage) : renderPage(unknownForm);
}

/** Redirects to a URL, which may be relative: the sandbox need not be at the root of what the browser sees. */
function seeOther(url: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location: url, 'cache-control': 'no-store', 'referrer-policy': 'same-origin' },
  });
}

const unknownLink: Page = {
  status: 404,
  title: 'This link does not exist',
  lead: 'The sandbox knows no such link. It forgets all of them when it is reset or started again.',
};

const unknownForm: Page = {
  status: 400,
  title: 'This form says nothing',
  lead: 'The page that was sent has no such button. Go back and try again.',
};

const foreignForm: Page = {
  status: 403,
  title: 'This form came from elsewhere',
  lead: 'The sandbox takes forms of its own pages only.',
};
