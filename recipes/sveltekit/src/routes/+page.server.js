import { estimateOf, purchaseOf } from '../lib/server/financing.js';

const price = 1299; // from your catalog, never from the request

export async function load({ setHeaders }) {
  setHeaders({ 'cache-control': 'private, no-store' }); // each view has its own purchase
  const [estimate, purchase] = await Promise.all([estimateOf(price), purchaseOf(price)]);
  return { price, estimate, purchase };
}
