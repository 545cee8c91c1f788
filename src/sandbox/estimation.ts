/** The sandbox's estimates. Their terms are invented and depend on the vertical and the amount. */
import { inapplicableAmounts } from '../contract/estimate-amounts.js';
import type { EstimateItem, EstimateResult, Vertical } from '../contract/index.js';
import { roundToCents } from '../internal/dollars.js';

/** The smallest and largest amounts that the sandbox finances, in cents. */
const minCents = 60_00;
const maxCents = 20_000_00;

// Not specified: how the service decides on the APR, the term, and the down payment. We decide by vertical and amount.
/** The APR in percent, and the down payment as a percentage of the amount financed. */
const termsOf: Record<Vertical, readonly [apr: 0 | 9.99 | 29.99, downPaymentPercent: 0 | 10]> = {
  Car_Dealerships: [29.99, 10],
  Car_Services: [9.99, 0],
  Veterinary: [9.99, 0],
  Motorsports_Parts_and_Services: [29.99, 10],
  Dental: [0, 0],
  Eyewear: [0, 0],
  Home_Services: [9.99, 0],
  Med_Spa: [29.99, 0],
  Bridal: [9.99, 0],
  General_Retail: [9.99, 0],
  Jewelry_and_Watches: [29.99, 0],
  Legal_Services: [29.99, 0],
  Medical_Office: [0, 0],
  Hospital_Health_System: [0, 0],
};

/**
 * Returns the estimate for an amount at a merchant in this vertical: a loan with equal monthly payments, to the cent. As in the
 * service document, the down payment is a percentage of the amount financed, not of the total.
 */
export function estimate({ id, totalAmount }: EstimateItem, vertical: Vertical): EstimateResult {
  // Not specified: `downPaymentPercent` for an amount that can't be financed. We leave it out.
  const total = roundToCents(totalAmount);
  if (total < minCents || total > maxCents) {
    return { id, ...inapplicableAmounts };
  }
  const [apr, downPaymentPercent] = termsOf[vertical];
  const financed = Math.round(total / (1 + downPaymentPercent / 100));
  return {
    id,
    monthlyAmount: monthlyPayment(financed, apr, termInMonths(totalAmount)) / 100,
    amountFinanced: financed / 100,
    downPayment: (total - financed) / 100,
    apr,
    downPaymentPercent,
  };
}

/** Returns the number of months in which a purchase is repaid. `totalAmount` is in US dollars. */
export function termInMonths(totalAmount: number): 3 | 6 | 12 | 18 {
  const total = roundToCents(totalAmount);
  if (total < 200_00) return 3;
  if (total < 500_00) return 6;
  if (total < 1_500_00) return 12;
  return 18;
}

/** Returns the equal monthly payment, in cents, that repays `cents` at an APR of `apr` percent (an ordinary annuity). */
function monthlyPayment(cents: number, apr: number, months: number): number {
  const rate = apr / 1200;
  return Math.round(rate === 0 ? cents / months : (cents * rate) / (1 - (1 + rate) ** -months));
}
