import * as z from 'zod';
import { AnswerTextSchema, AnswerUrlSchema } from './answer-text.js';
import { CustomerDetailsSchema } from './customer-details.js';

// Not shown: type, meaning or requirement of `roNumber` and `representativeName`, which only occur in request
// examples. We pass on a string or a number unchanged.
const UnspecifiedSchema = z.union([z.string(), z.number()]);

/**
 * Request for a checkout link (service document, "Pay-over-time link request fields"). `amount` in US dollars;
 * `departmentId` is text here, a number on the pre-qualification link; `sendSMS` omitted means true.
 */
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
});
export type PayOverTimeLinkRequest = z.infer<typeof PayOverTimeLinkRequestSchema>;

/** A checkout link (service document, "Pay-over-time link response"). */
export const PayOverTimeLinkSchema = z.object({
  shortToken: AnswerUrlSchema,
  longToken: AnswerUrlSchema,
  // "Present only when one exists": null says the same.
  retailerId: AnswerTextSchema.nullish(),
  url: AnswerUrlSchema,
});
export type PayOverTimeLink = z.infer<typeof PayOverTimeLinkSchema>;
