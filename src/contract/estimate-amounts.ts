/** The amounts of an estimate, and their limits. Separate from the schema, which needs zod: the page loads no zod. */

/** The four fields that are all -1 if an amount can't be financed. `downPaymentPercent` isn't one of them. */
export const inapplicableFields = [
  'monthlyAmount',
  'amountFinanced',
  'downPayment',
  'apr',
] as const;

/** "An amount that cannot be financed is not an error; it yields -1 values" (service document, "Errors"). */
export const inapplicableAmounts: Readonly<Record<(typeof inapplicableFields)[number], -1>> = {
  monthlyAmount: -1,
  amountFinanced: -1,
  downPayment: -1,
  apr: -1,
};

// Not specified: numeric bounds. We treat more than a billion dollars, or an APR over 1,000%, as a fault.
export const maxDollars = 1_000_000_000;
export const maxAprPercent = 1_000;
