/**
 * Answers the hosted pages that links lead to, and their forms. A form is answered by a redirect, so that going back or
 * reloading does not send it again.
 */
import type { Link, Visit } from '../state/index.js';
import { applicationPage, endApplication } from './application-pages.js';
import { advanceOnboarding, onboardingPage } from './onboarding-page.js';
import { renderPage, type Page } from './page-layout.js';
import { isOwnRequest } from './same-origin.js';

/** Answers a hosted page or its form; undefined for any other path. */
export async function answerPage(visit: Visit): Promise<Response | undefined> {
  const { request, url, state, now } = visit;
  const [, page, token = ''] =
    /^\/sandbox\/(prequal|checkout|onboarding)\/([^/]+)$/.exec(url.pathname) ?? [];
  if (!page || !['GET', 'HEAD', 'POST'].includes(request.method)) return undefined;
  const merchant = state.onboardings.get(token);
  const link: Link | undefined = merchant
    ? { page: 'onboarding', merchant }
    : state.applications.get(token);
  if (link?.page !== page) return renderPage(unknownLink, visit);
  if (request.method === 'POST') return answerForm(link, visit);
  return renderPage(
    link.page === 'onboarding' ? onboardingPage(link.merchant, now) : applicationPage(link, visit),
    visit,
  );
}

async function answerForm(link: Link, visit: Visit): Promise<Response> {
  if (!isOwnRequest(visit)) return renderPage(foreignForm, visit);
  const samePage = visit.url.pathname.replace(/^.*\//, '');
  const fields = await visit.request.formData().catch(() => undefined);
  if (!fields) return renderPage(unknownForm, visit);
  if (link.page === 'onboarding') {
    const isKnown = await advanceOnboarding(link.merchant, fields, visit);
    return isKnown ? seeOther(samePage) : renderPage(unknownForm, visit);
  }
  const ended = await endApplication(link, fields, visit);
  return ended ? seeOther(ended.returnUrl ?? samePage) : renderPage(unknownForm, visit);
}

/** Redirects to a URL, which may be relative: the sandbox may be mounted below the root. */
function seeOther(url: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location: url, 'cache-control': 'no-store', 'referrer-policy': 'same-origin' },
  });
}

const unknownLink: Page = {
  status: 404,
  title: 'This link does not exist',
  lead: 'The sandbox has no such link. A reset or a restart deletes all links.',
  isEnd: true,
};

const unknownForm: Page = {
  status: 400,
  title: 'This form is not valid',
  lead: 'The form has no such button. Go back and try again.',
};

const foreignForm: Page = {
  status: 403,
  title: 'This form came from another site',
  lead: 'The sandbox accepts forms from its own pages only.',
};
