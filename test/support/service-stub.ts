import { type EstimateQuery, estimateQueryFields } from '../../src/contract/estimate-query.js';
import {
  type EstimateItem,
  type EstimateResult,
  type OperationName,
  operations,
} from '../../src/contract/index.js';
import {
  createFinancingService,
  type FinancingService,
  type FinancingServiceOptions,
} from '../../src/service/index.js';
import { credentials, financed, samples, serviceUrl } from './samples.js';

/** A request that the service received. */
export interface ReceivedCall {
  readonly operation: OperationName;
  readonly method: string;
  /** Relative to the base URL, with the query. */
  readonly path: string;
  readonly headers: Headers;
  /** The parsed body, or undefined if there is none. */
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/** Responds to a call, or throws as `fetch` would. */
export type Respond = (call: ReceivedCall) => Response | Promise<Response>;

/** A Financing Service that records the calls it receives. */
export interface ServiceStub {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly calls: ReceivedCall[];
  /** The number of text messages that the service would have sent. */
  texts(): number;
}

/** Creates a stub that responds to each call with `respond`, by default with a valid response. */
export function createServiceStub(respond: Respond = respondPerContract): ServiceStub {
  const calls: ReceivedCall[] = [];
  return {
    calls,
    async fetch(request) {
      const call = await receive(request);
      calls.push(call);
      return respond(call);
    },
    texts: () => calls.filter(sendsText).length,
  };
}

/** Creates our client of the service with these options, connected to a stub. */
export function createTestService(
  respond?: Respond,
  options: Partial<FinancingServiceOptions> = {},
) {
  const { fetch, calls } = createServiceStub(respond);
  const all = { baseUrl: serviceUrl, ...credentials, fetch, ...options };
  return { service: createFinancingService(all), calls };
}

export function respondPerContract({ operation, body }: ReceivedCall): Response {
  if (operation !== 'estimatePayments') return Response.json(samples[operation].response);
  return Response.json((body as EstimateItem[]).map(({ id }) => financed(id)));
}

/** Responds to the first call with the first function, and so on. The last one repeats. */
export function inTurn(...responds: readonly [Respond, ...Respond[]]): Respond {
  let turn = 0;
  return (call) => (responds[turn++] ?? responds[responds.length - 1]!)(call);
}

/** Never responds, and rejects if the caller gives up. */
export function hang({ signal }: ReceivedCall): Promise<Response> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

/** Fails as Node's `fetch` does. The error contains details that must not be passed on. */
export function failToConnect(code: string, syscall?: string): Respond {
  const cause = Object.assign(new Error(`connect ${code} 10.1.2.3:443 service.example`), {
    code,
    syscall,
    address: '10.1.2.3',
    hostname: 'service.example',
    cert: { subject: { CN: 'service.example' } },
  });
  return () => {
    throw new TypeError('fetch failed', { cause });
  };
}

async function receive(request: Request): Promise<ReceivedCall> {
  if (!request.url.startsWith(serviceUrl)) throw new Error(`A call went to ${request.url}`);
  const path = request.url.slice(serviceUrl.length);
  const text = await request.text();
  return {
    operation: operationAt(request.method, path),
    method: request.method,
    path,
    headers: request.headers,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
    signal: request.signal,
  };
}

function operationAt(method: string, path: string): OperationName {
  const names = Object.keys(operations) as OperationName[];
  const operation = names.find((name) => {
    const [start = ''] = operations[name].path.split('{');
    return operations[name].method === method && path.startsWith(start);
  });
  if (operation) return operation;
  throw new Error(`A call went to ${method} ${path}, which the contract does not have`);
}

function sendsText({ operation, body }: ReceivedCall): boolean {
  const asked = Array.isArray(body) ? (body as unknown[])[0] : body;
  const { sendSMS } = (asked ?? {}) as { sendSMS?: unknown };
  const table = operations[operation];
  return 'sms' in table && (sendSMS ?? table.sms.whenOmitted) !== false;
}

/** A call that the test responds to later. */
interface HeldCall {
  readonly items: readonly EstimateItem[];
  readonly query: EstimateQuery;
  readonly signal: AbortSignal;
  /** True if the test has responded or the caller has given up. */
  isOver(): boolean;
  /** Responds, by default to each item with `estimateOf`. */
  respond(results?: EstimateResult[]): void;
  fail(error: Error): void;
}

/** Returns an estimate that differs for each amount and query. */
export function estimateOf(id: string, totalAmount: number, query: EstimateQuery = {}) {
  const mark = [...JSON.stringify(estimateQueryFields.map((field) => query[field]))];
  const amountFinanced = mark.reduce((sum, char) => (sum * 31 + char.codePointAt(0)!) % 1e6, 7);
  return financed(id, { monthlyAmount: totalAmount, amountFinanced });
}

/** Creates an `estimatePayments` whose calls wait for the test. `heedsSignal: false` ignores aborts. */
export function createHeldEstimation({ heedsSignal = true } = {}) {
  const calls: HeldCall[] = [];
  const estimatePayments: FinancingService['estimatePayments'] = (items, query = {}, options) =>
    new Promise((resolve, reject) => {
      const signal = options?.signal ?? new AbortController().signal;
      let isOver = false;
      signal.addEventListener('abort', () => {
        isOver = true;
        if (heedsSignal) reject(signal.reason as Error);
      });
      calls.push({
        items,
        query,
        signal,
        isOver: () => isOver,
        respond(results = items.map((item) => estimateOf(item.id, item.totalAmount, query))) {
          isOver = true;
          resolve(results);
        },
        fail(error) {
          isOver = true;
          reject(error);
        },
      });
    });
  return { calls, estimatePayments };
}
