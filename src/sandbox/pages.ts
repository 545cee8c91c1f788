import { onboardingExpiry } from './onboarding-expiry.js';
import { renderPage, type Page } from './page-layout.js';
import { mayPrefill } from './prefill.js';
import type { Link, Merchant, SandboxState } from './state.js';

type LinkTo<Kind extends Link['page']> = Extract<Link, { page: Kind }>;

/** Answers the hosted page that a link leads to; undefined when the path is not of a page. */
export function answerPage(
  request: Request,
  path: string,
  { links }: SandboxState,
  now: number,
): Response | undefined {
  const [, page, token = ''] =
    /^\/sandbox\/(prequal|checkout|onboarding)\/([^/]+)$/.exec(path) ?? [];
  if (!page || !['GET', 'HEAD'].includes(request.method)) return undefined;
  const link = links.get(token);
  return renderPage(link?.page === page ? describe(link, now) : unknownLink);
}

const unknownLink: Page = {
  status: 404,
  title: 'This link does not exist',
  lead: 'The sandbox knows no such link. It forgets all of them when it is reset or started again.',
};

function describe(link: Link, now: number): Page {
  if (link.page === 'prequal') return prequalPage(link);
  if (link.page === 'checkout') return checkoutPage(link);
  return onboardingPage(link, now);
}

function prequalPage({ merchant, request }: LinkTo<'prequal'>): Page {
  return {
    status: 200,
    title: 'See what you qualify for',
    lead: `${greeting(merchant, request)}Here a customer of ${displayName(merchant)} finds out how much they can pay over time, before they buy.`,
    facts: [
      ['Business', displayName(merchant)],
      ['Location', merchant.id],
      ['Reference', request.referral],
    ],
  };
}

function checkoutPage({ merchant, request }: LinkTo<'checkout'>): Page {
  return {
    status: 200,
    title: 'Pay over time',
    lead: `${greeting(merchant, request)}Here a customer of ${displayName(merchant)} applies to pay for one purchase month by month.`,
    amount: dollars.format(request.amount),
    facts: [
      ['Business', displayName(merchant)],
      ['Location', merchant.id],
      ['Transaction', request.transactionId],
    ],
    returnUrl: webUrl(request.redirectUrl),
  };
}

function onboardingPage({ merchant }: LinkTo<'onboarding'>, now: number): Page {
  const { expirationDate, expiredInDays } = onboardingExpiry(merchant, now);
  if (expiredInDays === 0) {
    return {
      status: 410,
      title: 'This link has expired',
      lead: `It was open until ${expirationDate} and no application was submitted.`,
    };
  }
  return {
    status: 200,
    title: 'Set up your location',
    lead: 'Here a merchant completes and submits the application for one location.',
    facts: [
      ['Business', mayPrefill(merchant) ? merchant.businessName : undefined],
      ['Location', merchant.id],
      ['Kind of business', merchant.vertical.replaceAll('_', ' ')],
      ['Open until', expirationDate],
    ],
  };
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

function displayName({ businessName, id }: Merchant): string {
  return businessName ?? id;
}

/** Greets the customer by first name, where customer details may be pre-filled. */
function greeting(
  merchant: Merchant,
  { customerDetails }: LinkTo<'prequal' | 'checkout'>['request'],
): string {
  const firstName = customerDetails?.firstName;
  return firstName && mayPrefill(merchant, customerDetails.addressDetails?.state)
    ? `Hello ${firstName}. `
    : '';
}

/** A URL that may become a link: http or https, nothing that could run. */
function webUrl(text = ''): string | undefined {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined;
}
