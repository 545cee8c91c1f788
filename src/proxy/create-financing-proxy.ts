/**
 * The proxy: the service's own contract minus the credentials, behind gates.
 *
 * A request takes its route from the one table of routes, and the function of the route answers it. Whatever happens, the
 * answer is a problem with a code; never 408 (browsers repeat the request on it) and never 500.
 */
import { operationNames, operations, type OperationName } from '../contract/index.js';
import { createKeyedHash, type KeyedHash } from '../internal/crypto.js';
import { createResponse, securityHeaders } from '../internal/response.js';
import { parseTraceparent } from '../internal/trace.js';
import { createFinancingService } from '../service/index.js';
import { createEstimates, createKeptAnswers } from './estimates.js';
import { elementsFiles, serveElementsFile, serveOpenApiDocument } from './files.js';
import { createClientAddress } from './client-address.js';
import { createLimits } from './limits.js';
import { createLinkStatus } from './link-status.js';
import { answers, readLine, readLinkStatus, type Parts, type Received } from './operations.js';
import { isPreflight, preflightHeaders, readingHeaders } from './origin.js';
import { isOnboarding } from './policy.js';
import { ProblemError, answerProblem, json, toProblem, type Answer } from './problems.js';
import type { LogEntry } from './log-events.js';
import { createReport, type LogIds, type Report } from './report.js';
import { createSendOnce } from './sends.js';
import { guardService } from './service-guard.js';
import { readProxyOptions, type FinancingProxyOptions } from './settings.js';
import { guardStore, isMemoryStore } from './store.js';
import { createWebhookReceiver, type ReceiveWebhook } from './webhooks.js';

/** Answers requests under its mount. Its functions do not use `this`. */
export interface FinancingProxy {
  /** Answers a request under the mount. Never rejects: an error is a problem with a code. */
  fetch(this: void, request: Request): Promise<Response>;
  /**
   * Makes `/health` and `/ready` answer 503 from now on, so that load balancers send elsewhere. Everything else is answered
   * as before.
   */
  drain(this: void): void;
}

/** A row of the table of routes. */
interface Route {
  /** The path below the mount. It may end with `{location}`, which stands for one segment. */
  readonly pattern: string;
  readonly methods: readonly string[];
  /** Whether servers call it, and pages may not. */
  readonly isForServers?: true;
  answer(parts: Parts, received: Received): Answer | Promise<Answer>;
}

/** HEAD belongs to GET (RFC 9110 section 9.1): monitors and content networks use it. */
const reading = ['GET', 'HEAD'];

const commonHeaders = Object.entries(securityHeaders);

let hashOfProcess: KeyedHash | undefined;

/**
 * Hashes the keys of all stores in the memory of this process. Not with `svcKey`: a proxy that takes the place of another
 * one on the same store, with a new key, must know what was sent. The secret is made on first use: some worker runtimes
 * have no random values earlier.
 */
const hashInMemory: KeyedHash = (content) =>
  (hashOfProcess ??= createKeyedHash(crypto.randomUUID()))(content);

/** Creates the proxy. Options are checked once. Throws `InvalidOptionError`. */
export function createFinancingProxy(options: FinancingProxyOptions): FinancingProxy {
  const settings = readProxyOptions(options);
  const { allowedOrigins, baseUrl, errorPages, mount, svcKey, svcSecret } = settings;
  const report = createReport(settings);
  if (!options.store) noteConstruction(report);
  const store = guardStore(settings.store, report);
  const { allowHttp, fetch, linkTimeout, timeout } = settings;
  const client = createFinancingService({
    ...{ baseUrl, svcKey, svcSecret, timeout, linkTimeout, allowHttp, fetch },
    onRetry: (operation) => report.observe({ type: 'service-retry', operation }),
  });
  const service = guardService(client, report);
  const { storeSecret = isMemoryStore(settings.store) ? undefined : svcKey } = settings;
  const hash = storeSecret === undefined ? hashInMemory : createKeyedHash(storeSecret);
  const limits = createLimits(store, settings, hash, report);
  const addressOf = createClientAddress(settings, report);
  const linkStatus = createLinkStatus(store, hash);
  const receiveWebhook = createWebhookReceiver({
    ...{ store, hash, limits, linkStatus, report },
    settings: settings.webhooks,
  });
  const parts: Parts = {
    ...{ settings, service, addressOf, limits, report },
    estimates: createEstimates(service, settings.cacheTtl, report),
    keptAnswers: createKeptAnswers(report),
    sendOnce: createSendOnce({
      ...{ store, limits, hash, deadline: linkTimeout, report },
      linksWithoutStore: settings.linksWithoutStore,
    }),
    linkStatus: receiveWebhook && linkStatus,
  };
  let isDraining = false;

  function routesOf(name: OperationName): Route[] {
    // Without an option that says who may use them, the onboarding routes do not exist.
    if (isOnboarding(name) && (settings.authorize ?? settings.adminToken) === undefined) return [];
    const { method, path: pattern } = operations[name];
    // A PUT can come as a POST: load balancers repeat a PUT, firewalls block it.
    const methods = method === 'GET' ? reading : method === 'PUT' ? ['PUT', 'POST'] : [method];
    return [{ pattern, methods, answer: answers[name] }];
  }

  const routes: readonly Route[] = [
    ...operationNames.flatMap(routesOf),
    { pattern: '/line', methods: reading, answer: readLine },
    ...(receiveWebhook ? routesOfWebhooks(receiveWebhook) : []),
    ...elementsFiles.map((file): Route => ({
      pattern: `/${file}`,
      methods: reading,
      answer: (_, { request, variable }) => serveElementsFile(request, file, variable),
    })),
    { pattern: '/openapi.json', methods: reading, answer: () => serveOpenApiDocument(mount) },
    { pattern: '/health', methods: reading, answer: () => answerHealth() },
    { pattern: '/ready', methods: reading, answer: () => answerHealth() },
  ];

  function answerHealth(): Answer {
    return isDraining ? json({ status: 'stopping' }, 503) : json({ status: 'ok' });
  }

  /** Finds the route of a path, with what stands in place of its variable. Throws 404 `not-found`. */
  function findRoute(pathname: string): { route: Route; variable?: string | undefined } {
    if (!pathname.startsWith(`${mount}/`)) {
      const detail = `There is nothing at this path. The proxy answers under ${mount}/, its mount.`;
      throw new ProblemError('not-found', { detail });
    }
    const path = pathname.slice(mount.length);
    const [, name, hash, type] = /^(\/[a-z-]+)\.([0-9a-f]{16})(\.(?:js|css))$/.exec(path) ?? [];
    const plainPath = hash === undefined ? path : `${name}${type}`;
    for (const route of routes) {
      const { pattern } = route;
      if (pattern === plainPath) return { route, variable: hash };
      if (!pattern.endsWith('{location}')) continue;
      const [start = ''] = pattern.split('{');
      const segment = path.startsWith(start) ? path.slice(start.length) : '';
      if (segment !== '' && !segment.includes('/')) return { route, variable: segment };
    }
    throw new ProblemError('not-found');
  }

  return {
    async fetch(request) {
      const start = performance.now();
      const requestId = chooseRequestId(request.headers.get('x-request-id'));
      const header = request.headers.get('traceparent') ?? undefined;
      const trace = parseTraceparent(header);
      const traceparent = trace && header;
      const ids: LogIds = { requestId, ...(trace && { traceId: trace.traceId }) };
      let pattern: string | undefined;
      let isForPages = true;
      let answer: Answer;
      let problem: ProblemError | undefined;
      try {
        const { pathname, search } = new URL(request.url);
        const { route, variable } = findRoute(pathname);
        const { methods } = route;
        isForPages = !route.isForServers;
        if (isForPages && isPreflight(request)) {
          const headers = preflightHeaders(request, methods, allowedOrigins);
          answer = { status: 204, headers, body: null };
        } else if (methods.includes(request.method)) {
          pattern = route.pattern;
          answer = await route.answer(parts, { request, search, ids, traceparent, variable });
        } else {
          throw new ProblemError('method-not-allowed', { headers: { allow: methods.join(', ') } });
        }
      } catch (error) {
        problem = toProblem(error);
        // A caller that has gone away is not a failure.
        if (!request.signal.aborted) report.logProblem(problem, ids);
        answer = answerProblem(problem, requestId, errorPages);
      }
      const { status = 200, headers = {}, body } = answer;
      const durationMs = performance.now() - start;
      const code = problem?.code;
      const entry: Omit<LogEntry, 'event'> = {
        requestId,
        method: request.method,
        status,
        durationMs: Math.round(durationMs),
      };
      if (trace) entry.traceId = trace.traceId;
      if (pattern) entry.route = pattern;
      if (code) entry.code = code;
      report.log('request', entry);
      report.observe({ type: 'request', route: pattern ?? 'none', status, code, durationMs });
      // Refused before the send that would report it.
      if (code === 'sms-not-allowed') {
        report.observe({ type: 'text', outcome: 'refused', reason: code });
      }
      const cors = isForPages ? readingHeaders(request, allowedOrigins) : {};
      // A map here, and above an object written at once: one spread from several objects is slow to make and to read.
      const sent = new Map(commonHeaders);
      for (const name in cors) sent.set(name, cors[name]!);
      for (const name in headers) sent.set(name, headers[name]!);
      sent.set('x-request-id', requestId);
      return createResponse(body, {
        status,
        headers: [...sent],
        // A body that is compressed already would be compressed once more on Workers. Other runtimes ignore the member.
        ...('content-encoding' in headers && { encodeBody: 'manual' }),
      });
    },
    drain() {
      isDraining = true;
    },
  };
}

function routesOfWebhooks(receiveWebhook: ReceiveWebhook): Route[] {
  return [
    {
      pattern: '/webhooks',
      methods: ['POST'],
      isForServers: true,
      async answer({ addressOf }, { request, ids }) {
        const address = addressOf(request);
        return { status: await receiveWebhook(request, { address, ids }), body: null };
      },
    },
    { pattern: '/link-status', methods: reading, answer: readLinkStatus },
  ];
}

/** Keeps a plain id of the caller, so that the logs of both sides can be joined. */
function chooseRequestId(given: string | null): string {
  return given !== null && /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID();
}

/** This many in this many ms are not start-up, tests or a proxy for each tenant, but a proxy for each request. */
const [mostConstructions, constructionSpan] = [20, 10_000];

let constructions: number[] = [];
let hasWarnedOfConstructions = false;

/**
 * Notes a proxy without a store of its own. Warns once when proxies seem to be created for each request, since limits,
 * idempotency and cache then start anew each time.
 */
function noteConstruction({ log }: Report): void {
  if (hasWarnedOfConstructions) return;
  const time = performance.now();
  constructions = [...constructions.filter((earlier) => time - earlier < constructionSpan), time];
  if (constructions.length < mostConstructions) return;
  hasWarnedOfConstructions = true;
  log('proxy-per-request');
}
