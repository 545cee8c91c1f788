import type { FinancingWebhookEvent, LinkEventKind } from '../../contract/index.js';

/**
 * How a shopper's way through a link has ended. A completed pre-qualification says that the shopper got to its end,
 * whatever the answer was; a completed checkout, that there is a purchase; aborted, that there will be none.
 */
export type LinkOutcome = 'completed' | 'aborted';

/** The field of a request that an event is matched by. */
export type ReferenceField = 'transactionId' | 'referral';

/** What an event says of a link. */
export interface ReportedOutcome {
  readonly outcome: LinkOutcome;
  readonly field: ReferenceField;
  readonly reference: string;
  /** Undefined where the event names none. */
  readonly location: string | undefined;
}

/**
 * A pre-qualification that was declined is completed like one that was approved: that the answer was no is a
 * decision, which no page is told. A checkout that failed is aborted like one that the shopper left, for the same
 * reason, and because a page must not take it for a purchase.
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

/** What an event says of the link that it belongs to; undefined for one that says nothing, or of none. */
export function outcomeOf({
  eventType,
  payload,
}: FinancingWebhookEvent): ReportedOutcome | undefined {
  if (!isLinkEventKind(eventType)) return undefined;
  const field = eventType.startsWith('PREQUAL_') ? 'referral' : 'transactionId';
  // The service document calls a transactionId a referral, too: an event may carry either's value in the other.
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
