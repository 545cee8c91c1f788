import * as z from 'zod';
import { AnswerUrlSchema } from './answer-text.js';
import { CustomerDetailsSchema } from './customer-details.js';

/**
 * Request for a pre-qualification link (service document, "Pre-qualification link request fields").
 * `departmentId` is a number here, text on the pay-over-time link; `sendSMS` omitted means true.
 */
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
});
export type PrequalLinkRequest = z.infer<typeof PrequalLinkRequestSchema>;

/** A link on which a customer finds out what they qualify for (service document, "Pre-qualification link response"). */
export const PrequalLinkSchema = z.object({ url: AnswerUrlSchema });
export type PrequalLink = z.infer<typeof PrequalLinkSchema>;
