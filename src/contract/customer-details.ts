import * as z from 'zod';
import type { FieldSchemas } from '../internal/field-schemas.js';

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
  /** US phone number. No text goes to this one. */
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
