// @ts-check
/**
 * A server process that is measured: `node process.js <role> <JSON>`. Its parent asks it for its usage. It ends with its parent.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { serve as serveHono } from '@hono/node-server';
import { createFinancingProxy } from 'financing-elements/proxy';
import { createPooledFetch, serve } from 'financing-elements/node';
import { Pool } from 'undici';
import { createCompetentProxy } from './competent-proxy.js';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** @type {Record<string, (options: any) => Promise<string>>} */
const roles = {
  /** Sends the same bytes for every request. */
  raw: ({ headers, body }) =>
    listen((_request, _body, response) => response.writeHead(200, headers).end(body)),

  /** A Financing Service that does almost nothing, after a delay in ms. */
  upstream: ({ wait = 0 }) =>
    listen(async (request, body, response) => {
      if (wait) await setTimeout(wait);
      const isEstimation = request.url?.includes('payment-estimation');
      const reply = isEstimation
        ? JSON.parse(String(body)).map(toEstimate)
        : { shortToken: '4f1c', longToken: '4f1c4f1c', url: 'https://apply.service.example/4f1c' };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    }),

  /** A minimal proxy. */
  passThrough: ({ baseUrl }) => {
    const pool = new Pool(baseUrl, { connections: 64 });
    return listen(async (request, body, response) => {
      const reply = await pool.request({
        path: (request.url ?? '').replace('/financing', ''),
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'svc-key': 'key' },
        body,
      });
      const bytes = Buffer.from(await reply.body.arrayBuffer());
      response.writeHead(reply.statusCode, { 'content-type': 'application/json' }).end(bytes);
    });
  },

  ours: async ({ baseUrl }) => {
    const proxy = createFinancingProxy({
      baseUrl,
      svcKey: 'key',
      trustPageAmount: true,
      trustedHops: 1,
      rateLimit: 1_000_000,
      fetch: createPooledFetch(),
      logger: quiet,
    });
    return (await serve(proxy, { host: '127.0.0.1', port: 0 })).url;
  },

  competent: ({ baseUrl, limitsBody }) => {
    const options = { baseUrl, svcKey: 'key', rateLimit: 1_000_000, limitsBody };
    const { fetch } = createCompetentProxy(options);
    return new Promise((resolve) => {
      serveHono({ fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
        resolve(`http://127.0.0.1:${port}`),
      );
    });
  },
};

/** Finances amounts from $60. @param {{ id: string, totalAmount: number }} item */
function toEstimate({ id, totalAmount }) {
  if (totalAmount < 60) {
    return { id, monthlyAmount: -1, amountFinanced: -1, downPayment: -1, apr: -1 };
  }
  const monthlyAmount = Math.round(totalAmount * 4) / 100 + 0.01;
  const terms = { downPayment: 0, apr: 9.99, downPaymentPercent: 0 };
  return { id, monthlyAmount, amountFinanced: totalAmount, ...terms };
}

/** The number of requests so far, if this process has its own listener. */
let requests = 0;

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/**
 * Starts a server whose listener gets whole bodies.
 * @param {(request: IncomingMessage, body: Buffer, response: ServerResponse) => unknown} listener
 */
async function listen(listener) {
  const server = createServer((request, response) => {
    requests += 1;
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => void listener(request, Buffer.concat(chunks), response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}`;
}

const [role = '', options = '{}'] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
process.on('message', async (/** @type {{ gc?: boolean }} */ { gc }) => {
  const { user, system } = process.cpuUsage();
  // Cleanup that runs after one collection frees memory only in the next one, so collect three times.
  for (let times = gc ? 3 : 0; times > 0; times--) {
    globalThis.gc?.();
    await setTimeout(50);
  }
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ cpuMs: (user + system) / 1_000, rss, heapUsed, requests });
});
process.send?.(await roles[role]?.(JSON.parse(options)));
