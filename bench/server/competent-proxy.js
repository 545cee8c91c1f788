// @ts-check
/**
 * The estimation operation as a good developer would write it without this package: hono, zod for input and output, a cache by
 * amount, one upstream request for the missing amounts, and a limit per address. It's the baseline for our own proxy.
 */
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { LRUCache } from 'lru-cache';
import { Pool } from 'undici';
import * as z from 'zod';

const path = '/purchase/api/v1/payment-estimation';

const itemSchema = z.strictObject({
  id: z.string().min(1).max(128),
  totalAmount: z.number().positive().max(999_999_999.99),
});
const itemsSchema = z.array(itemSchema).min(1).max(500);

const querySchema = z.object({
  timeZone: z.string().max(64).optional(),
  location: z.string().max(256).optional(),
  representative: z.string().max(256).optional(),
});

const estimatesSchema = z.array(
  z.object({
    id: z.string(),
    monthlyAmount: z.number(),
    amountFinanced: z.number(),
    downPayment: z.number(),
    apr: z.number(),
    downPaymentPercent: z.number().optional(),
  }),
);

/**
 * @param {object} options
 * @param {string} options.baseUrl
 * @param {string} options.svcKey
 * @param {number} options.rateLimit requests per minute and address
 * @param {boolean} [options.limitsBody] true to limit bodies. hono's limit makes its Node server create a web standard
 *   `Request`, which takes more time than everything else.
 */
export function createCompetentProxy({ baseUrl, svcKey, rateLimit, limitsBody = true }) {
  const pool = new Pool(baseUrl, { connections: 64, headersTimeout: 4_000, bodyTimeout: 4_000 });
  /** @type {LRUCache<string, Omit<z.infer<typeof estimatesSchema>[number], 'id'>>} */
  const cache = new LRUCache({ max: 50_000, ttl: 300_000 });
  /** @type {LRUCache<string, { count: number }>} */
  const windows = new LRUCache({ max: 100_000, ttl: 60_000 });
  const app = new Hono();

  app.use(async (c, next) => {
    const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
    const address = forwarded ?? getConnInfo(c).remote.address ?? '';
    const window = windows.get(address) ?? { count: 0 };
    if (window.count === 0) windows.set(address, window);
    window.count += 1;
    if (window.count > rateLimit) throw new HTTPException(429, { message: 'Too many requests' });
    await next();
  });

  if (limitsBody) app.use(bodyLimit({ maxSize: 131_072 }));

  app.on(['PUT', 'POST'], `/financing${path}`, async (c) => {
    const input = itemsSchema.safeParse(await c.req.json().catch(() => undefined));
    const query = querySchema.safeParse(c.req.query());
    if (!input.success || !query.success) {
      throw new HTTPException(400, { message: 'Invalid request' });
    }
    const scope = JSON.stringify(query.data);
    const keyOf = (/** @type {number} */ amount) => `${amount} ${scope}`;

    const amounts = [...new Set(input.data.map(({ totalAmount }) => totalAmount))];
    const found = new Map(amounts.map((amount) => [amount, cache.get(keyOf(amount))]));
    const missing = amounts.filter((amount) => !found.get(amount));
    if (missing.length > 0) {
      const { statusCode, body } = await pool.request({
        path,
        query: query.data,
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'svc-key': svcKey },
        body: JSON.stringify(missing.map((totalAmount, id) => ({ id: String(id), totalAmount }))),
      });
      if (statusCode !== 200) {
        await body.dump();
        throw new Error(`The service answered with status ${statusCode}`);
      }
      for (const { id, ...estimate } of estimatesSchema.parse(await body.json())) {
        const amount = missing[Number(id)];
        if (amount === undefined) continue;
        cache.set(keyOf(amount), estimate);
        found.set(amount, estimate);
      }
    }
    return c.json(
      input.data.flatMap(({ id, totalAmount }) => {
        const estimate = found.get(totalAmount);
        return estimate ? [{ id, ...estimate }] : [];
      }),
    );
  });

  app.onError((error, c) => {
    const status = error instanceof HTTPException ? error.status : 502;
    const title = error instanceof HTTPException ? error.message : 'The service failed';
    return c.json({ type: 'about:blank', title, status }, status, {
      'content-type': 'application/problem+json',
    });
  });

  return app;
}
