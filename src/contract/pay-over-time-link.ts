import * as z from 'zod';
import { AnswerTextSchema, AnswerUrlSchema } from './answer-text.js';
import { CustomerDetailsSchema, type CustomerDetails } from './customer-details.js';
import type { FieldSchemas } from '../internal/field-schemas.js';

/**
 * Request for a checkout link (service document, "Pay-over-time link request fields").
 *
 * **Without `sendSMS: false` the service texts the customer.**
 */
export interface PayOverTimeLinkRequest {
  /** The customer's phone. US phone number that can be texted. Needed when sendSMS is true. */
  phoneNumber?: string | undefined;
  /** The purchase amount in US dollars. */
  amount: number;
  /** Pre-fills the application. */
  customerDetails?: CustomerDetails | undefined;
  /** The location id that the integrator was given. */
  location: string;
  /** The integrator's own identifier of the transaction, at which a webhook's event is recognized. */
  transactionId: string;
  /** First name of the representative. */
  representativeFirstName?: string | undefined;
  /** Last name of the representative. */
  representativeLastName?: string | undefined;
  /** Email address of the representative. It must be valid. */
  representativeEmail?: string | undefined;
  /**
   * **Omitted means true: the service texts the link to `phoneNumber`.** Set false to get the link alone.
   * @default true
   */
  sendSMS?: boolean | undefined;
  /** Chooses among the offers of a merchant; only a value that was issued to the integrator. Text here, a number on the pre-qualification link. */
  departmentId?: string | undefined;
  /** The platform that the call is made for, when it is not the integrator's own. */
  sourcePlatform?: string | undefined;
  /** URL to which the customer returns after the application has ended or was left. */
  redirectUrl?: string | undefined;
  /** Occurs in request examples only: the service document gives no meaning. Sent unchanged. */
  roNumber?: string | number | undefined;
  /** Occurs in request examples only: the service document gives no meaning. Sent unchanged. */
  representativeName?: string | number | undefined;
}

// Not shown: type, meaning or requirement of `roNumber` and `representativeName`, which only occur in request
// examples. We pass on a string or a number unchanged.
const UnspecifiedSchema = z.union([z.string(), z.number()]);

/** Checks the request for a checkout link. */
export const PayOverTimeLinkRequestSchema = z.strictObject({
  phoneNumber: z
    .string()
    .optional()
    .describe('US phone number that can be texted. Needed when sendSMS is true.'),
  amount: z.number(),
  customerDetails: CustomerDetailsSchema.optional(),
  location: z.string(),
  transactionId: z.string(),
  representativeFirstName: z.string().optional(),
  representativeLastName: z.string().optional(),
  representativeEmail: z.string().optional(),
  sendSMS: z.boolean().optional(),
  departmentId: z.string().optional(),
  sourcePlatform: z.string().optional(),
  redirectUrl: z.string().optional(),
  roNumber: UnspecifiedSchema.optional(),
  representativeName: UnspecifiedSchema.optional(),
} satisfies FieldSchemas<PayOverTimeLinkRequest>);

/** A checkout link (service document, "Pay-over-time link response"). */
export interface PayOverTimeLink {
  /** Short token of the link. */
  shortToken: string;
  /** Long token of the link. */
  longToken: string;
  /** The retailer's id; missing or null when there is none. */
  retailerId?: string | null | undefined;
  /** URL of the checkout. */
  url: string;
}

/** Checks a checkout link. */
export const PayOverTimeLinkSchema = z.object({
  shortToken: AnswerUrlSchema,
  longToken: AnswerUrlSchema,
  // "Present only when one exists": null says the same.
  retailerId: AnswerTextSchema.nullish(),
  url: AnswerUrlSchema,
} satisfies FieldSchemas<PayOverTimeLink>);
