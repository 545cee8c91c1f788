import { estimateOf, purchaseOf } from '../financing.js';

// Each shopper gets a purchase of their own, so the page is rendered for each request.
export const dynamic = 'force-dynamic';

const price = 1299; // from your catalog, never from the request

export default async function ProductPage() {
  const [estimate, purchase] = await Promise.all([estimateOf(price), purchaseOf(price)]);
  return (
    <main>
      <h1>Hollis sofa, $1,299.00</h1>
      <financing-estimate amount={price} estimate={estimate}>
        Financing available at checkout
      </financing-estimate>
      <prequal-button />
      <pay-over-time-button {...purchase} />
    </main>
  );
}
