import type { FinancingWebhookEvent, LinkEventKind } from '../../contract/index.js';

/**
 * The outcome of a link. `completed` means that the shopper finished the pre-qualification, whatever its decision, or
 * that there is a purchase; `aborted` means that there will be no purchase.
 */
export type LinkOutcome = 'completed' | 'aborted';

/** The field of a request by which its events are found. */
export type ReferenceField = 'transactionId' | 'referral';

/** The outcome that an event reports. */
export interface ReportedOutcome {
  readonly outcome: LinkOutcome;
  readonly field: ReferenceField;
  readonly reference: string;
  /** Undefined when the event names none. */
  readonly location: string | undefined;
}

/**
 * Declined and approved pre-qualifications are both completed, since pages must not learn a decision. A failed checkout
 * is aborted for the same reason, and because a page must not take it for a purchase.
 */
const outcomes: Readonly<Record<LinkEventKind, LinkOutcome>> = {
  PREQUAL_COMPLETED: 'completed',
  PREQUAL_APPROVED: 'completed',
  PREQUAL_FAILED: 'completed',
  PREQUAL_ABORTED: 'aborted',
  TEXT_TO_PAY_COMPLETED: 'completed',
  TEXT_TO_PAY_FAILED: 'aborted',
  TEXT_TO_PAY_ABORTED: 'aborted',
  CHECKOUT_SDK_COMPLETED: 'completed',
  CHECKOUT_SDK_FAILED: 'aborted',
  CHECKOUT_SDK_ABORTED: 'aborted',
};

/** Returns the outcome that an event reports, or undefined when it reports none. */
export function reportedOutcomeOf({
  eventType,
  payload,
}: FinancingWebhookEvent): ReportedOutcome | undefined {
  if (!isLinkEventKind(eventType)) return undefined;
  const field = eventType.startsWith('PREQUAL_') ? 'referral' : 'transactionId';
  // The service document calls a transactionId a referral, too: an event can carry the value in either field.
  const reference = toText(payload[field] ?? payload['transactionId'] ?? payload['referral']);
  if (reference === undefined) return undefined;
  return { outcome: outcomes[eventType], field, reference, location: toText(payload['location']) };
}

function isLinkEventKind(kind: string): kind is LinkEventKind {
  return Object.hasOwn(outcomes, kind);
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
