import type { EstimateItem, EstimateResult } from '../../src/contract/estimate.js';

/** Amounts in US dollars for which the fake proxy has special estimates. */
export const amount = {
  /** $45.72 a month for 12 months at 9.99%. */
  financed: 520,
  /** $100 a month for 3 months at 0%. */
  free: 300,
  /** $400 a month for 12 months at 0%, after $1,200 today. */
  withDownPayment: 6000,
  /** -1. */
  inapplicable: 25,
} as const;

type Numbers = Omit<EstimateResult, 'id'>;

const estimates = new Map<number, Numbers>([
  [amount.financed, { monthlyAmount: 45.72, amountFinanced: 520, downPayment: 0, apr: 9.99 }],
  [amount.free, { monthlyAmount: 100, amountFinanced: 300, downPayment: 0, apr: 0 }],
  [
    amount.withDownPayment,
    { monthlyAmount: 400, amountFinanced: 4800, downPayment: 1200, apr: 0, downPaymentPercent: 20 },
  ],
  [amount.inapplicable, { monthlyAmount: -1, amountFinanced: -1, downPayment: -1, apr: -1 }],
]);

/** Returns the special estimate for an amount, or otherwise ten monthly payments at 0%. */
export function estimateOf(dollars: number): Numbers {
  const tenth = dollars / 10;
  const other = { monthlyAmount: tenth, amountFinanced: dollars, downPayment: 0, apr: 0 };
  return estimates.get(dollars) ?? other;
}

export const link = 'https://apply.example/a1';

export interface Call {
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
  readonly signal: AbortSignal;
  /** Responds with JSON. Without a body, responds with the estimates or with a link. */
  respond(body?: unknown, init?: ResponseInit): void;
  respondWith(response: Response): void;
  fail(): void;
}

/** Creates a `fetch` that replaces the proxy. With `isHeld`, it responds only when the test says so. */
export function createFakeProxy({ isHeld = false } = {}) {
  const calls: Call[] = [];

  /** Like the browser's fetch: takes a `Request`, or a URL and options. */
  async function fetch(...args: ConstructorParameters<typeof Request>): Promise<Response> {
    const request = new Request(...args);
    const { headers, signal } = request;
    signal.throwIfAborted();
    const body: unknown = request.method === 'GET' ? undefined : await request.json();
    return new Promise((resolve, reject) => {
      const call: Call = {
        url: new URL(request.url),
        headers,
        body,
        signal,
        respondWith: resolve,
        respond: (json = bodyFor(body), init) => resolve(Response.json(json, init)),
        fail: () => reject(new TypeError('Failed to fetch')),
      };
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      calls.push(call);
      if (!isHeld) call.respond();
    });
  }

  const controls = {
    calls,
    hold(): void {
      isHeld = true;
    },
    release(): void {
      isHeld = false;
      for (const call of calls) call.respond();
    },
    get amounts(): number[][] {
      return calls.map(({ body }) => (body as EstimateItem[]).map((item) => item.totalAmount));
    },
  };
  // `fetch` is its only own property, so that it can be spread into the options of a client.
  const proxy = Object.create(controls) as typeof controls & { fetch: typeof fetch };
  return Object.assign(proxy, { fetch });
}

function bodyFor(body: unknown): unknown {
  const items = body as EstimateItem[];
  const isEstimation = Array.isArray(items) && items[0]?.totalAmount !== undefined;
  return isEstimation
    ? items.map(({ id, totalAmount }) => ({ id, ...estimateOf(totalAmount) }))
    : { url: link };
}
