import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import express from 'express';
import session from 'express-session';
import { toNodeListener } from 'financing-elements/node';
import { createFinancingProxy } from 'financing-elements/proxy';

/** Your merchant location at the Financing Service. */
const location = 'main-street';

/** The session of the request that is being handled. */
const sessions = new AsyncLocalStorage();

const financing = toNodeListener(
  createFinancingProxy({
    baseUrl: process.env.FINANCING_BASE_URL,
    svcKey: process.env.FINANCING_SVC_KEY,
    locations: [location], // links at your other locations are refused
    trustedHops: 1, // load balancers in front; 0 without one
    resolvePurchase(request, { transactionId }) {
      const { order } = sessions.getStore();
      // Without an order of this shopper, the link is refused.
      return order?.id === transactionId
        ? { amount: order.total, transactionId: order.id }
        : undefined;
    },
  }),
);

const app = express();
app.set('trust proxy', 1);
app.use(session({ secret: process.env.SESSION_SECRET, resave: false, saveUninitialized: false }));

// After the session, which reads only a cookie. Before parsers and CSRF checks, which read the body.
app.use('/financing', (request, response) => {
  sessions.run(request.session, () => financing(request, response));
});

app.use(express.urlencoded());
app.get('/checkout', (request, response) => {
  request.session.order ??= { id: randomUUID(), total: 1299 }; // from your cart
  const { id, total } = request.session.order;
  response.set('cache-control', 'private, no-store').send(`<!doctype html>
    <html lang="en" data-financing-location="${location}">
      <title>Checkout</title>
      <link rel="stylesheet" href="/financing/elements.css" />
      <script type="module" src="/financing/elements.js"></script>
      <pay-over-time-button amount="${total}" transaction-id="${id}"></pay-over-time-button>
    </html>`);
});
app.listen(process.env.PORT, (error) => {
  if (error) throw error;
});
