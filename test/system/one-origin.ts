import type { TestContext } from 'node:test';
import type { ServerRequest } from 'srvx';
import { toNodeListener } from '../../src/node/index.js';
import { createFinancingProxy } from '../../src/proxy/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { startHttp } from '../support/servers.js';

/** What the shop alone knows; each occurs nowhere else, so that a leak is found by looking for it. */
export const shopSecrets = {
  svcKey: 'svc-key-5a1d0c7e',
  svcSecret: 'svc-secret-9e77b2f4',
  purchaseSecret: 'purchase-secret-70b1c2e8',
  adminToken: 'admin-token-41d8f0aa',
  webhookSecret: 'webhook-secret-3c9d51bb',
};

/** A request that reached the proxy's server. */
export interface Arrival {
  /** Method and path below the mount. */
  readonly call: string;
  readonly headers: Headers;
  /** Once it was answered. */
  answer?: { readonly headers: Headers; readonly text: string };
}

/** What lies between the browser and the proxy, such as a load balancer. */
export type Between = (way: {
  readonly call: string;
  /** Passes the request on. */
  readonly pass: () => Promise<Response>;
  /** Resets the connection that the request came on (TCP RST). */
  readonly reset: () => void;
}) => Promise<Response>;

/** A shop on one origin with its proxy. */
export interface OneOrigin {
  readonly url: string;
  /** Where the hosted pages of the sandbox are: another origin. */
  readonly linkOrigin: string;
  readonly arrived: readonly Arrival[];
  /** Paths that the service was called with. */
  readonly upstream: readonly string[];
}

/** Starts a shop with this for its product page, at `/`; every other page says `Thank you`. */
export async function startOneOrigin(
  t: TestContext,
  product: string,
  between: Between = ({ pass }) => pass(),
): Promise<OneOrigin> {
  const { webhookSecret, ...options } = shopSecrets;
  const arrived: Arrival[] = [];
  const upstream: string[] = [];

  const proxy = createFinancingProxy({
    ...options,
    baseUrl: 'https://service.example',
    trustPageAmount: true,
    clientAddress: () => '127.0.0.1',
    webhooks: { secrets: [webhookSecret], onEvent() {} },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    fetch(request) {
      upstream.push(new URL(request.url).pathname);
      return sandbox.fetch(request);
    },
  });

  async function answer(request: ServerRequest): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/sandbox/')) return sandbox.fetch(request);
    if (!pathname.startsWith('/financing/')) {
      const body = pathname === '/' ? product : '<h1>Thank you</h1>';
      return new Response(`<!doctype html><html lang="en"><title>A shop</title>${body}`, {
        headers: { 'content-type': 'text/html; charset=utf-8' },
      });
    }
    const call = `${request.method} ${pathname.slice('/financing'.length)}`;
    const arrival: Arrival = { call, headers: request.headers };
    arrived.push(arrival);
    return between({
      call,
      reset: () => void request.runtime!.node!.req.socket.resetAndDestroy(),
      async pass() {
        const response = await proxy.fetch(request);
        arrival.answer = { headers: response.headers, text: await response.clone().text() };
        return response;
      },
    });
  }

  const url = await startHttp(t, toNodeListener({ fetch: answer }));
  const linkOrigin = url.replace('127.0.0.1', 'localhost');
  const sandbox = createSandbox({
    publicUrl: linkOrigin,
    seeds: [
      {
        credentials: { 'svc-key': options.svcKey, 'svc-secret': options.svcSecret },
        verticals: ['General_Retail'],
        merchants: [{ location: 'main-street', vertical: 'General_Retail', state: 'TX' }],
      },
    ],
    webhook: {
      url: 'https://shop.example/financing/webhooks',
      secret: webhookSecret,
      fetch: (sent) => proxy.fetch(sent),
    },
  });
  return { url, linkOrigin, arrived, upstream };
}
