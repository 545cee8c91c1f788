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
  /** State, such as its postal code. */
  state?: string | undefined;
  /** Zip code. */
  zipcode?: string | undefined;
}

/** Checks the address of a customer. */
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

/** Checks the details of a customer. */
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
  /** The location id that the integrator was given. */
  location: string;
  /** The integrator's own identifier of the transaction, by which a webhook event is matched to the link. */
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
  /** The retailer's id; missing or null when there is none. */
  retailerId?: string | null | undefined;
  /** URL of the checkout. */
  url: string;
}

/** Checks a checkout link. */
export const PayOverTimeLinkSchema = z.object({
  shortToken: ResponseUrlSchema,
  longToken: ResponseUrlSchema,
  // "Present only when one exists": null says the same.
  retailerId: ResponseTextSchema.nullish(),
  url: ResponseUrlSchema,
} satisfies FieldSchemas<PayOverTimeLink>);

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
  /** The integrator's own identifier of the transaction, by which a webhook event is matched to the link. */
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
  customerPhoneNumber: TextedNumberSchema,
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
  url: ResponseUrlSchema,
} satisfies FieldSchemas<PrequalLink>);
