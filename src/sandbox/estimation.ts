/** What an amount costs a month: invented terms, by vertical and amount. */
import type { EstimateItem, EstimateResult, Vertical } from '../contract/index.js';

/** Smallest and largest amount that the sandbox finances, in US dollars, inclusive. */
const financeable = { from: 60, to: 20_000 };

interface Terms {
  /** Percent a year. */
  readonly apr: 0 | 9.99 | 29.99;
  /** Percent of the amount financed that is due at checkout. */
  readonly downPaymentPercent: number;
}

const interestFree: Terms = { apr: 0, downPaymentPercent: 0 };
const standard: Terms = { apr: 9.99, downPaymentPercent: 0 };
const high: Terms = { apr: 29.99, downPaymentPercent: 0 };
const highWithDownPayment: Terms = { apr: 29.99, downPaymentPercent: 10 };

// Not shown: how the service decides the APR, the term and the down payment. We decide by vertical and amount.
const termsOf: Record<Vertical, Terms> = {
  Car_Dealerships: highWithDownPayment,
  Car_Services: standard,
  Veterinary: standard,
  Motorsports_Parts_and_Services: highWithDownPayment,
  Dental: interestFree,
  Eyewear: interestFree,
  Home_Services: standard,
  Med_Spa: high,
  Bridal: standard,
  General_Retail: standard,
  Jewelry_and_Watches: high,
  Legal_Services: high,
  Medical_Office: interestFree,
  Hospital_Health_System: interestFree,
};

/**
 * The estimate of one amount at a merchant of this vertical: a loan of equal monthly payments, to the cent.
 * The down payment is a percentage of the amount financed, as the service document defines it, not of the total.
 */
export function estimate({ id, totalAmount }: EstimateItem, vertical: Vertical): EstimateResult {
  // Not shown: `downPaymentPercent` of an inapplicable amount. We leave it out.
  if (totalAmount < financeable.from || totalAmount > financeable.to) {
    return { id, monthlyAmount: -1, amountFinanced: -1, downPayment: -1, apr: -1 };
  }
  const { apr, downPaymentPercent } = termsOf[vertical];
  const total = Math.round(totalAmount * 100);
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

/** Months in which a purchase is repaid. `totalAmount` in US dollars. */
export function termInMonths(totalAmount: number): 3 | 6 | 12 | 18 {
  if (totalAmount < 200) return 3;
  if (totalAmount < 500) return 6;
  if (totalAmount < 1500) return 12;
  return 18;
}

/** The equal monthly payment in cents that repays `cents` at `apr` percent a year (an ordinary annuity). */
function monthlyPayment(cents: number, apr: number, months: number): number {
  const rate = apr / 1200;
  return Math.round(rate === 0 ? cents / months : (cents * rate) / (1 - (1 + rate) ** -months));
}
