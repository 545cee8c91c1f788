/**
 * Method and path of the five operations (service document, "Endpoints").
 * Apart from the operations table because the page reads it too, and the page carries no zod.
 */

/** Paths of the operations that a page asks for. Apart from the others, so that a page carries no more than these. */
export const pagePaths = {
  estimatePayments: '/purchase/api/v1/payment-estimation',
  createPayOverTimeLink: '/epay/api/v1/epay/send-link',
  createPrequalLink: '/purchase/api/v1/online-link',
} as const;

/** All five operations. */
export const routes = {
  estimatePayments: { method: 'PUT', path: pagePaths.estimatePayments },
  createPayOverTimeLink: { method: 'POST', path: pagePaths.createPayOverTimeLink },
  createPrequalLink: { method: 'PUT', path: pagePaths.createPrequalLink },
  addMerchantLocation: { method: 'POST', path: '/onboarding/api/v1/location' },
  getMerchantStatus: { method: 'GET', path: '/onboarding/api/v1/location/{location}' },
} as const;

/** Name of one of the five operations. */
export type OperationName = keyof typeof routes;

/** Name of one of the operations that a page asks for. */
export type PageOperationName = keyof typeof pagePaths;
