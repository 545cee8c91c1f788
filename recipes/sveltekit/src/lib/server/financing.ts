import { randomUUID } from 'node:crypto';
import { createFinancingProxy, signPurchase } from 'financing-elements/proxy';
import { createFinancingService } from 'financing-elements/service';

const credentials = {
  baseUrl: process.env.FINANCING_BASE_URL!,
  svcKey: process.env.FINANCING_SVC_KEY!,
};
const purchaseSecret = process.env.FINANCING_PURCHASE_SECRET!;

const location = 'main-street';

/** Handles the requests that the page's elements send. */
export const financing = createFinancingProxy({
  ...credentials,
  locations: [location],
  purchaseSecret,
  trustedHops: 1, // load balancers in front; 0 without one
});

// The maximum wait for an estimate. Without one, the element requests it.
const service = createFinancingService({ ...credentials, timeout: 1_000 });

/** Returns the estimate of an amount as JSON, for the attribute `estimate`, or undefined if there is none. */
export async function estimateOf(totalAmount: number) {
  try {
    const [estimate] = await service.estimatePayments([{ id: 'page', totalAmount }], { location });
    return JSON.stringify(estimate);
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

/** Returns the attributes of a pay-over-time button for an amount that this server vouches for. */
export async function purchaseOf(amount: number) {
  const transactionId = randomUUID(); // can't be guessed
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const purchase = await signPurchase({ amount, transactionId, location, exp }, purchaseSecret);
  return { amount, 'transaction-id': transactionId, purchase };
}
