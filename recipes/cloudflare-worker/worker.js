import { env } from 'cloudflare:workers';
import { createFinancingProxy, signPurchase } from 'financing-elements/proxy';
import { createDurableObjectStore } from 'financing-elements/workers';

export { FinancingStore } from 'financing-elements/workers';

const location = 'main-street';

/** Handles the requests that the page's elements send. */
const financing = createFinancingProxy({
  baseUrl: env.FINANCING_BASE_URL,
  svcKey: env.FINANCING_SVC_KEY,
  purchaseSecret: env.FINANCING_PURCHASE_SECRET,
  locations: [location],
  clientAddress: (request) => request.headers.get('cf-connecting-ip') ?? undefined,
  store: createDurableObjectStore(env.FINANCING_STORE, { locationHint: 'enam' }),
});

/** Returns the page of a product, with an amount that this Worker vouches for. */
async function renderProduct(amount) {
  const transactionId = crypto.randomUUID(); // can't be guessed
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const purchase = await signPurchase(
    { amount, transactionId, location, exp },
    env.FINANCING_PURCHASE_SECRET,
  );
  const html = `<!doctype html>
<html lang="en" data-financing-location="${location}">
  <title>Hollis sofa</title>
  <link rel="stylesheet" href="/financing/elements.css" />
  <script type="module" src="/financing/elements.js"></script>

  <h1>Hollis sofa, $1,299.00</h1>
  <financing-estimate amount="${amount}">Financing available at checkout</financing-estimate>
  <prequal-button></prequal-button>
  <pay-over-time-button amount="${amount}" transaction-id="${transactionId}" purchase="${purchase}"></pay-over-time-button>
</html>`;
  return new Response(html, {
    // Each view has its own purchase.
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}

export default {
  fetch(request, _env, ctx) {
    const { pathname } = new URL(request.url);
    if (pathname === '/') return renderProduct(1299);
    const answer = financing.fetch(request);
    ctx.waitUntil(answer); // finishes a link even if the shopper leaves
    return answer;
  },
};
