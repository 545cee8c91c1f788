/**
 * The hosted pages that links lead to, by stage. A customer's application ends once, as completed, failed, or aborted. A
 * merchant's application continues with a review. Form input isn't stored. The response to a form is a redirect, so that going
 * back or reloading doesn't submit the form again.
 */
import * as z from 'zod';
import { dayMs } from '../internal/durations.js';
import {
  CustomerDetailsSchema,
  isInapplicable,
  MerchantLocationRequestSchema,
} from '../contract/index.js';
import { estimate, termInMonths } from './estimation.js';
import { mayPrefill, onboardingExpiry } from './sandbox-operations.js';
import { html, renderPage, wordsFor, type Html, type Page, type Words } from './page.js';
import type { English } from './spanish.js';
import { dateOf, type Application, type Link, type Merchant, type Visit } from './state.js';
import { applicationEvents, merchantEvent } from './webhook-sender.js';

/** A stage of a hosted page. */
interface Stage {
  readonly status?: 410;
  readonly title: English;
  /** `{}` is replaced by the name of the business. */
  readonly lead?: English;
  /** The fieldsets: a legend, and the schema of the details that pre-fill its fields. */
  readonly form?: readonly (readonly [legend: English, schema: z.ZodObject])[];
  /** The tester makes the lender's decision. */
  readonly isDecided?: true;
  /** The button labels, keyed by the action that the button sends. The Enter key presses the first button. */
  readonly buttons?: Partial<Record<Action, English>>;
  readonly isEnd?: true;
}

/** The status that each button sets in a merchant's application. */
const steps = {
  details: 'LOCATION_DETAILS_ADDED',
  submit: 'SUBMITTED',
  activate: 'ACTIVATED',
  decline: 'DECLINED',
} as const;
type Action = keyof typeof steps | 'finish' | 'abort';

const aboutTheCustomer = [['About you (your input is not stored)', CustomerDetailsSchema]] as const;
const { businessName, legalName, businessAddress, representativeDetails } =
  MerchantLocationRequestSchema.shape;
const unusable = 'This link can no longer be used.';

const stages = {
  prequal: {
    title: 'See what you qualify for',
    lead: 'Find out how much you can pay over time at {} before you buy.',
    form: aboutTheCustomer,
    isDecided: true,
    buttons: { finish: 'See what I qualify for', abort: 'Leave without applying' },
  },
  'prequal completed': {
    title: 'You qualify',
    lead: 'You can use this for your purchase.',
    isEnd: true,
  },
  'prequal failed': { title: 'You do not qualify', isEnd: true },
  'prequal aborted': { title: 'You left without applying', lead: unusable, isEnd: true },
  checkout: {
    title: 'Pay over time',
    lead: 'Pay for your purchase at {} in monthly payments.',
    form: aboutTheCustomer,
    isDecided: true,
    buttons: { finish: 'Agree and pay over time', abort: 'Leave without buying' },
  },
  'checkout inapplicable': {
    title: 'Pay over time',
    lead: 'This amount cannot be paid over time.',
    buttons: { abort: 'Leave' },
  },
  'checkout completed': { title: 'Your purchase is paid over time', isEnd: true },
  'checkout failed': { title: 'This purchase cannot be paid over time', isEnd: true },
  'checkout aborted': { title: 'You left without buying', lead: unusable, isEnd: true },
  details: {
    title: 'Set up your location',
    lead: 'On this page, a merchant completes and submits the application for one location.',
    form: [
      [
        'The business (your input is not stored)',
        z.object({ businessName, legalName, businessAddress }),
      ],
      ['The representative', representativeDetails],
    ],
    buttons: { details: 'Save and continue' },
  },
  submission: {
    title: 'Set up your location',
    lead: 'The details are complete. On this page, a merchant submits the application for one location.',
    buttons: { submit: 'Submit the application' },
  },
  review: {
    title: 'Your application is being reviewed',
    lead: 'The merchant is waiting. In the sandbox, you are also the reviewer.',
    buttons: { activate: 'Activate the location', decline: 'Decline' },
  },
  active: {
    title: 'Your location is active',
    lead: 'Customers can pay over time, and a training package would be on its way.',
    isEnd: true,
  },
  declined: {
    title: 'Your application was declined',
    // Not specified: what a declined location may still do. We change nothing.
    lead: 'In the sandbox, estimates and pay-over-time links of this location still work.',
    isEnd: true,
  },
  expired: { status: 410, title: 'This link has expired', isEnd: true },
} as const satisfies Record<string, Stage>;

function stageOf(link: Link, now: number): keyof typeof stages {
  if (link.page !== 'onboarding')
    return link.outcome ? `${link.page} ${link.outcome}` : openStage(link);
  // Not specified: the transitions, and the statuses besides the two in the contract. We use the names from public documents of
  // such services, go from location details to submission, and let the tester do the review.
  if (link.status === 'SUBMITTED') return 'review';
  if (link.status === 'ACTIVATED') return 'active';
  if (link.status === 'DECLINED') return 'declined';
  // After 30 days without a submitted application (service document, "Limits").
  if (onboardingExpiry(link, now).expiredInDays === 0) return 'expired';
  return link.status === 'CREATED' ? 'details' : 'submission';
}

function openStage(link: Application): 'prequal' | 'checkout' | 'checkout inapplicable' {
  return link.page === 'checkout' && !planOf(link) ? 'checkout inapplicable' : link.page;
}

function planOf({ merchant, amount = 0 }: Application) {
  const plan = estimate({ id: '', totalAmount: amount }, merchant.vertical);
  return isInapplicable(plan) ? undefined : plan;
}

/** Handles a request for a hosted page or from its form. Returns undefined for any other path. */
export async function servePage(visit: Visit): Promise<Response | undefined> {
  const { request, url, state } = visit;
  const [, page, token = ''] =
    /^\/sandbox\/(prequal|checkout|onboarding)\/([^/]+)$/.exec(url.pathname) ?? [];
  if (!page || !['GET', 'HEAD', 'POST'].includes(request.method)) return undefined;
  const words = wordsFor(visit);
  const link = state.onboardings.get(token) ?? state.applications.get(token);
  if (link?.page !== page) {
    const title = words.say('This link does not exist');
    const lead = words.say('The sandbox has no such link. A reset or a restart deletes all links.');
    return renderPage({ status: 404, title, lead, isEnd: true }, words, visit);
  }
  if (request.method !== 'POST') return renderPage(pageOf(link, words, visit), words, visit);
  if (!isOwnRequest(visit)) {
    const message = 'Only forms on the sandbox’s own pages are accepted';
    return Response.json({ message }, { status: 403 });
  }
  const fields = await request.formData().catch(() => undefined);
  if (!fields || !(await press(link, fields, visit))) {
    const message = 'This page never has such a button; see docs/testing.md';
    return Response.json({ message }, { status: 400 });
  }
  const returnUrl = link.page === 'onboarding' ? undefined : link.returnUrl;
  // Use a relative URL, because the sandbox may be mounted below the root, and keep the requested language.
  const samePage = token + (url.searchParams.has('lang') ? `?lang=${words.language}` : '');
  return new Response(null, {
    status: 303,
    headers: {
      location: returnUrl ?? samePage,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    },
  });
}

/** Carries out a button's action if the current stage has the button. Returns false if the page never has it. */
async function press(link: Link, fields: FormData, visit: Visit): Promise<boolean> {
  const action = String(fields.get('action'));
  const known = link.page === 'onboarding' ? steps : stages[openStage(link)].buttons;
  if (!Object.hasOwn(known, action)) return false;
  const { buttons = {} }: Stage = stages[stageOf(link, visit.now)];
  if (!Object.hasOwn(buttons, action)) return true;
  if (link.page === 'onboarding') {
    link.status = steps[action as keyof typeof steps];
    if (link.status === 'ACTIVATED') {
      link.retailerId ??= `retailer-${link.location}`;
      link.application = 'enabled';
    }
    await visit.sendEvents(merchantEvent(link, visit.pageUrl('onboarding', link.token)));
  } else {
    const isDeclined = fields.get('decision') === 'decline';
    link.outcome = action === 'abort' ? 'aborted' : isDeclined ? 'failed' : 'completed';
    if (link.page === 'prequal' && link.outcome === 'completed') {
      // Not specified: what is approved, and for how long. We approve an amount for 30 days.
      link.approval = { approvalAmount: 5_000, validUntil: dateOf(visit.now + 30 * dayMs) };
    }
    await visit.sendEvents(...applicationEvents(link));
  }
  return true;
}

/**
 * Returns true for a request from a page of the sandbox or from a client that isn't a page. Reads `Sec-Fetch-Site` (W3C Fetch
 * Metadata), or `Origin` if the browser doesn't send `Sec-Fetch-Site`.
 */
export function isOwnRequest({ request, url, publicOrigin }: Visit): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  return origin === null || origin === url.origin || origin === publicOrigin;
}

function pageOf(link: Link, words: Words, visit: Visit): Page {
  const { say } = words;
  const stage: Stage = stages[stageOf(link, visit.now)];
  return {
    status: stage.status,
    title: say(stage.title),
    isEnd: stage.isEnd,
    content: formOf(stage, detailsOf(link), words),
    ...(link.page === 'onboarding'
      ? onboardingFacts(link, stage, words, visit)
      : applicationFacts(link, stage, words, visit)),
  };
}

function applicationFacts(link: Application, stage: Stage, words: Words, visit: Visit) {
  const { page, merchant, reference, customer, returnUrl, outcome, approval } = link;
  const { say, dollars, date } = words;
  const business = merchant.businessName ?? merchant.location;
  const lead = stage.lead && say(stage.lead, business);
  if (outcome) {
    // Only a webhook informs a shop of the outcome of an application.
    const notice = visit.hasWebhook
      ? say('The shop has been notified.')
      : say('The shop has not been notified, because this sandbox has no webhook.');
    const close = returnUrl ? undefined : say('You can close this window.');
    return {
      lead: [notice, lead, close].filter(Boolean).join(' '),
      returnUrl,
      ...(outcome === 'completed' && planFacts(link, words)),
      ...(approval && {
        figure: [dollars(approval.approvalAmount), say('approved')],
        facts: [[say('Valid until'), date(approval.validUntil)]],
      }),
    } satisfies Partial<Page>;
  }
  const plan = planFacts(link, words);
  const { firstName } = customer;
  return {
    lead: [firstName && say('Hello {}.', firstName), lead].filter(Boolean).join(' '),
    leadsTo: returnUrl,
    ...plan,
    facts: [
      ...(plan.facts ?? []),
      [say('Business'), business],
      [say('Location'), merchant.location],
      [page === 'prequal' ? say('Reference') : say('Transaction'), reference],
    ],
  } satisfies Partial<Page>;
}

/** Returns the plan of a purchase. A payment is always shown with its term, APR, and the amount due today (12 CFR 1026.24(d)). */
function planFacts(link: Application, { say, dollars }: Words): Partial<Page> {
  if (link.amount === undefined) return {};
  const amount = dollars(link.amount);
  const plan = planOf(link);
  if (!plan) return { amount };
  const months = `${termInMonths(link.amount)}`;
  return {
    amount,
    figure: [dollars(plan.monthlyAmount), say('a month')],
    tiles: [
      [months, say('payments')],
      [`${plan.apr}%`, 'APR'],
      [dollars(plan.downPayment).replace(/\.00$/, ''), say('due today')],
    ],
    facts: [
      [say('Down payment due today'), plan.downPayment ? dollars(plan.downPayment) : undefined],
      [say('Payments'), say('{}, one a month', months)],
    ],
  };
}

function onboardingFacts(merchant: Merchant, stage: Stage, { say, date }: Words, { now }: Visit) {
  const expiry = date(onboardingExpiry(merchant, now).expirationDate);
  if (stage.status === 410) {
    return { lead: say('It expired on {}, and no application was submitted.', expiry) };
  }
  const close = stage.isEnd && say('You can close this window.');
  return {
    lead: [stage.lead && say(stage.lead), close].filter(Boolean).join(' '),
    facts: [
      [say('Business'), mayPrefill(merchant) ? merchant.businessName : undefined],
      [say('Location'), merchant.location],
      [say('Kind of business'), merchant.vertical.replaceAll('_', ' ')],
      [say('Status'), merchant.status],
      [say('Open until'), /CREATED|ADDED/.test(merchant.status) ? expiry : undefined],
    ],
  } satisfies Partial<Page>;
}

function detailsOf(link: Link): object {
  if (link.page !== 'onboarding') return link.customer;
  const { businessName, state, details } = link;
  if (!mayPrefill(link)) return {};
  return {
    businessName,
    legalName: details?.legalName,
    businessAddress: { state, ...details?.businessAddress },
    ...details?.representativeDetails,
  };
}

function formOf({ form, isDecided, buttons }: Stage, known: object, { say }: Words) {
  if (!buttons) return undefined;
  return html`<form method="post">
    ${form?.map(
      ([legend, schema]) =>
        html`<fieldset>
          <legend>${say(legend)}</legend>
          ${inputs(schema, known, say)}
        </fieldset>`,
    )}
    ${
      isDecided &&
      html`<fieldset class="decision">
        <legend>${say('In the sandbox, you decide')}</legend>
        <label
          ><input type="radio" name="decision" value="approve" checked /> ${say('Approve')}</label
        >
        <label><input type="radio" name="decision" value="decline" /> ${say('Decline')}</label>
      </fieldset>`
    }
    <p class="actions">
      ${Object.entries(buttons).map(
        ([action, label], index) =>
          html`<button class="button${index === 0 ? ' first' : ''}" name="action" value="${action}">
            ${say(label)}
          </button>`,
      )}
    </p>
  </form>`;
}

/** The label, autofill token (HTML standard, "Autofill"), and type of each field. */
const inputsByField: Readonly<Record<string, readonly [English, string, string?]>> = {
  firstName: ['First name', 'given-name'],
  lastName: ['Last name', 'family-name'],
  email: ['Email', 'email', 'email'],
  phone: ['Phone', 'tel', 'tel'],
  phoneNumber: ['Phone', 'tel', 'tel'],
  dateOfBirth: ['Date of birth', 'bday', 'date'],
  address: ['Street', 'address-line1'],
  suite: ['Suite', 'address-line2'],
  city: ['City', 'address-level2'],
  state: ['State', 'address-level1'],
  zipcode: ['Zip code', 'postal-code'],
  businessName: ['Business name', 'organization'],
  legalName: ['Legal name', 'off'],
};

/** Returns the inputs for the fields of a schema, including the fields of nested objects. */
function inputs(schema: z.ZodObject, known: object, say: Words['say']): Html[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const inner: unknown = field instanceof z.ZodOptional ? field.unwrap() : field;
    const value: unknown = Reflect.get(known, name);
    if (inner instanceof z.ZodObject) return inputs(inner, Object(value), say);
    const [label, autocomplete, type = 'text'] = inputsByField[name] ?? [];
    if (!label) return [];
    return html`<label
      >${say(label)}
      <input
        name="${name}"
        type="${type}"
        value="${typeof value === 'string' ? value : ''}"
        autocomplete="${autocomplete}"
      />
    </label>`;
  });
}
