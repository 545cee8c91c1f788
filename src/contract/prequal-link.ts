import * as z from 'zod';
import { AnswerUrlSchema } from './answer-text.js';
import { CustomerDetailsSchema, type CustomerDetails } from './customer-details.js';
import type { FieldSchemas } from '../internal/field-schemas.js';

/**
 * Request for a pre-qualification link (service document, "Pre-qualification link request fields").
 *
 * **Without `sendSMS: false` the service texts the customer.**
 */
export interface PrequalLinkRequest {
  /** Store id, store name or any other identifier of the location. */
  location: string;
  /** Email address of the representative. */
  representativeEmail?: string | undefined;
  /** First name of the representative. */
  representativeFirstName?: string | undefined;
  /** Last name of the representative. */
  representativeLastName?: string | undefined;
  /** The integrator's own identifier of the transaction, at which a webhook's event is recognized. */
  referral?: string | undefined;
  /** The customer's phone. US phone number that can be texted. Needed when sendSMS is true. */
  customerPhoneNumber?: string | undefined;
  /** Pre-fills the application. */
  customerDetails?: CustomerDetails | undefined;
  /**
   * **Omitted means true: the service texts the link to `customerPhoneNumber`.** Set false to get the link alone.
   * @default true
   */
  sendSMS?: boolean | undefined;
  /** Chooses among the offers of a merchant; only a value that was issued to the integrator. A number here, text on the pay-over-time link. */
  departmentId?: number | undefined;
  /** The platform that the call is made for, when it is not the integrator's own. */
  sourcePlatform?: string | undefined;
}

/** Checks the request for a pre-qualification link. */
export const PrequalLinkRequestSchema = z.strictObject({
  location: z.string(),
  representativeEmail: z.string().optional(),
  representativeFirstName: z.string().optional(),
  representativeLastName: z.string().optional(),
  referral: z.string().optional(),
  customerPhoneNumber: z
    .string()
    .optional()
    .describe('US phone number that can be texted. Needed when sendSMS is true.'),
  customerDetails: CustomerDetailsSchema.optional(),
  sendSMS: z.boolean().optional(),
  departmentId: z.number().optional(),
  sourcePlatform: z.string().optional(),
} satisfies FieldSchemas<PrequalLinkRequest>);

/** A link on which a customer finds out what they qualify for (service document, "Pre-qualification link response"). */
export interface PrequalLink {
  /** URL of the application. */
  url: string;
}

/** Checks a pre-qualification link. */
export const PrequalLinkSchema = z.object({
  url: AnswerUrlSchema,
} satisfies FieldSchemas<PrequalLink>);
