import assert from 'node:assert/strict';
import {
  type FinancingWebhookEvent,
  type OperationName,
  operations,
  signWebhook,
} from '../../src/contract/index.js';
import {
  createFinancingProxy,
  createMemoryStore,
  type FinancingProxyOptions,
  type LogEntry,
  type Logger,
  type ProblemDetails,
  type Store,
  type WebhookDelivery,
} from '../../src/proxy/index.js';
import { credentials, samples, serviceUrl } from './samples.js';
import { createServiceStub, type Respond, type ServiceStub } from './service-stub.js';
import { type TestContext } from 'node:test';

export const adminToken = 'admin-token-c0ffee42';

/** The origin of the shop's pages and of the test proxy. */
export const shop = 'https://shop.example';

/** Changes to the sample request of an operation. */
export interface RequestChanges {
  /** Default: GET if the operation's method is GET, otherwise POST. */
  readonly method?: string;
  /** Relative to the mount. Default: the path of the sample. */
  readonly path?: string;
  readonly query?: string;
  /** Sent as JSON. Default: the body of the sample. */
  readonly body?: unknown;
  /** Sent unchanged instead of `body`. */
  readonly raw?: BodyInit | null;
  /** Added to the default headers. Null removes a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly signal?: AbortSignal;
}

/** A response whose body has been read. */
export interface ReadResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body, or undefined if it isn't JSON. */
  readonly body: unknown;
}

/** A log entry with its level. */
export type Logged = LogEntry & { level: keyof Logger };

/** A proxy with onboarding and page amounts allowed, connected to a stub of the service. */
export interface TestProxy {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly drain: () => void;
  readonly service: ServiceStub;
  readonly log: readonly Logged[];
  send(operation: OperationName, difference?: RequestChanges): Promise<ReadResponse>;
}

/** Creates a test proxy with these proxy options. `respond` replaces the service's responses. */
export function createTestProxy(
  options: Partial<FinancingProxyOptions> = {},
  respond?: Respond,
): TestProxy {
  const service = createServiceStub(respond);
  const log: Logged[] = [];
  const { fetch, drain } = createFinancingProxy({
    baseUrl: serviceUrl,
    ...credentials,
    adminToken,
    trustPageAmount: true,
    clientAddress: () => '203.0.113.9',
    textsPerAddress: 1_000_000,
    store: createMemoryStore({ maxEntries: 100 }),
    fetch: service.fetch,
    logger: createRecorder(log),
    ...options,
  });
  return {
    fetch,
    drain,
    service,
    log,
    send: async (operation, difference) => read(await fetch(toRequest(operation, difference))),
  };
}

/** Creates a request from the shop's page to an operation of the proxy. */
function toRequest(operation: OperationName, difference: RequestChanges = {}): Request {
  const { path, body: plain } = samples[operation];
  const { body = plain, raw, query = '', signal } = difference;
  const isRead = operations[operation].method === 'GET';
  const headers = new Headers(isRead ? {} : { 'content-type': 'application/json' });
  if (operations[operation].credentials.length > 1) {
    headers.set('authorization', `Bearer ${adminToken}`);
  }
  for (const [header, value] of Object.entries(difference.headers ?? {})) {
    if (value === null) headers.delete(header);
    else headers.set(header, value);
  }
  const content = raw ?? (raw === null || body === undefined ? null : JSON.stringify(body));
  return new Request(`${shop}/financing${difference.path ?? path}${query}`, {
    method: difference.method ?? (isRead ? 'GET' : 'POST'),
    headers,
    body: content,
    ...(content instanceof ReadableStream && { duplex: 'half' }),
    ...(signal && { signal }),
  });
}

export async function read(response: Response): Promise<ReadResponse> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = /json$/.test(headers.get('content-type') ?? '');
  return { status, headers, text, body: isJson ? (JSON.parse(text) as unknown) : undefined };
}

/** Asserts that a response is an RFC 9457 problem with this status and code, and returns the problem. */
export function assertProblem(
  response: ReadResponse,
  status: number,
  code: string,
): ProblemDetails {
  const problem = response.body as ProblemDetails;
  assert.deepEqual([response.status, problem?.code], [status, code], response.text);
  assert.equal(response.headers.get('content-type'), 'application/problem+json');
  assert.deepEqual([problem.type, problem.status], ['about:blank', status]);
  assert.match(problem.title, /^[A-Z]/);
  assert.match(problem.detail, /^[A-Z].*\.$/);
  assert.equal(problem.requestId, response.headers.get('x-request-id'));
  return problem;
}

/** Asserts that the proxy refused a request with this problem and didn't call the service. */
export function assertRefused(
  proxy: TestProxy,
  response: ReadResponse,
  status: number,
  code: string,
) {
  const problem = assertProblem(response, status, code);
  assert.equal(proxy.service.calls.length, 0, 'calls of the service');
  return problem;
}

function createRecorder(log: Logged[]): Logger {
  const record = (level: keyof Logger) => (entry: LogEntry) => void log.push({ level, ...entry });
  return {
    debug: record('debug'),
    info: record('info'),
    warn: record('warn'),
    error: record('error'),
  };
}

/** Wraps a store so that no rate limit is ever reached. */
export function unlimited(store: Store = createMemoryStore()): Store {
  return {
    ...store,
    async count(key, window) {
      const { remainingMs } = await store.count(key, window);
      return { count: 1, remainingMs };
    },
  };
}

/** Replaces the monotonic clock of the process for one test. The test sets `now`, in milliseconds. */
export function mockClock(t: TestContext, now = 1) {
  const clock = { now };
  t.mock.method(performance, 'now', () => clock.now);
  return clock;
}

/** An operation of a store. */
export type StoreOperation = Exclude<keyof Store, 'close'>;

/** Creates a memory store that calls `before` with each operation. `before` can record the operation, or throw. */
export function createWatchedStore(
  before: (operation: StoreOperation, args: readonly unknown[]) => void,
): Required<Store> {
  const store = createMemoryStore();
  const watch =
    <Args extends unknown[], Result>(
      operation: StoreOperation,
      run: (...args: Args) => Promise<Result>,
    ) =>
    async (...args: Args): Promise<Result> => {
      before(operation, args);
      return run(...args);
    };
  return {
    get: watch('get', store.get),
    set: watch('set', store.set),
    claim: watch('claim', store.claim),
    delete: watch('delete', store.delete),
    count: watch('count', store.count),
    uncount: watch('uncount', store.uncount!),
    close: store.close,
  };
}

export const secret = 'webhook-secret-5b1e';

const start = Math.floor(Date.now() / 1000);

/**
 * Returns the same time for a whole test, so that delivering an event twice sends the same bytes. Returns the current
 * time if the test moves the clock.
 */
export function signedAt(): number {
  const now = Math.floor(Date.now() / 1000);
  return Math.abs(now - start) < 200 ? start : now;
}

/** An event about the pay-over-time link in the samples. */
export const purchased = {
  eventType: 'CHECKOUT_SDK_COMPLETED',
  payload: { transactionId: 'order-1', location: 'main-street', purchaseId: 'p-1', amount: '1299' },
} as const;

/** Changes to a valid delivery. */
export interface Difference {
  readonly method?: string;
  /** Added to the default headers. Null removes a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly secret?: string;
  /** Unix seconds. */
  readonly timestamp?: number;
  /** Sent instead of the signed body. */
  readonly raw?: BodyInit | null;
}

/** A proxy that receives webhooks, with the events and deliveries so far. */
export interface TestWebhooks extends TestProxy {
  readonly events: FinancingWebhookEvent[];
  readonly deliveries: WebhookDelivery[];
  /** Delivers an event, or a string unchanged, as the service would. */
  deliver(body: object | string, difference?: Difference): Promise<ReadResponse>;
}

/** Creates a proxy that receives webhooks. `webhooks` is merged with a secret and a handler that records events. */
export function createTestWebhooks(
  { webhooks, ...options }: Partial<FinancingProxyOptions> = {},
  respond?: Parameters<typeof createTestProxy>[1],
): TestWebhooks {
  const events: FinancingWebhookEvent[] = [];
  const deliveries: WebhookDelivery[] = [];
  const onEvent = (received: FinancingWebhookEvent, delivery: WebhookDelivery) => {
    events.push(received);
    deliveries.push(delivery);
  };
  const proxy = createTestProxy(
    { ...options, webhooks: { secrets: [secret], onEvent, ...webhooks } },
    respond,
  );
  return {
    ...proxy,
    events,
    deliveries,
    deliver: async (body, difference) =>
      read(await proxy.fetch(await toDelivery(body, difference))),
  };
}

/** Creates the request with which the service delivers an event. */
export async function toDelivery(
  body: object | string,
  {
    method = 'POST',
    raw,
    timestamp = signedAt(),
    secret: used = secret,
    ...difference
  }: Difference = {},
): Promise<Request> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = new Headers({
    'content-type': 'application/json',
    'svc-signature': await signWebhook(text, used, timestamp),
  });
  for (const [header, value] of Object.entries(difference.headers ?? {})) {
    if (value === null) headers.delete(header);
    else headers.set(header, value);
  }
  const content = raw === undefined ? text : raw;
  return new Request(`${shop}/financing/webhooks`, {
    method,
    headers,
    body: content,
    ...(content instanceof ReadableStream && { duplex: 'half' }),
  });
}

/** The response header with the token of a new link. */
export const tokenHeader = 'financing-link-token';

/** Creates a pay-over-time link, and returns its token or null. */
export async function linkToken(
  { send }: TestWebhooks,
  changes: object = {},
  headers: RequestChanges['headers'] = {},
) {
  const response = await send('createPayOverTimeLink', {
    body: { ...(samples.createPayOverTimeLink.body as object), ...changes },
    headers,
  });
  assert.equal(response.status, 200, response.text);
  return response.headers.get(tokenHeader);
}

/** Creates a pre-qualification link, and returns its token. */
export async function prequalToken({ send }: TestWebhooks, changes: object = {}) {
  const response = await send('createPrequalLink', {
    body: [{ ...(samples.createPrequalLink.body as object[])[0], ...changes }],
  });
  assert.equal(response.status, 200, response.text);
  return response.headers.get(tokenHeader);
}

export async function askStatus(
  { fetch }: Pick<TestWebhooks, 'fetch'>,
  token: string | null,
  headers: Record<string, string> = {},
  method = 'GET',
) {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const init = { method, headers: { ...authorization, ...headers } };
  return read(await fetch(new Request(`${shop}/financing/link-status`, init)));
}

/** Returns `pending`, `completed`, or `aborted`. */
export async function statusOf(proxy: TestWebhooks, token: string | null) {
  const { status, body } = await askStatus(proxy, token);
  assert.equal(status, 200);
  const { status: said, ...more } = body as { status: string };
  assert.deepEqual(more, {}, 'it says nothing else');
  return said;
}
