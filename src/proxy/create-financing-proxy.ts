/**
 * The proxy: the service's own contract without the credentials, behind checks and limits.
 *
 * One table has the routes, each with the function that responds. Every failure becomes a problem with a code. Its status is
 * never 408, because browsers repeat a request after a 408, and never 500.
 */
import { createKeyedHash, type KeyedHash } from '../internal/crypto.js';
import { createResponse, securityHeaders } from '../internal/response.js';
import { parseTraceparent } from '../internal/trace.js';
import { createFinancingService } from '../service/index.js';
import { createClientAddress } from './limits/client-address.js';
import { createConstructionWatch } from './construction-watch.js';
import { createCachedEstimates } from './estimates/cached-estimates.js';
import { createEstimatePayments } from './estimates/estimate-payments.js';
import { createLimits } from './limits/limits.js';
import { createLinkStatus } from './link-status.js';
import type { LogEntry } from './log-events.js';
import type { Parts } from './proxy-operations.js';
import { isPreflight, preflightHeaders, readingHeaders } from './origin.js';
import type { PlainResponse } from './plain-response.js';
import { ProblemError, problemResponse, toProblem } from './problems.js';
import { createReport, type LogIds, type Report } from './report.js';
import { createRoutes, findRoute, type Route } from './routes.js';
import { createSendOnce } from './sends/send-once.js';
import { guardService } from './service-guard.js';
import {
  readProxyOptions,
  type FinancingProxyOptions,
  type ProxySettings,
} from './proxy-settings.js';
import { guardStore, isMemoryStore } from './store.js';
import { createWebhookReceiver, type ReceiveWebhook } from './webhooks/webhook-receiver.js';

/** Responds to requests under its mount. Its functions don't use `this`. */
export interface FinancingProxy {
  /** Responds to a request under the mount. Never rejects, because every error becomes a problem with a code. */
  fetch(this: void, request: Request): Promise<Response>;
  /**
   * Makes `/health` and `/ready` respond with 503 from now on, so that load balancers use other replicas. Nothing else
   * changes.
   */
  drain(this: void): void;
}

const noteConstruction = createConstructionWatch();

/** Creates the proxy. Throws `InvalidOptionError`. */
export function createFinancingProxy(options: FinancingProxyOptions): FinancingProxy {
  const settings = readProxyOptions(options);
  const report = createReport(settings);
  if (!options.store) noteConstruction(report);
  const { parts, receiveWebhook } = createParts(settings, report);
  let isDraining = false;
  const routes = createRoutes(settings, receiveWebhook, () => isDraining);
  return {
    async fetch(request) {
      const start = performance.now();
      const caller = identify(request);
      const result = await handle(parts, routes, request, caller);
      reportRequest(report, request, caller.ids, result, performance.now() - start);
      const cors = result.isForPages ? readingHeaders(request, settings.allowedOrigins) : {};
      return toResponse(result.response, cors, caller.ids.requestId);
    },

    drain() {
      isDraining = true;
    },
  };
}

/** Creates the parts of a proxy, and the receiver of webhooks if the settings have a verifier. */
function createParts(
  settings: ProxySettings,
  report: Report,
): { readonly parts: Parts; readonly receiveWebhook: ReceiveWebhook | undefined } {
  const { baseUrl, svcKey, svcSecret, allowHttp, fetch, linkTimeout, timeout } = settings;
  const store = guardStore(settings.store, report);
  const client = createFinancingService({
    baseUrl,
    svcKey,
    svcSecret,
    timeout,
    linkTimeout,
    allowHttp,
    fetch,
    onRetry: (operation) => report.observe({ type: 'service-retry', operation }),
  });
  const service = guardService(client, report, Math.max(timeout, linkTimeout));
  const { storeSecret = isMemoryStore(settings.store) ? undefined : svcKey } = settings;
  const hash = storeSecret === undefined ? hashInMemory : createKeyedHash(storeSecret);
  const limits = createLimits(store, settings, hash, report);
  const linkStatus = createLinkStatus(store, hash);
  const receiveWebhook = createWebhookReceiver({
    store,
    hash,
    limits,
    linkStatus,
    report,
    settings: settings.webhooks,
  });
  const cachedEstimates = createCachedEstimates(settings.cacheTtl, report);
  const parts: Parts = {
    settings,
    service,
    limits,
    report,
    addressOf: createClientAddress(settings, report),
    cachedEstimates,
    findEstimates: createEstimatePayments(service, cachedEstimates, report, timeout),
    sendOnce: createSendOnce({
      store,
      limits,
      hash,
      callTimeoutMs: linkTimeout,
      report,
      linksWithoutStore: settings.linksWithoutStore,
    }),
    linkStatus: receiveWebhook && linkStatus,
  };
  return { parts, receiveWebhook };
}

let hashOfProcess: KeyedHash | undefined;

/**
 * Hashes the keys of all stores in the memory of this process. The secret isn't `svcKey`: when a reload changes the key, the
 * new proxy on the same store must still find what was sent. The secret is created on first use, because some worker runtimes
 * have no random values while modules load.
 */
const hashInMemory: KeyedHash = (content) =>
  (hashOfProcess ??= createKeyedHash(crypto.randomUUID()))(content);

/** The caller of a request, from its headers and connection. */
interface Caller {
  readonly ids: LogIds & { readonly requestId: string };
  /** The `traceparent` header, if it's valid. */
  readonly traceparent: string | undefined;
}

function identify({ headers }: Request): Caller {
  const requestId = chooseRequestId(headers.get('x-request-id'));
  const header = headers.get('traceparent') ?? undefined;
  const trace = parseTraceparent(header);
  const ids = trace ? { requestId, traceId: trace.traceId } : { requestId };
  return { ids, traceparent: trace && header };
}

/** Returns the caller's request ID if it's well-formed, so that the logs of both sides can be joined. Otherwise, a new one. */
function chooseRequestId(header: string | null): string {
  return header !== null && /^[\w-]{8,64}$/.test(header) ? header : crypto.randomUUID();
}

/** The outcome of a request. */
interface Result {
  readonly response: PlainResponse;
  /** The pattern of the route, if one was found. */
  readonly pattern: string | undefined;
  readonly isForPages: boolean;
  readonly problem: ProblemError | undefined;
  /** True if the caller disconnected, and that ended the request. */
  readonly isAbandoned?: boolean;
}

/** Finds the route of a request, and calls its function. Never rejects, because an error becomes a problem. */
async function handle(
  parts: Parts,
  routes: readonly Route[],
  request: Request,
  { ids, traceparent }: Caller,
): Promise<Result> {
  const { allowedOrigins, errorPages, mount } = parts.settings;
  let pattern: string | undefined;
  let isForPages = true;
  try {
    const { pathname, search } = parseUrl(request.url);
    const { route, variable } = findRoute(routes, mount, pathname);
    const { methods } = route;
    isForPages = !route.isForServers;
    if (isForPages && isPreflight(request)) {
      const headers = preflightHeaders(request, methods, allowedOrigins);
      const response = { status: 204, headers, body: null };
      return { response, pattern, isForPages, problem: undefined };
    }
    if (!methods.includes(request.method)) {
      throw new ProblemError('method-not-allowed', { headers: { allow: methods.join(', ') } });
    }
    pattern = route.pattern;
    const received = { request, search, ids, traceparent, variable };
    const response = await route.handle(parts, received);
    return { response, pattern, isForPages, problem: undefined };
  } catch (error) {
    const problem = toProblem(error);
    const { aborted, reason } = request.signal;
    // A caller that disconnected isn't a failure.
    if (!aborted) parts.report.logProblem(problem, ids);
    const response = problemResponse(problem, ids.requestId, errorPages);
    const isAbandoned = aborted && problem.cause === reason;
    return { response, pattern, isForPages, problem, isAbandoned };
  }
}

/** Parses the URL of a request. On Bun, an invalid `Host` makes it invalid. Throws 400 `invalid-request`. */
function parseUrl(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new ProblemError('invalid-request', { detail: 'The Host header is not valid.' });
  }
}

/** The status for a caller that disconnected, as in nginx's log. Otherwise, shoppers who leave would count as failures. */
const abandonedStatus = 499;

/** Reports a request to the log and the observer. */
function reportRequest(
  report: Report,
  { method }: Request,
  { requestId, traceId }: Caller['ids'],
  { response, pattern, problem, isAbandoned }: Result,
  durationMs: number,
): void {
  const status = isAbandoned ? abandonedStatus : (response.status ?? 200);
  const code = isAbandoned ? undefined : problem?.code;
  const entry: Omit<LogEntry, 'event'> = {
    requestId,
    method,
    status,
    durationMs: Math.round(durationMs),
  };
  if (traceId) entry.traceId = traceId;
  if (pattern) entry.route = pattern;
  if (code) entry.code = code;
  report.log('request', entry);
  report.observe({ type: 'request', route: pattern ?? 'none', status, code, durationMs });
  // Sends report their own outcome, but this request was refused before it became one.
  if (code === 'sms-not-allowed') {
    report.observe({ type: 'text', outcome: 'refused', reason: code });
  }
}

const commonHeaders = Object.entries(securityHeaders);

/** Creates the response. Writing and reading a map is faster than spreading several objects. */
function toResponse(
  { status = 200, headers = {}, body }: PlainResponse,
  cors: Readonly<Record<string, string>>,
  requestId: string,
): Response {
  const sent = new Map(commonHeaders);
  for (const name in cors) sent.set(name, cors[name]!);
  for (const name in headers) sent.set(name, headers[name]!);
  sent.set('x-request-id', requestId);
  return createResponse(body, {
    status,
    headers: [...sent],
    // Otherwise, Workers would compress a compressed body again. Other runtimes ignore the member.
    ...('content-encoding' in headers && { encodeBody: 'manual' }),
  });
}
