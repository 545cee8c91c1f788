import type {} from 'financing-elements/react';
import { connection } from 'next/server';
import { Suspense } from 'react';
import { estimateOf, purchaseOf } from '../financing';

const price = 1299; // from your catalog, never from the request
const ask = 'Financing available at checkout';

export default function ProductPage() {
  return (
    <main>
      <h1>Hollis sofa, $1,299.00</h1>
      <Suspense fallback={<financing-estimate>{ask}</financing-estimate>}>
        <Financing />
      </Suspense>
    </main>
  );
}

/** Rendered for each request, because each shopper gets their own purchase. */
async function Financing() {
  await connection();
  const [estimate, purchase] = await Promise.all([estimateOf(price), purchaseOf(price)]);
  return (
    <>
      <financing-estimate amount={price} estimate={estimate}>
        {ask}
      </financing-estimate>
      <p>
        <prequal-button /> <pay-over-time-button {...purchase} />
      </p>
    </>
  );
}
