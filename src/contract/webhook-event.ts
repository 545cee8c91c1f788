/**
 * What the service tells the integrator's application (service document, "Events").
 *
 * Not shown: kinds of events, their payload and their signing. We take the envelope, the kinds and the signature that
 * services with this same interface have made public, as the usual case: a kind that is not listed here is an event
 * all the same, and no field of a payload is relied upon.
 */

/** Kinds about a merchant location and its application. */
export const merchantEventKinds = [
  'MERCHANT_CREATED',
  'MERCHANT_LOCATION_DETAILS_ADDED',
  'MERCHANT_CONTACT_DETAILS_ADDED',
  'MERCHANT_BANK_INFORMATION_ADDED',
  'MERCHANT_LEGAL_INFORMATION_ADDED',
  'MERCHANT_SUBMITTED',
  'MERCHANT_ACTIVATED',
  'MERCHANT_DECLINED',
] as const;

/** Kinds about what became of a pre-qualification link (`PREQUAL_…`) or of a pay-over-time link. */
export const linkEventKinds = [
  'PREQUAL_COMPLETED',
  'PREQUAL_APPROVED',
  'PREQUAL_FAILED',
  'PREQUAL_ABORTED',
  'TEXT_TO_PAY_COMPLETED',
  'TEXT_TO_PAY_FAILED',
  'TEXT_TO_PAY_ABORTED',
  'CHECKOUT_SDK_COMPLETED',
  'CHECKOUT_SDK_FAILED',
  'CHECKOUT_SDK_ABORTED',
] as const;

/** Kinds about a purchase after it was made. */
export const transactionEventKinds = ['TRANSACTION_VOIDED', 'TRANSACTION_REFUNDED'] as const;

/** A kind that is known to exist. */
export type MerchantEventKind = (typeof merchantEventKinds)[number];
/** A kind that is known to exist. */
export type LinkEventKind = (typeof linkEventKinds)[number];
/** A kind that is known to exist. */
export type TransactionEventKind = (typeof transactionEventKinds)[number];

/** An event about a merchant location. Fields of the payload are those seen; any may be missing or of another type. */
export interface MerchantEvent {
  readonly eventType: MerchantEventKind;
  readonly payload: {
    /** As it was named when it was added. */
    readonly location?: unknown;
    /** The onboarding form. */
    readonly url?: unknown;
    readonly statusReason?: unknown;
    readonly [field: string]: unknown;
  };
}

/** Fields that payloads about links and purchases were seen with; any may be missing or of another type. */
export interface PurchaseEventPayload {
  /** The `referral` of the request for a pre-qualification link. */
  readonly referral?: unknown;
  /** The `transactionId` of the request for a pay-over-time link. */
  readonly transactionId?: unknown;
  /** The `location` of that request. */
  readonly location?: unknown;
  readonly purchaseId?: unknown;
  /** US dollars, as a number or as text. */
  readonly amount?: unknown;
  readonly [field: string]: unknown;
}

/** An event about what became of a link. */
export interface LinkEvent {
  readonly eventType: LinkEventKind;
  readonly payload: PurchaseEventPayload;
}

/** An event about a purchase after it was made. */
export interface TransactionEvent {
  readonly eventType: TransactionEventKind;
  readonly payload: PurchaseEventPayload;
}

/** An event of a kind that is not listed above. */
export interface OtherEvent {
  readonly eventType: string & {};
  readonly payload: { readonly [field: string]: unknown };
}

/** An event of the service (service document, "Events"). */
export type FinancingWebhookEvent = MerchantEvent | LinkEvent | TransactionEvent | OtherEvent;

const known: readonly string[] = [
  ...merchantEventKinds,
  ...linkEventKinds,
  ...transactionEventKinds,
];

/** True for a kind that is listed above. */
export function isKnownEventKind(kind: string): boolean {
  return known.includes(kind);
}
