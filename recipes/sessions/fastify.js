import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import session from '@fastify/session';
import fastify from 'fastify';
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
      const order = sessions.getStore().get('order');
      // Without an order of this shopper, the link is refused.
      return order?.id === transactionId
        ? { amount: order.total, transactionId: order.id }
        : undefined;
    },
  }),
);

const app = fastify({ trustProxy: true });
app.register(cookie);
app.register(session, {
  secret: process.env.SESSION_SECRET,
  saveUninitialized: false,
  cookie: { secure: 'auto' },
});

// The session is read from a cookie before any handler runs. In this scope, nothing reads the body before the proxy does.
app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (request, payload, done) => done(null));
  scope.all('/financing/*', (request, reply) => {
    reply.hijack();
    sessions.run(request.session, () => financing(request.raw, reply.raw));
  });
});

app.get('/checkout', (request, reply) => {
  const order = request.session.get('order') ?? { id: randomUUID(), total: 1299 }; // from your cart
  request.session.set('order', order);
  reply.header('cache-control', 'private, no-store').type('text/html').send(`<!doctype html>
    <html lang="en" data-financing-location="${location}">
      <title>Checkout</title>
      <link rel="stylesheet" href="/financing/elements.css" />
      <script type="module" src="/financing/elements.js"></script>
      <pay-over-time-button amount="${order.total}" transaction-id="${order.id}"></pay-over-time-button>
    </html>`);
});
await app.listen({ port: Number(process.env.PORT) });
