import { estimateOf, purchaseOf } from '../lib/server/financing.js';
import type { PageServerLoad } from './$types';

const price = 1299; // from your catalog, never from the request

export const load: PageServerLoad = async ({ setHeaders }) => {
  setHeaders({ 'cache-control': 'private, no-store' }); // each view has its own purchase
  const [estimate, purchase] = await Promise.all([estimateOf(price), purchaseOf(price)]);
  return { price, estimate, purchase };
};
