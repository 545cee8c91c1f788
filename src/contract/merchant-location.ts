import * as z from 'zod';
import { AnswerTextSchema, AnswerUrlSchema } from './answer-text.js';
import { CustomerAddressSchema } from './customer-details.js';

/** The kinds of business that the service finances (service document, "Verticals"; exact values). */
export const verticals = [
  'Car_Dealerships',
  'Car_Services',
  'Veterinary',
  'Motorsports_Parts_and_Services',
  'Dental',
  'Eyewear',
  'Home_Services',
  'Med_Spa',
  'Bridal',
  'General_Retail',
  'Jewelry_and_Watches',
  'Legal_Services',
  'Medical_Office',
  'Hospital_Health_System',
] as const;
export const VerticalSchema = z.enum(verticals);
export type Vertical = z.infer<typeof VerticalSchema>;

/** Address of a business: a customer's address and a suite (service document, "AddressDetails"). */
export const BusinessAddressSchema = CustomerAddressSchema.extend({
  suite: z.string().optional(),
});
export type BusinessAddress = z.infer<typeof BusinessAddressSchema>;

/** The merchant's representative (service document, "BusinessRepresentative"). */
export const BusinessRepresentativeSchema = z.strictObject({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  phoneNumber: z
    .string()
    .optional()
    .describe('US phone number that can be texted. Needed when sendSMS is true.'),
  email: z.string().optional(),
});
export type BusinessRepresentative = z.infer<typeof BusinessRepresentativeSchema>;

/**
 * Request to register a merchant location (service document, "Merchant location creation request").
 * `sendSMS` omitted means false here, unlike on the two links.
 */
export const MerchantLocationRequestSchema = z.strictObject({
  location: z.string(),
  sendSMS: z.boolean().optional(),
  legalName: z.string().optional(),
  businessName: z.string().optional(),
  vertical: VerticalSchema,
  businessAddress: BusinessAddressSchema.optional(),
  representativeDetails: BusinessRepresentativeSchema,
  sourcePlatform: z.string().optional(),
});
export type MerchantLocationRequest = z.infer<typeof MerchantLocationRequestSchema>;

/** The two states that the service document names. Others exist, so the type stays open. */
export type MerchantLocationStatus = 'CREATED' | 'LOCATION_DETAILS_ADDED' | (string & {});

/** A merchant location as creation returns it (service document, "Merchant location record"). Date as YYYY-MM-DD. */
export const MerchantLocationSchema = z.object({
  location: AnswerTextSchema,
  url: AnswerUrlSchema,
  creationDate: z.iso.date(),
  // Not shown: states beyond CREATED and LOCATION_DETAILS_ADDED, and the transitions. We accept any text.
  status: AnswerTextSchema.transform((text): MerchantLocationStatus => text),
});
export type MerchantLocation = z.infer<typeof MerchantLocationSchema>;

/** A merchant location as the status read returns it: with the expiry of its onboarding URL, days and YYYY-MM-DD. */
export const MerchantStatusSchema = MerchantLocationSchema.extend({
  // Not shown: whether both stay once the application was submitted. We accept none, or null.
  expiredInDays: z.number().nullish(),
  expirationDate: z.iso.date().nullish(),
});
export type MerchantStatus = z.infer<typeof MerchantStatusSchema>;
