import { merchantEvent } from './events.js';
import { actions, addressFields, fieldset, form } from './form.js';
import { html, type Html } from './html.js';
import { onboardingExpiry } from './onboarding-expiry.js';
import type { Page } from './page-layout.js';
import { mayPrefill } from './prefill.js';
import type { Merchant } from './state.js';
import type { Visit } from './visit.js';

/** Where a merchant's application stands. */
type Stage = 'details' | 'submission' | 'review' | 'active' | 'declined';

/** What a form can do, at which stage, and the state that it leads to. */
const steps = {
  details: { at: 'details', to: 'LOCATION_DETAILS_ADDED' },
  submit: { at: 'submission', to: 'SUBMITTED' },
  activate: { at: 'review', to: 'ACTIVATED' },
  decline: { at: 'review', to: 'DECLINED' },
} as const satisfies Record<string, { at: Stage; to: string }>;

// Not shown: states beyond the two of the contract, and transitions. We take the names that public documents of such
// services have, go from location details to submission, and let the tester be the reviewer.
function stageOf({ status }: Merchant): Stage {
  if (status === 'CREATED') return 'details';
  if (status === 'SUBMITTED') return 'review';
  if (status === 'ACTIVATED') return 'active';
  return status === 'DECLINED' ? 'declined' : 'submission';
}

/** Moves a merchant's application on as its form says, where it stands there; false for a form that is no step. */
export async function moveOnboarding(
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
  await visit.tell(merchantEvent(merchant, visit.pageUrl('onboarding', merchant.token)));
  return true;
}

/** The page of a merchant's application at each stage. */
export function onboardingPage(merchant: Merchant, now: number): Page {
  const { expirationDate } = onboardingExpiry(merchant, now);
  if (isExpired(merchant, now)) {
    return {
      status: 410,
      title: 'This link has expired',
      lead: `It was open until ${expirationDate} and no application was submitted.`,
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
  };
}

const texts: Record<Stage, { readonly title: string; readonly lead: string }> = {
  details: {
    title: 'Set up your location',
    lead: 'Here a merchant completes and submits the application for one location.',
  },
  submission: {
    title: 'Set up your location',
    lead: 'The details are there. Here a merchant submits the application for one location.',
  },
  review: {
    title: 'Your application is being reviewed',
    lead: 'The merchant waits. In the sandbox, you are also the reviewer.',
  },
  active: {
    title: 'Your location is active',
    lead: 'Customers can pay over time, and a training package would be on its way.',
  },
  declined: {
    title: 'Your application was declined',
    lead: 'Customers of this location cannot pay over time.',
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
  const business = fieldset('The business (nothing you type is kept)', [
    { label: 'Name', name: 'businessName', value: businessName, autocomplete: 'organization' },
    { label: 'Legal name', name: 'legalName', value: details?.legalName, autocomplete: 'off' },
    ...addressFields({ state, ...details?.businessAddress }),
  ]);
  const person = fieldset('Who represents it', [
    { label: 'First name', name: 'firstName', value: firstName, autocomplete: 'given-name' },
    { label: 'Last name', name: 'lastName', value: lastName, autocomplete: 'family-name' },
    { label: 'Phone', name: 'phone', value: phoneNumber, type: 'tel', autocomplete: 'tel' },
    { label: 'Email', name: 'email', value: email, type: 'email', autocomplete: 'email' },
  ]);
  return html`${business}${person}`;
}

/** True 30 days after an application was begun that has not been submitted (service document, "Limits"). */
function isExpired(merchant: Merchant, now: number): boolean {
  const stage = stageOf(merchant);
  const isOpen = stage === 'details' || stage === 'submission';
  return isOpen && onboardingExpiry(merchant, now).expiredInDays === 0;
}
