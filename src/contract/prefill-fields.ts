/**
 * The fields of each operation that only pre-fill an application. They're optional, so the proxy leaves out one that can't be
 * used, and the shopper still gets a link. Without zod, because pages use the list, too.
 */
export const prefillFields = {
  createPayOverTimeLink: ['customerDetails'],
  createPrequalLink: ['customerDetails', 'customerPhoneNumber', 'representativeEmail'],
  addMerchantLocation: ['representativeDetails.email', 'representativeDetails.phoneNumber'],
} as const;

/** An operation that creates a link or a location, and can send a text message. */
export type CreatingOperation = keyof typeof prefillFields;
