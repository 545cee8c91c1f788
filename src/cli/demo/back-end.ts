/**
 * The back end of the demo shop: its staff, its orders, and its cart. Like an integrator's back end, it has only the functions
 * `authorize` and `onEvent`, and the secret that signs purchases.
 */
import * as z from 'zod';
import { randomBytes, timingSafeEqual, randomUUID } from 'node:crypto';
import type { FinancingWebhookEvent } from '../../contract/index.js';
import { signPurchase } from '../../proxy/index.js';

export type DemoBackEnd = ReturnType<typeof createDemoBackEnd>;

/** The maximum number of events in the log, of placed orders, and of carts. */
const logLength = 200;

const cookie = 'demo-staff';
const cookiePattern = new RegExp(`(?:^|; )${cookie}=([^;]*)`);

/** Creates the back end, which is served at `/shop`. */
export function createDemoBackEnd() {
  const session = randomBytes(24).toString('hex');
  /** Signs the purchases of carts. The proxy verifies them with it. */
  const purchaseSecret = randomBytes(32).toString('hex');
  /** The numbers of orders that were paid without financing, oldest first. */
  const placed: string[] = [];
  /** The contents of carts by order number, oldest first. An order's page shows them. */
  const carts = new Map<string, Pick<PricedCart, 'items' | 'total'>>();
  const log: (FinancingWebhookEvent & { readonly receivedAt: string })[] = [];

  /** True for a request from the staff's browser. */
  function authorize({ headers }: Request): boolean {
    const [, cookieValue = ''] = cookiePattern.exec(headers.get('cookie') ?? '') ?? [];
    const [left, right] = [Buffer.from(cookieValue), Buffer.from(session)];
    return left.length === right.length && timingSafeEqual(left, right);
  }

  function onEvent({ eventType, payload }: FinancingWebhookEvent): void {
    log.push({ receivedAt: new Date().toISOString(), eventType, payload });
    if (log.length > logLength) log.shift();
  }

  async function fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const [, folder, order] = /^(\/shop\/(?:orders|carts))\/([\w-]{1,64})$/.exec(pathname) ?? [];
    switch (`${request.method} ${folder ?? pathname}`) {
      // In this demo, a click logs a visitor in as staff. A real shop needs a login.
      case 'POST /shop/session':
        return new Response(null, {
          status: 303,
          headers: {
            location: '/staff.html',
            'set-cookie': `${cookie}=${session}; Path=/; HttpOnly; SameSite=Strict`,
            'cache-control': 'no-store',
          },
        });
      case 'GET /shop/session':
        return json({ isStaff: authorize(request) });
      case 'GET /shop/events':
        return authorize(request) ? json(log) : json({ message: 'Staff only' }, 401);
      case 'GET /shop/orders':
        return json({
          status: placed.includes(order ?? '')
            ? 'placed'
            : statusOf(log.findLast(({ payload }) => payload['transactionId'] === order)),
        });
      case 'GET /shop/carts': {
        const cart = carts.get(order ?? '');
        return cart ? json(cart) : json({ message: 'Not Found' }, 404);
      }
      case 'POST /shop/orders':
      case 'POST /shop/cart': {
        const items = await request.json().catch(() => undefined);
        const cart = await priceCart(items, purchaseSecret);
        if (!cart) return json({ message: 'This is not a cart' }, 400);
        carts.set(cart.transactionId, { items: cart.items, total: cart.total });
        if (carts.size > logLength) carts.delete(carts.keys().next().value!);
        if (pathname === '/shop/cart') return json(cart);
        placed.push(cart.transactionId);
        if (placed.length > logLength) placed.shift();
        return json({ order: cart.transactionId });
      }
      default:
        return json({ message: 'Not Found' }, 404);
    }
  }

  return { fetch, authorize, onEvent, purchaseSecret };
}

function statusOf(last: FinancingWebhookEvent | undefined): 'open' | 'paid' | 'declined' | 'left' {
  if (last?.eventType.endsWith('_COMPLETED')) return 'paid';
  if (last?.eventType.endsWith('_FAILED')) return 'declined';
  return last?.eventType.endsWith('_ABORTED') ? 'left' : 'open';
}

function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}

// The cart of the demo shop. The shop sets the prices: a page only says what's in the cart.

const sizes = {
  'two-seat': ['Two-seat', 1299],
  'three-seat': ['Three-seat', 1649],
  corner: ['Corner', 2390],
} as const;

const finishes = {
  linen: ['Oat linen', 0],
  wool: ['Moss wool', 180],
  leather: ['Saddle leather', 640],
} as const;

const sofas = Object.entries(sizes).flatMap(([size, [sizeName, price]]) =>
  Object.entries(finishes).map(([finish, [finishName, extra]]) => {
    const product = {
      name: 'Hollis sofa',
      options: [sizeName, finishName] as string[],
      price: price + extra,
    };
    return [`hollis-sofa/${size}/${finish}`, product] as const;
  }),
);

/** Products by the ID that the pages use, with their prices in dollars. */
const products = new Map([
  ...sofas,
  ['corrie-chair', { name: 'Corrie reading chair', options: [], price: 789 }],
  ['drift-table', { name: 'Drift low table', options: [], price: 349 }],
  ['beacon-lamp', { name: 'Beacon floor lamp', options: [], price: 239 }],
]);

const ItemsSchema = z
  .array(z.strictObject({ id: z.string().max(64), quantity: z.int().min(1).max(20) }))
  .max(50);

/** Seconds for which a signed purchase is valid. A cart may stay open for an evening. */
const purchaseValiditySeconds = 12 * 60 * 60;

type PricedCart = NonNullable<Awaited<ReturnType<typeof priceCart>>>;

/**
 * Prices the items of a request, and signs the total as a purchase with an order number that can't be guessed. Leaves out
 * products that the shop doesn't sell. Resolves with undefined if the body isn't a cart, or if the cart is empty.
 */
async function priceCart(body: unknown, purchaseSecret: string) {
  const items = ItemsSchema.safeParse(body).data?.flatMap(({ id, quantity }) => {
    const product = products.get(id);
    return product ? [{ id, ...product, quantity }] : [];
  });
  if (!items?.length) return undefined;
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  // Short enough to read aloud, and still 48 random bits.
  const transactionId = randomUUID().slice(0, 13).toUpperCase();
  const exp = Math.floor(Date.now() / 1000) + purchaseValiditySeconds;
  const purchase = await signPurchase({ amount: total, transactionId, exp }, purchaseSecret);
  return { items, total, transactionId, purchase };
}
