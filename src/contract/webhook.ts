/**
 * The events that the service sends to the integrator's application (service document, "Events"), and how it signs them.
 *
 * Not specified: the kinds of events, their payloads, and their signature. We use the envelope, the kinds, and the signature
 * that services with the same interface have published. We also accept other kinds of events, and require no field of a
 * payload.
 */
import { createMac, toHex } from '../internal/crypto.js';
import {
  checkArgument,
  filledTextProblem,
  rawBodyProblem,
  type OptionCheck,
} from '../internal/options.js';
import { signedBytesOf } from './signed-bytes.js';

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

/** Kinds about the outcome of a pre-qualification link (`PREQUAL_…`) or a pay-over-time link. */
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

/** Kinds about a completed purchase. */
export const transactionEventKinds = ['TRANSACTION_VOIDED', 'TRANSACTION_REFUNDED'] as const;

/** A kind about a merchant location. */
export type MerchantEventKind = (typeof merchantEventKinds)[number];
/** A kind about the outcome of a link. */
export type LinkEventKind = (typeof linkEventKinds)[number];
/** A kind about a completed purchase. */
export type TransactionEventKind = (typeof transactionEventKinds)[number];

/** An event about a merchant location. Any field of the payload can be missing or have another type. */
export interface MerchantEvent {
  /** The kind of event. */
  readonly eventType: MerchantEventKind;
  /** The location that the event is about. */
  readonly payload: {
    /** The identifier that the location was added with. */
    readonly location?: unknown;
    /** URL of the onboarding form. */
    readonly url?: unknown;
    /** Why the location has its status. */
    readonly statusReason?: unknown;
    /** Any further field. */
    readonly [field: string]: unknown;
  };
}

/** Payload of an event about a link or a purchase. Any field can be missing or have another type. */
export interface PurchaseEventPayload {
  /** The `referral` of the request for a pre-qualification link. */
  readonly referral?: unknown;
  /** The `transactionId` of the request for a pay-over-time link. */
  readonly transactionId?: unknown;
  /** The `location` of that request. */
  readonly location?: unknown;
  /** The service's identifier of the purchase. */
  readonly purchaseId?: unknown;
  /** The amount in US dollars, as a number or as text. */
  readonly amount?: unknown;
  /** The approved amount of a pre-qualification in US dollars, as a number or as text. */
  readonly approvalAmount?: unknown;
  /** The last day on which the approval is valid. */
  readonly validUntil?: unknown;
  /** Any further field. */
  readonly [field: string]: unknown;
}

/** An event about the outcome of a link. */
export interface LinkEvent {
  /** The result of the application that the link opened. */
  readonly eventType: LinkEventKind;
  /** The link and its purchase. */
  readonly payload: PurchaseEventPayload;
}

/** An event about a completed purchase. */
export interface TransactionEvent {
  /** The change to the purchase. */
  readonly eventType: TransactionEventKind;
  /** The purchase. */
  readonly payload: PurchaseEventPayload;
}

/** An event of a kind that isn't listed above. */
export interface OtherEvent {
  /** The kind, as the service sent it. */
  readonly eventType: string & {};
  /** Fields of any type. */
  readonly payload: { readonly [field: string]: unknown };
}

/** An event of the service (service document, "Events"). */
export type FinancingWebhookEvent = MerchantEvent | LinkEvent | TransactionEvent | OtherEvent;

const known = new Set<string>([...merchantEventKinds, ...linkEventKinds, ...transactionEventKinds]);

/** True for a kind that is listed above. */
export function isKnownEventKind(kind: string): boolean {
  return known.has(kind);
}

/** Default header of a signature. */
export const webhookSignatureHeader = 'svc-signature';

/** Rejects a time in milliseconds, which would be thousands of years ahead, so that no signature would ever be valid. */
const unixTimeProblem: OptionCheck = (value) =>
  typeof value === 'number' && Math.abs(value) < 1e11 ? undefined : 'must be in seconds since 1970';

/**
 * Signs the body of an event as the service does: `t=<Unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 (RFC 2104) of
 * `t`, a dot, and the raw bytes. For tests and simulations, because the proxy only verifies. `timestamp` is in Unix seconds.
 * Rejects with `InvalidOptionError` if the secret is empty, the body is parsed, or the timestamp isn't in Unix seconds.
 */
export async function signWebhook(
  body: string | Uint8Array<ArrayBuffer>,
  secret: string,
  timestamp: number = Math.floor(Date.now() / 1000),
): Promise<string> {
  checkArgument('body', rawBodyProblem, body);
  checkArgument('secret', filledTextProblem, secret);
  checkArgument('timestamp', unixTimeProblem, timestamp);
  const mac = await createMac(secret).sign(signedBytesOf(timestamp, body));
  return `t=${timestamp},v1=${toHex(mac)}`;
}
