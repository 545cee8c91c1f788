import { onboardingExpiry } from '../operations/index.js';
import type { Merchant, Visit } from '../state/index.js';
import { merchantEvent } from '../webhooks/index.js';
import { actions, addressFields, fieldset, form } from './form.js';
import { html, type Html } from './html.js';
import type { Page } from './page-layout.js';
import { mayPrefill } from './prefill.js';

/** Stage of a merchant's application. */
type Stage = 'details' | 'submission' | 'review' | 'active' | 'declined';

/** Actions of the forms: the stage of each, and the status that it leads to. */
const steps = {
  details: { at: 'details', to: 'LOCATION_DETAILS_ADDED' },
  submit: { at: 'submission', to: 'SUBMITTED' },
  activate: { at: 'review', to: 'ACTIVATED' },
  decline: { at: 'review', to: 'DECLINED' },
} as const satisfies Record<string, { at: Stage; to: string }>;

// Not shown: statuses beyond the two of the contract, and transitions. We use the names in public documents of such
// services, go from location details to submission, and let the tester review.
function stageOf({ status }: Merchant): Stage {
  if (status === 'CREATED') return 'details';
  if (status === 'SUBMITTED') return 'review';
  if (status === 'ACTIVATED') return 'active';
  return status === 'DECLINED' ? 'declined' : 'submission';
}

/** Advances a merchant's application by its form, at the stage of that form. False for an unknown action. */
export async function advanceOnboarding(
  merchant: Merchant,
  fields: FormData,
  visit: Visit,
): Promise<boolean> {
  const action = fields.get('action');
  if (typeof action !== 'string' || !Object.hasOwn(steps, action)) return false;
  const { at, to } = steps[action as keyof typeof steps];
  if (stageOf(merchant) !== at || isExpired(merchant, visit.now)) return true;
  merchant.status = to;
  if (to === 'ACTIVATED') {
    merchant.retailerId ??= `retailer-${merchant.location}`;
    merchant.application = 'enabled';
  }
  await visit.sendEvent(merchantEvent(merchant, visit.pageUrl('onboarding', merchant.token)));
  return true;
}

/** The page of a merchant's application at each stage. */
export function onboardingPage(merchant: Merchant, now: number): Page {
  const { expirationDate } = onboardingExpiry(merchant, now);
  if (isExpired(merchant, now)) {
    return {
      status: 410,
      title: 'This link has expired',
      lead: `It expired on ${expirationDate}, and no application was submitted.`,
      isEnd: true,
    };
  }
  const stage = stageOf(merchant);
  const isOpen = stage === 'details' || stage === 'submission';
  return {
    status: 200,
    ...texts[stage],
    facts: [
      ['Business', mayPrefill(merchant) ? merchant.businessName : undefined],
      ['Location', merchant.location],
      ['Kind of business', merchant.vertical.replaceAll('_', ' ')],
      ['Status', merchant.status],
      ['Open until', isOpen ? expirationDate : undefined],
    ],
    content: contentOf(merchant, stage),
    isEnd: stage === 'active' || stage === 'declined',
  };
}

const texts: Record<Stage, { readonly title: string; readonly lead: string }> = {
  details: {
    title: 'Set up your location',
    lead: 'On this page, a merchant completes and submits the application for one location.',
  },
  submission: {
    title: 'Set up your location',
    lead: 'The details are complete. On this page, a merchant submits the application for one location.',
  },
  review: {
    title: 'Your application is being reviewed',
    lead: 'The merchant is waiting. In the sandbox, you are also the reviewer.',
  },
  active: {
    title: 'Your location is active',
    lead: 'Customers can pay over time, and a training package would be on its way.',
  },
  declined: {
    title: 'Your application was declined',
    // Not shown: what a declined location may still do. We change nothing.
    lead: 'In the sandbox, estimates and pay-over-time links of this location still work.',
  },
};

function contentOf(merchant: Merchant, stage: Stage): Html | undefined {
  switch (stage) {
    case 'details':
      return form(detailFields(merchant), actions(['details', 'Save and continue']));
    case 'submission':
      return form(actions(['submit', 'Submit the application']));
    case 'review':
      return form(actions(['activate', 'Activate the location'], ['decline', 'Decline']));
    case 'active':
    case 'declined':
      return html`<p class="lead">You can close this window.</p>`;
  }
}

function detailFields(merchant: Merchant): Html {
  const known: Partial<Merchant> = mayPrefill(merchant) ? merchant : {};
  const { businessName, state, details } = known;
  const { firstName, lastName, phoneNumber, email } = details?.representativeDetails ?? {};
  const business = fieldset('The business (your input is not stored)', [
    { label: 'Name', name: 'businessName', value: businessName, autocomplete: 'organization' },
    { label: 'Legal name', name: 'legalName', value: details?.legalName, autocomplete: 'off' },
    ...addressFields({ state, ...details?.businessAddress }),
  ]);
  const person = fieldset('The representative', [
    { label: 'First name', name: 'firstName', value: firstName, autocomplete: 'given-name' },
    { label: 'Last name', name: 'lastName', value: lastName, autocomplete: 'family-name' },
    { label: 'Phone', name: 'phone', value: phoneNumber, type: 'tel', autocomplete: 'tel' },
    { label: 'Email', name: 'email', value: email, type: 'email', autocomplete: 'email' },
  ]);
  return html`${business}${person}`;
}

/** True 30 days after the start of an application that was not submitted (service document, "Limits"). */
function isExpired(merchant: Merchant, now: number): boolean {
  const stage = stageOf(merchant);
  const isOpen = stage === 'details' || stage === 'submission';
  return isOpen && onboardingExpiry(merchant, now).expiredInDays === 0;
}
