import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { ServerRequest } from 'srvx';
import type { Browser, Tab } from '../engines/browsers.js';
import { notRun } from '../runner/not-run.js';
import { findAllEngines, missingEngines } from '../engines/find-engines.js';
import { toNodeListener } from '../../src/node/index.js';
import { createFinancingProxy } from '../../src/proxy/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { startHttp } from '../support/servers.js';
import { eventually } from '../support/until.js';

/** The timeout of a wait, which is long enough for a slow machine. */
const timeoutMs = 60_000;

/** Selectors to an element. Each one applies to the shadow root of the previous element. */
type Path = readonly [string, ...string[]];

/** A page as a person uses it. */
export interface OpenPage {
  /** Clicks an element when it has stopped moving and nothing covers it. */
  click(...path: Path): Promise<void>;
  /** Clicks into a field, and types. */
  type(text: string, ...path: Path): Promise<void>;
  /** Waits until the text of an element matches. */
  reads(pattern: RegExp, ...path: Path): Promise<void>;
  /** Waits until an expression in the page is true. */
  holds(expression: string): Promise<void>;
  evaluate: Tab['evaluate'];
  heap: Tab['heap'];
  /** Brings its tab to the front. */
  show(): Promise<void>;
}

export interface Person {
  /** Opens a URL in a new tab. */
  open(url: string): Promise<OpenPage>;
  /** Waits for a page at a matching URL in any tab. */
  opened(address: RegExp): Promise<OpenPage>;
}

export function createPerson(browser: Browser): Person {
  return {
    async open(url) {
      const tab = await browser.open();
      await tab.goto(url);
      return openPage(tab);
    },
    async opened(address) {
      const tab = await waitFor(`a tab at ${address}`, async () => {
        for (const each of await browser.tabs()) {
          if (address.test(String(await each.evaluate('document.URL').catch(() => ''))))
            return each;
        }
        return undefined;
      });
      await tab.show();
      return openPage(tab);
    },
  };
}

function openPage(tab: Tab): OpenPage {
  async function click(...path: Path): Promise<void> {
    let before: unknown;
    const [x, y] = await waitFor(`${path.join(' ')} to click on`, async () => {
      const point: ReturnType<typeof pointOf> = await tab.evaluate(
        `(${pointOf.toString()})(${expressionOf(path)})`,
      );
      const isAtRest = point !== null && String(point) === String(before);
      before = point;
      return isAtRest ? point : undefined;
    });
    await tab.click(x, y);
  }

  const holds = async (expression: string) =>
    void (await waitFor(
      expression,
      async () => (await tab.evaluate(`!!(${expression})`)) === true,
    ));

  return {
    click,
    holds,
    async type(text, ...path) {
      await click(...path);
      await tab.type(text);
    },
    async reads(pattern, ...path) {
      let text: unknown;
      await waitFor(`${path.join(' ')} to read ${pattern}`, async () => {
        text = await tab.evaluate(`${expressionOf(path)}?.innerText`);
        return pattern.test(String(text));
      }).catch((error: unknown) => assert.fail(`${String(error)}; it reads ${String(text)}`));
    },
    evaluate: tab.evaluate,
    heap: tab.heap,
    show: tab.show,
  };
}

/** Returns a JavaScript expression that finds the element at a path, through shadow roots. */
function expressionOf([outer, ...inner]: Path): string {
  return inner.reduce(
    (found, selector) => `${found}?.shadowRoot?.querySelector(${JSON.stringify(selector)})`,
    `document.querySelector(${JSON.stringify(outer)})`,
  );
}

/** Runs in the page. Scrolls to an element, and returns the middle of its first line, or null if a click would miss it. */
function pointOf(element?: Element | null): [x: number, y: number] | null {
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const [line] = element?.getClientRects() ?? [];
  if (!element || !line) return null;
  const middle: [number, number] = [line.x + line.width / 2, line.y + line.height / 2];
  // `elementFromPoint` returns the host of a shadow tree.
  const root = element.getRootNode();
  const seen = root instanceof ShadowRoot ? root.host : element;
  return seen.contains(document.elementFromPoint(...middle)) ? middle : null;
}

/**
 * Declares tests for each installed engine. Reports an engine that is missing, or throws if REQUIRED_ENGINES names it.
 */
export function withEngines(declare: (engine: string, browse: () => Promise<Browser>) => void) {
  const engines = findAllEngines();
  const missing = missingEngines(engines);
  if (missing.length > 0)
    throw new Error(`REQUIRED_ENGINES: ${missing.join(', ')} cannot run here`);
  for (const { name, note, browse } of engines) {
    if (browse) declare(name, browse);
    else notRun(`journeys in ${name}`, note);
  }
}

/** The secrets of the shop. Each is unique, so that tests can search for leaks. */
export const shopSecrets = {
  svcKey: 'svc-key-5a1d0c7e',
  svcSecret: 'svc-secret-9e77b2f4',
  purchaseSecret: 'purchase-secret-70b1c2e8',
  adminToken: 'admin-token-41d8f0aa',
  webhookSecret: 'webhook-secret-3c9d51bb',
};

/** A request that reached the proxy's server. */
interface Arrival {
  /** Method and path below the mount. */
  readonly call: string;
  readonly headers: Headers;
  /** The response, if it was sent. */
  answer?: { readonly headers: Headers; readonly text: string };
}

/** A hop between the browser and the proxy, such as a load balancer. */
export type Between = (way: {
  readonly call: string;
  /** Passes the request on. */
  readonly pass: () => Promise<Response>;
  /** Resets the connection that the request came on (TCP RST). */
  readonly reset: () => void;
}) => Promise<Response>;

/** A shop and its proxy on one origin. */
export interface OneOrigin {
  readonly url: string;
  /** The origin of the sandbox's hosted pages. */
  readonly linkOrigin: string;
  readonly arrived: readonly Arrival[];
  /** The paths of calls of the service. */
  readonly upstream: readonly string[];
}

/** Starts a shop with this product page at `/`. Every other page says `Thank you`. */
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

/** Waits for a value that is neither undefined nor false. */
export function waitFor<Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
): Promise<Found> {
  return eventually(look, { what, ms: timeoutMs });
}
