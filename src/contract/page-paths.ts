/** Paths of the operations that a page uses. Separate from the operations table, which needs zod: the page loads no zod. */
export const pagePaths = {
  estimatePayments: '/purchase/api/v1/payment-estimation',
  createPayOverTimeLink: '/epay/api/v1/epay/send-link',
  createPrequalLink: '/purchase/api/v1/online-link',
} as const;

/** Name of an operation that a page uses. */
export type PageOperationName = keyof typeof pagePaths;
