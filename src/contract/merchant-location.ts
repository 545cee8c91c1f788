/**
 * Merchant locations: the request that adds a location, the location's record, and the states where the service accepts
 * merchants.
 */
import * as z from 'zod';
import {
  ResponseTextSchema,
  ResponseUrlSchema,
  TextedNumberSchema,
  type FieldSchemas,
} from './fields.js';
import { CustomerAddressSchema, type CustomerAddress } from './links.js';
import { stateCodesIn } from './us-states.js';

/** The kinds of business that the service finances, with their exact values (service document, "Verticals"). */
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
/** One of the verticals, such as `General_Retail`. */
export type Vertical = z.infer<typeof VerticalSchema>;

/** The address of a business: a customer's address with a suite (service document, "AddressDetails"). */
export interface BusinessAddress extends CustomerAddress {
  /** Suite. */
  suite?: string | undefined;
}

export const BusinessAddressSchema = CustomerAddressSchema.extend({
  suite: z.string().optional(),
} satisfies FieldSchemas<Omit<BusinessAddress, keyof CustomerAddress>>);

/** The merchant's representative (service document, "BusinessRepresentative"). */
export interface BusinessRepresentative {
  /** The representative's first name. */
  firstName?: string | undefined;
  /** The representative's last name. */
  lastName?: string | undefined;
  /** US phone number that can receive text messages. Required if `sendSMS` is true. */
  phoneNumber?: string | undefined;
  /** The representative's email address. */
  email?: string | undefined;
}

export const BusinessRepresentativeSchema = z.strictObject({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  phoneNumber: TextedNumberSchema,
  email: z.string().optional(),
} satisfies FieldSchemas<BusinessRepresentative>);

/** Request to register a merchant location (service document, "Merchant location creation request"). */
export interface MerchantLocationRequest {
  /** Unique identifier of the location, chosen by the integrator. It can be added only once. */
  location: string;
  /**
   * If true, the service sends the onboarding link to `representativeDetails.phoneNumber` in a text message. The default is
   * false, unlike on both kinds of links.
   * @default false
   */
  sendSMS?: boolean | undefined;
  /** Legal name of the business. */
  legalName?: string | undefined;
  /** Business name. */
  businessName?: string | undefined;
  /** The kind of business, one of `verticals`. */
  vertical: Vertical;
  /** Address of the business. It must be in a state where the service accepts merchants. */
  businessAddress?: BusinessAddress | undefined;
  /** The merchant's representative, who receives the text message. */
  representativeDetails: BusinessRepresentative;
  /** The platform that the request is made for, if it isn't the integrator's own. */
  sourcePlatform?: string | undefined;
}

export const MerchantLocationRequestSchema = z.strictObject({
  location: z.string(),
  sendSMS: z.boolean().optional(),
  legalName: z.string().optional(),
  businessName: z.string().optional(),
  vertical: VerticalSchema,
  businessAddress: BusinessAddressSchema.optional(),
  representativeDetails: BusinessRepresentativeSchema,
  sourcePlatform: z.string().optional(),
} satisfies FieldSchemas<MerchantLocationRequest>);

/** The two statuses that the service document names. The service has others, so the type allows any text. */
export type MerchantLocationStatus = 'CREATED' | 'LOCATION_DETAILS_ADDED' | (string & {});

/** A merchant location in the response to its creation (service document, "Merchant location record"). */
export interface MerchantLocation {
  /** The identifier that the location was added with. */
  location: string;
  /** URL of the merchant's onboarding form. It expires within 30 days if no application is submitted. */
  url: string;
  /** The date on which the location was added, as YYYY-MM-DD. */
  creationDate: string;
  /** The progress of onboarding. `CREATED` when the location is added. */
  status: MerchantLocationStatus;
}

export const MerchantLocationSchema = z.object({
  location: ResponseUrlSchema,
  url: ResponseUrlSchema,
  creationDate: z.iso.date(),
  // Not specified: statuses other than CREATED and LOCATION_DETAILS_ADDED, and the transitions. We accept any text.
  status: ResponseTextSchema.transform((text): MerchantLocationStatus => text),
} satisfies FieldSchemas<MerchantLocation>);

/** A merchant location in the response to a status read, which adds the expiration of its onboarding URL. */
export interface MerchantStatus extends MerchantLocation {
  /** Days until the onboarding URL expires. */
  expiredInDays?: number | null | undefined;
  /** The date on which the onboarding URL expires, as YYYY-MM-DD. */
  expirationDate?: string | null | undefined;
}

export const MerchantStatusSchema = MerchantLocationSchema.extend({
  // Not specified: whether both fields remain after the application is submitted. We accept a missing field and null, and read
  // an empty date as null.
  expiredInDays: z.number().nullish(),
  expirationDate: z
    .preprocess((date) => (date === '' ? null : date), z.iso.date().nullable())
    .optional(),
} satisfies FieldSchemas<Omit<MerchantStatus, keyof MerchantLocation>>);

/** Abbreviations of the U.S. territories, where the service accepts no merchants (service document, "Rules for onboarding"). */
export const territories = ['AS', 'GU', 'MP', 'PR', 'VI'] as const;

/** States where the service accepts no Home Services merchants (service document, "Rules for onboarding"). */
export const statesWithoutHomeServices = ['WV'] as const;

// Not specified: the format of `state`, and the full list of unsupported states. We recognize the abbreviations and names of
// states in any spelling, and leave all other text to the service.
/** Returns the abbreviations of the states and territories where a merchant of this vertical can't be onboarded. */
export function unsupportedStates(vertical: Vertical): readonly string[] {
  return vertical === 'Home_Services'
    ? [...territories, ...statesWithoutHomeServices]
    : territories;
}

/** False if the rules of the service document exclude this vertical in this state. */
export function isSupportedState(vertical: Vertical, state: string): boolean {
  const unsupported = unsupportedStates(vertical);
  return !stateCodesIn(state).some((code) => unsupported.includes(code));
}

/**
 * ZIP codes of the territories, as the USPS assigns them. ZIP codes of Palau, Micronesia, and the Marshall Islands lie in
 * between.
 */
const territoryZipcodes = {
  AS: /^96799$/,
  GU: /^969(?:1\d|2\d|3[0-2])$/,
  MP: /^9695[0-2]$/,
  PR: /^00[679]\d\d$/,
  VI: /^008\d\d$/,
} satisfies Record<(typeof territories)[number], RegExp>;

/**
 * Returns the two-letter abbreviation (such as `PR`) of the U.S. territory that a ZIP or ZIP+4 code belongs to, or undefined for
 * any other text.
 */
export function territoryOfZipcode(zipcode: string): (typeof territories)[number] | undefined {
  const [, zip = ''] = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(zipcode) ?? [];
  return territories.find((territory) => territoryZipcodes[territory].test(zip));
}
