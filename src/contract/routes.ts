/**
 * Method and path of the five operations (service document, "Endpoints").
 * Apart from the operations table because the page reads it too, and the page carries no zod.
 */

/** The operations that a page asks for. Apart from the others, so that a page carries no more than these. */
export const pageRoutes = {
  estimatePayments: { method: 'PUT', path: '/purchase/api/v1/payment-estimation' },
  createPayOverTimeLink: { method: 'POST', path: '/epay/api/v1/epay/send-link' },
  createPrequalLink: { method: 'PUT', path: '/purchase/api/v1/online-link' },
} as const;

/** All five. */
export const routes = {
  ...pageRoutes,
  addMerchantLocation: { method: 'POST', path: '/onboarding/api/v1/location' },
  getMerchantStatus: { method: 'GET', path: '/onboarding/api/v1/location/{location}' },
} as const;

/** Name of one of the five operations. */
export type OperationName = keyof typeof routes;

/** Name of one of the operations that a page asks for. */
export type PageOperationName = keyof typeof pageRoutes;
