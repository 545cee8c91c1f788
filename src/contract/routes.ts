/**
 * Method and path of each operation (service document, "Endpoints"). Separate from the operations table, which needs zod:
 * the page reads the paths, and loads no zod.
 */

/** Paths of the operations that a page uses. Separate, so that the page's script holds no other paths. */
export const pagePaths = {
  estimatePayments: '/purchase/api/v1/payment-estimation',
  createPayOverTimeLink: '/epay/api/v1/epay/send-link',
  createPrequalLink: '/purchase/api/v1/online-link',
} as const;

/** Method and path of all operations. */
export const routes = {
  estimatePayments: { method: 'PUT', path: pagePaths.estimatePayments },
  createPayOverTimeLink: { method: 'POST', path: pagePaths.createPayOverTimeLink },
  createPrequalLink: { method: 'PUT', path: pagePaths.createPrequalLink },
  addMerchantLocation: { method: 'POST', path: '/onboarding/api/v1/location' },
  getMerchantStatus: { method: 'GET', path: '/onboarding/api/v1/location/{location}' },
} as const;

/** Name of an operation. */
export type OperationName = keyof typeof routes;

/** Name of an operation that a page uses. */
export type PageOperationName = keyof typeof pagePaths;
