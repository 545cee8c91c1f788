/**
 * The back end of the demo's shop: its staff, its orders and its cart. It uses only what an integrator writes, too: the
 * functions `authorize` and `onEvent`, and the secret that it signs purchases with.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FetchHandler } from '../../node/index.js';
import type { FinancingWebhookEvent } from '../../contract/index.js';
import { priceCart } from './cart.js';

/** The shop's back end. */
export interface DemoBackEnd extends FetchHandler {
  /** True for a browser of the staff. */
  authorize(request: Request): boolean;
  /** Adds an event of the service to the shop's log. */
  onEvent(event: FinancingWebhookEvent): void;
  /** Signs the purchases of carts; the proxy verifies them with it. */
  readonly purchaseSecret: string;
}

/** Number of events in the log, and of orders that were placed. */
const logLength = 200;

const cookie = 'demo-staff';
const cookiePattern = new RegExp(`(?:^|; )${cookie}=([^;]*)`);

/** Creates the back end that answers under `/shop`. */
export function createDemoBackEnd(): DemoBackEnd {
  const session = randomBytes(24).toString('hex');
  const purchaseSecret = randomBytes(32).toString('hex');
  /** The numbers of orders that were paid without financing, oldest first. */
  const placed: string[] = [];
  const log: (FinancingWebhookEvent & { readonly heardAt: string })[] = [];

  function authorize({ headers }: Request): boolean {
    const [, given = ''] = cookiePattern.exec(headers.get('cookie') ?? '') ?? [];
    const [left, right] = [Buffer.from(given), Buffer.from(session)];
    return left.length === right.length && timingSafeEqual(left, right);
  }

  function onEvent({ eventType, payload }: FinancingWebhookEvent): void {
    log.push({ heardAt: new Date().toISOString(), eventType, payload });
    if (log.length > logLength) log.shift();
  }

  async function fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const [, order] = /^\/shop\/orders\/([\w-]{1,64})$/.exec(pathname) ?? [];
    switch (`${request.method} ${order ? '/shop/orders' : pathname}`) {
      // In this demo a click makes a visitor staff; a real shop asks for a login.
      case 'POST /shop/session':
        return seeOther('/staff.html', `${cookie}=${session}; Path=/; HttpOnly; SameSite=Strict`);
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
      case 'POST /shop/orders': {
        const cart = await priceCart(await readJson(request), purchaseSecret);
        if (!cart) return json({ message: 'This is not a cart' }, 400);
        placed.push(cart.transactionId);
        if (placed.length > logLength) placed.shift();
        return json({ order: cart.transactionId });
      }
      case 'POST /shop/cart': {
        const cart = await priceCart(await readJson(request), purchaseSecret);
        return cart ? json(cart) : json({ message: 'This is not a cart' }, 400);
      }
      default:
        return json({ message: 'Not Found' }, 404);
    }
  }

  return { fetch, authorize, onEvent, purchaseSecret };
}

/** The body of a request; undefined where it is not JSON. */
function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined);
}

function statusOf(last: FinancingWebhookEvent | undefined): 'open' | 'paid' | 'declined' | 'left' {
  if (last?.eventType.endsWith('_COMPLETED')) return 'paid';
  if (last?.eventType.endsWith('_FAILED')) return 'declined';
  return last?.eventType.endsWith('_ABORTED') ? 'left' : 'open';
}

function seeOther(url: string, setCookie: string): Response {
  const headers = { location: url, 'set-cookie': setCookie, 'cache-control': 'no-store' };
  return new Response(null, { status: 303, headers });
}

function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}
