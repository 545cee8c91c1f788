/**
 * Method and path of the five operations (service document, "Endpoints").
 * Apart from the operations table because the page reads it too, and the page carries no zod.
 */
export const routes = {
  estimatePayments: { method: 'PUT', path: '/purchase/api/v1/payment-estimation' },
  createPayOverTimeLink: { method: 'POST', path: '/epay/api/v1/epay/send-link' },
  createPrequalLink: { method: 'PUT', path: '/purchase/api/v1/online-link' },
  addMerchantLocation: { method: 'POST', path: '/onboarding/api/v1/location' },
  getMerchantStatus: { method: 'GET', path: '/onboarding/api/v1/location/{location}' },
} as const;

/** Name of one of the five operations. */
export type OperationName = keyof typeof routes;
