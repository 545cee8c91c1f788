/**
 * The fields of each operation that only pre-fill an application. They're optional, so the proxy leaves out one that can't be
 * used, and the shopper still gets a link. Without zod, because pages use the list, too.
 */
export const prefillFields = {
  createPayOverTimeLink: ['customerDetails'],
  createPrequalLink: ['customerDetails', 'customerPhoneNumber', 'representativeEmail'],
  addMerchantLocation: ['representativeDetails.email', 'representativeDetails.phoneNumber'],
} as const;
