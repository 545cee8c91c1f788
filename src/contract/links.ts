/** The two links that a shopper is sent to, and the customer details that pre-fill an application. */
import * as z from 'zod';
import {
  ResponseTextSchema,
  ResponseUrlSchema,
  TextedNumberSchema,
  type FieldSchemas,
} from './fields.js';

/** Address of a customer (service document, "AddressDetails"). */
export interface CustomerAddress {
  /** Street address. */
  address?: string | undefined;
  /** City. */
  city?: string | undefined;
  /** The state, for example as its postal abbreviation. */
  state?: string | undefined;
  /** Zip code. */
  zipcode?: string | undefined;
}

export const CustomerAddressSchema = z.strictObject({
  address: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  zipcode: z.string().optional(),
} satisfies FieldSchemas<CustomerAddress>);

/** Details that pre-fill the application (service document, "CustomerDetails"). */
export interface CustomerDetails {
  /** The customer's first name. */
  firstName?: string | undefined;
  /** The customer's last name. */
  lastName?: string | undefined;
  /** The customer's email address. */
  email?: string | undefined;
  /** US phone number. The service sends no text message to it. */
  phone?: string | undefined;
  /** The customer's date of birth, as yyyy-MM-dd. */
  dateOfBirth?: string | undefined;
  /** The customer's address. */
  addressDetails?: CustomerAddress | undefined;
}

export const CustomerDetailsSchema = z.strictObject({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional().describe('US phone number.'),
  dateOfBirth: z.iso.date().optional(),
  addressDetails: CustomerAddressSchema.optional(),
} satisfies FieldSchemas<CustomerDetails>);

/**
 * Request for a checkout link (service document, "Pay-over-time link request fields").
 *
 * **Without `sendSMS: false` the service texts the customer.**
 */
export interface PayOverTimeLinkRequest {
  /** The customer's phone. US phone number that can receive text messages. Required if `sendSMS` is true. */
  phoneNumber?: string | undefined;
  /** The purchase amount in US dollars. */
  amount: number;
  /** Pre-fills the application. */
  customerDetails?: CustomerDetails | undefined;
  /** The location ID that the integrator was given. */
  location: string;
  /** The integrator's own identifier of the transaction. Webhook events have it, too. */
  transactionId: string;
  /** First name of the representative. */
  representativeFirstName?: string | undefined;
  /** Last name of the representative. */
  representativeLastName?: string | undefined;
  /** Email address of the representative. It must be valid. */
  representativeEmail?: string | undefined;
  /**
   * **Omitted means true: the service texts the link to `phoneNumber`.** Set false to get only the link.
   * @default true
   */
  sendSMS?: boolean | undefined;
  /**
   * Distinguishes offers within a merchant. It must be a value that was issued to the integrator. It's text here, but a number
   * on a pre-qualification link.
   */
  departmentId?: string | undefined;
  /** The platform that the request is made for, if it isn't the integrator's own. */
  sourcePlatform?: string | undefined;
  /** The URL that the customer returns to after finishing or leaving the application. */
  redirectUrl?: string | undefined;
  /** Only in request examples of the service document, which doesn't explain it. Sent unchanged. */
  roNumber?: string | number | undefined;
  /** Only in request examples of the service document, which doesn't explain it. Sent unchanged. */
  representativeName?: string | number | undefined;
}

// Not specified: the type and meaning of `roNumber` and `representativeName`, which occur only in request examples, and whether
// they're required. We pass on a string or a number unchanged.
const UnspecifiedSchema = z.union([z.string(), z.number()]);

export const PayOverTimeLinkRequestSchema = z.strictObject({
  phoneNumber: TextedNumberSchema,
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
  /** The retailer's ID. Missing or null if there is none. */
  retailerId?: string | null | undefined;
  /** URL of the checkout. */
  url: string;
}

export const PayOverTimeLinkSchema = z.object({
  shortToken: ResponseUrlSchema,
  longToken: ResponseUrlSchema,
  // "Present only when one exists". We accept null, which means the same.
  retailerId: ResponseTextSchema.nullish(),
  url: ResponseUrlSchema,
} satisfies FieldSchemas<PayOverTimeLink>);

/**
 * Request for a pre-qualification link (service document, "Pre-qualification link request fields").
 *
 * **Without `sendSMS: false` the service texts the customer.**
 */
export interface PrequalLinkRequest {
  /** The ID, the name, or any other identifier of the location. */
  location: string;
  /** Email address of the representative. */
  representativeEmail?: string | undefined;
  /** First name of the representative. */
  representativeFirstName?: string | undefined;
  /** Last name of the representative. */
  representativeLastName?: string | undefined;
  /** The integrator's own identifier of the transaction. Webhook events have it, too. */
  referral?: string | undefined;
  /** The customer's phone. US phone number that can receive text messages. Required if `sendSMS` is true. */
  customerPhoneNumber?: string | undefined;
  /** Pre-fills the application. */
  customerDetails?: CustomerDetails | undefined;
  /**
   * **Omitted means true: the service texts the link to `customerPhoneNumber`.** Set false to get only the link.
   * @default true
   */
  sendSMS?: boolean | undefined;
  /**
   * Distinguishes offers within a merchant. It must be a value that was issued to the integrator. It's a number here, but text
   * on a pay-over-time link.
   */
  departmentId?: number | undefined;
  /** The platform that the request is made for, if it isn't the integrator's own. */
  sourcePlatform?: string | undefined;
}

export const PrequalLinkRequestSchema = z.strictObject({
  location: z.string(),
  representativeEmail: z.string().optional(),
  representativeFirstName: z.string().optional(),
  representativeLastName: z.string().optional(),
  referral: z.string().optional(),
  customerPhoneNumber: TextedNumberSchema,
  customerDetails: CustomerDetailsSchema.optional(),
  sendSMS: z.boolean().optional(),
  departmentId: z.number().optional(),
  sourcePlatform: z.string().optional(),
} satisfies FieldSchemas<PrequalLinkRequest>);

/** A link to find out what a customer qualifies for (service document, "Pre-qualification link response"). */
export interface PrequalLink {
  /** URL of the application. */
  url: string;
}

export const PrequalLinkSchema = z.object({
  url: ResponseUrlSchema,
} satisfies FieldSchemas<PrequalLink>);
