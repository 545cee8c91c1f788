import * as z from 'zod';

/** Address of a customer (service document, "AddressDetails"). */
export const CustomerAddressSchema = z.strictObject({
  address: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  zipcode: z.string().optional(),
});
export type CustomerAddress = z.infer<typeof CustomerAddressSchema>;

/** Details that pre-fill the application (service document, "CustomerDetails"). `dateOfBirth` as yyyy-MM-dd. */
export const CustomerDetailsSchema = z.strictObject({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional().describe('US phone number.'),
  dateOfBirth: z.iso.date().optional(),
  addressDetails: CustomerAddressSchema.optional(),
});
export type CustomerDetails = z.infer<typeof CustomerDetailsSchema>;
