import type { Application, ApplicationOutcome, Merchant, WebhookEvent } from '../state/index.js';

// Not shown: event kinds and payloads. We send kinds that public documents of such services name. The operation is
// `send-link`, so its events are those of TEXT_TO_PAY, not of CHECKOUT_SDK; one event reports how a link ended.
const families = { prequal: 'PREQUAL', checkout: 'TEXT_TO_PAY' } as const;
const endings: Record<ApplicationOutcome, string> = {
  completed: 'COMPLETED',
  failed: 'FAILED',
  aborted: 'ABORTED',
};

/** The event of an application that ended. `purchaseId` distinguishes applications with the same reference. */
export function applicationEvent(
  link: Application,
  outcome: ApplicationOutcome,
  purchaseId: string,
): WebhookEvent {
  const reference =
    link.page === 'prequal'
      ? { referral: link.request.referral }
      : { transactionId: link.request.transactionId, amount: link.request.amount };
  return {
    eventType: `${families[link.page]}_${endings[outcome]}`,
    payload: { ...reference, location: link.merchant.location, purchaseId },
  };
}

/** The event of a merchant whose status changed. `url`: its onboarding URL. */
export function merchantEvent({ location, status }: Merchant, url: string): WebhookEvent {
  return {
    eventType: `MERCHANT_${status}`,
    payload: { location, url, statusReason: 'NONE' },
  };
}
