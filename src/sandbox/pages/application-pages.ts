/**
 * The pages of a customer's two applications: pre-qualification and checkout. Each application ends once, as completed,
 * failed or aborted, and sends an event. Form input is not stored.
 */
import type { CustomerDetails } from '../../contract/index.js';
import { estimate, termInMonths } from '../operations/index.js';
import {
  createToken,
  type Application,
  type ApplicationOutcome,
  type Merchant,
  type Visit,
} from '../state/index.js';
import { applicationEvent } from '../webhooks/index.js';
import { actions, addressFields, decision, fieldset, form } from './form.js';
import type { Html } from './html.js';
import type { Facts, Page } from './page-layout.js';
import { mayPrefill } from './prefill.js';

/** The page of an application, open or ended. */
export function applicationPage(
  link: Application,
  { hasWebhook }: Pick<Visit, 'hasWebhook'>,
): Page {
  if (link.outcome) return endPage(link, link.outcome, hasWebhook);
  return link.page === 'prequal' ? prequalPage(link) : checkoutPage(link);
}

/**
 * Ends an application by its form, unless it has ended before. Returns the URL of the shop to go back to, if there is one.
 * Undefined for a form that the page does not offer.
 */
export async function endApplication(
  link: Application,
  fields: FormData,
  visit: Visit,
): Promise<{ returnUrl: string | undefined } | undefined> {
  const outcome = readOutcome(link, fields);
  if (!outcome) return undefined;
  if (!link.outcome) {
    link.outcome = outcome;
    await visit.sendEvent(applicationEvent(link, outcome, createToken(8)));
  }
  return { returnUrl: returnUrlOf(link) };
}

function readOutcome(link: Application, fields: FormData): ApplicationOutcome | undefined {
  const action = fields.get('action');
  if (action === 'abort') return 'aborted';
  if (action !== 'finish' || !isFinanceable(link)) return undefined;
  return fields.get('decision') === 'decline' ? 'failed' : 'completed';
}

function prequalPage(link: Extract<Application, { page: 'prequal' }>): Page {
  const { merchant, request } = link;
  return {
    status: 200,
    title: 'See what you qualify for',
    lead: `${greeting(link)}On this page, a customer of ${displayName(merchant)} finds out how much they can pay over time before they buy.`,
    facts: [
      ['Business', displayName(merchant)],
      ['Location', merchant.location],
      ['Reference', request.referral],
    ],
    content: form(
      customerFields(link),
      decision,
      actions(['finish', 'See what I qualify for'], ['abort', 'Leave without applying']),
    ),
  };
}

function checkoutPage(link: Extract<Application, { page: 'checkout' }>): Page {
  const { merchant, request } = link;
  const returnUrl = returnUrlOf(link);
  const page = {
    status: 200,
    title: 'Pay over time',
    lead: `${greeting(link)}On this page, a customer of ${displayName(merchant)} applies to pay for one purchase in monthly payments.`,
    amount: dollars.format(request.amount),
    facts: [
      ...planFacts(link),
      ['Business', displayName(merchant)],
      ['Location', merchant.location],
      ['Transaction', request.transactionId],
    ],
    leadsTo: returnUrl && new URL(returnUrl).origin,
  } as const;
  if (!isFinanceable(link)) {
    const lead = 'This amount cannot be paid over time.';
    return { ...page, lead, content: form(actions(['abort', 'Leave'])) };
  }
  return {
    ...page,
    content: form(
      customerFields(link),
      decision,
      actions(['finish', 'Agree and pay over time'], ['abort', 'Leave without buying']),
    ),
  };
}

/** The terms. A payment is always shown with its term, APR and the amount due today (12 CFR 1026.24(d)). */
function planFacts(link: Extract<Application, { page: 'checkout' }>): Facts {
  if (!isFinanceable(link)) return [];
  const { amount } = link.request;
  const plan = estimate({ id: '', totalAmount: amount }, link.merchant.vertical);
  return [
    ['Monthly payment', dollars.format(plan.monthlyAmount)],
    ['Payments', `${termInMonths(amount)}, one a month`],
    ['APR', `${plan.apr}%`],
    ['Down payment due today', dollars.format(plan.downPayment)],
  ];
}

function isFinanceable({ page, merchant, request }: Application): boolean {
  if (page === 'prequal') return true;
  return estimate({ id: '', totalAmount: request.amount }, merchant.vertical).monthlyAmount !== -1;
}

const unusable = 'This link can no longer be used.';

const endings: Record<
  Application['page'],
  Record<ApplicationOutcome, readonly [title: string, next?: string]>
> = {
  prequal: {
    completed: ['You qualify', 'You can use this for your purchase.'],
    failed: ['You do not qualify'],
    aborted: ['You left without applying', unusable],
  },
  checkout: {
    completed: ['Your purchase is paid over time'],
    failed: ['This purchase cannot be paid over time'],
    aborted: ['You left without buying', unusable],
  },
};

function endPage(link: Application, outcome: ApplicationOutcome, hasWebhook: boolean): Page {
  const [title, next] = endings[link.page][outcome];
  // Nothing but a webhook tells a shop how an application ended.
  const notice = hasWebhook
    ? 'The shop has been notified.'
    : 'The shop has not been notified, because this sandbox has no webhook.';
  const lead = [notice, next].filter(Boolean).join(' ');
  const returnUrl = returnUrlOf(link);
  return {
    status: 200,
    title,
    lead: returnUrl ? lead : `${lead} You can close this window.`,
    returnUrl,
    isEnd: true,
  };
}

function customerFields({ page, merchant, request }: Application): Html {
  const { customerDetails = {} } = request;
  const phone = page === 'prequal' ? request.customerPhoneNumber : request.phoneNumber;
  const isPrefilled = mayPrefill(merchant, customerDetails.addressDetails?.state);
  const known: CustomerDetails = isPrefilled ? { phone, ...customerDetails } : {};
  return fieldset('About you (your input is not stored)', [
    { label: 'First name', name: 'firstName', value: known.firstName, autocomplete: 'given-name' },
    { label: 'Last name', name: 'lastName', value: known.lastName, autocomplete: 'family-name' },
    { label: 'Email', name: 'email', value: known.email, type: 'email', autocomplete: 'email' },
    { label: 'Phone', name: 'phone', value: known.phone, type: 'tel', autocomplete: 'tel' },
    {
      label: 'Date of birth',
      name: 'dateOfBirth',
      value: known.dateOfBirth,
      type: 'date',
      autocomplete: 'bday',
    },
    ...addressFields(known.addressDetails ?? {}),
  ]);
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

function displayName({ businessName, location }: Merchant): string {
  return businessName ?? location;
}

/** Greets the customer by first name where customer details may be pre-filled. */
function greeting({ merchant, request: { customerDetails } }: Application): string {
  const firstName = customerDetails?.firstName;
  return firstName && mayPrefill(merchant, customerDetails.addressDetails?.state)
    ? `Hello ${firstName}. `
    : '';
}

function returnUrlOf(link: Application): string | undefined {
  return link.page === 'checkout' ? webUrl(link.request.redirectUrl) : undefined;
}

/** Returns the URL when it may become a link or a redirect: http or https, nothing that could run. */
function webUrl(text = ''): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { href, origin } = new URL(text);
  // The origin goes into a Content-Security-Policy, where `;` and `,` would end a directive.
  return /^https?:\/\/[a-z\d.:[\]_-]+$/.test(origin) ? href : undefined;
}
