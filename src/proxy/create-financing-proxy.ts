/**
 * The proxy: the service's own contract minus the credentials, behind gates.
 *
 * A request takes its route (http/route.ts), then the gates of its operation in their order (gates/gates.ts), then the
 * operation itself (operations/). Whatever happens, the answer is a problem with a code; never 408 (browsers repeat the
 * request on it) and never 500.
 */
import { createResponse } from '../internal/request-host.js';
import { securityHeaders } from '../internal/security-headers.js';
import { parseTraceparent } from '../internal/trace-context.js';
import { createFinancingService } from '../service/index.js';
import { createEstimates, createSharedEstimateCache } from './estimates/index.js';
import {
  allowReading,
  answerPreflight,
  bearerTokenOf,
  checkOrigin,
  createClientAddress,
  createGates,
  createRateGate,
  hasOnboarding,
  isPreflight,
} from './gates/index.js';
import {
  chooseRequestId,
  finishResponse,
  isForServers,
  matchRoute,
  methodsAt,
  pathBelow,
  serveElementsFile,
  storeUnavailable,
  toProblem,
  toProblemResponse,
  type AuxiliaryRoute,
  type OperationRoute,
  type ProblemCode,
} from './http/index.js';
import { createIdempotency, createIdempotentSend, createSmsLimits } from './links/index.js';
import { createLinkStatus } from './link-status/index.js';
import {
  createConstructionWatch,
  createFailureLog,
  createMissingEstimatesLog,
  createRecoveryLog,
  toRequestLine,
  type LogEntry,
  type LogIds,
} from './log/index.js';
import { observeService, observeStore, observeTexts } from './observer/index.js';
import { createOpenApiDocument } from './openapi/index.js';
import { createOperationHandlers } from './operations/index.js';
import { readProxyOptions, type FinancingProxyOptions } from './settings/index.js';
import { createStoreProbe } from './stores/index.js';
import { guardService } from './service-guard/index.js';
import {
  chooseHandlers,
  createEventDeduplicator,
  createWebhookReceiver,
} from './webhooks/index.js';

/** Answers requests under its mount. Its functions do not use `this`. */
export interface FinancingProxy {
  /** Answers a request under the mount. Never rejects: an error is a problem with a code. */
  fetch(this: void, request: Request): Promise<Response>;
  /** Makes `/health` and `/ready` answer 503 from now on, so that load balancers send elsewhere. Everything else is answered as before. */
  drain(this: void): void;
}

const watchConstruction = createConstructionWatch();

/** As pairs, which a server sends without another look. */
const operationHeaders: readonly [string, string][] = [
  ...Object.entries(securityHeaders),
  ['content-type', 'application/json'],
];

/** Creates the proxy. Options are checked once. Throws `InvalidOptionError`. */
export function createFinancingProxy(options: FinancingProxyOptions): FinancingProxy {
  const settings = readProxyOptions(options);
  const { allowedOrigins, cacheTtl, errorPages, logger, logRequests, mount, observer } = settings;
  const recoveryLog = createRecoveryLog(logger);
  const store = observeStore(settings.store, observer, recoveryLog.noteStoreWrite);
  if (!options.store) watchConstruction(logger);
  const { baseUrl, svcKey, svcSecret, timeout, linkTimeout, allowHttp, fetch } = settings;
  const client = createFinancingService({
    ...{ baseUrl, svcKey, svcSecret, timeout, linkTimeout, allowHttp, fetch },
  });
  const service = guardService(observeService(client, observer), {
    observer,
    onRecovery: recoveryLog.noteServiceRecovery,
  });
  const logFailure = createFailureLog(logger, recoveryLog);
  const onStoreUnavailable = (cause: unknown) => logFailure(storeUnavailable(cause));
  // Replicas that share a store have a secret in common, and so hashes. The cache uses one alone.
  const secret = [...(settings.storeSecret ?? [svcKey]), ...settings.formerStoreSecrets];
  const [cacheSecret = svcKey] = secret;

  const addressOf = createClientAddress({
    trustedHops: settings.trustedHops,
    clientAddress: settings.clientAddress,
    onWarning: (event) => logger.warn({ event }),
  });
  const checkRate = createRateGate(store, {
    rateLimit: settings.rateLimit,
    secret,
    onStoreUnavailable,
  });
  const isStoreAvailable = createStoreProbe(store, onStoreUnavailable);
  const webhookHandlers = chooseHandlers(settings.webhooks);
  const linkStatus = webhookHandlers && createLinkStatus(store, { secret });
  const receiveWebhook =
    webhookHandlers &&
    linkStatus &&
    createWebhookReceiver(webhookHandlers, {
      deduplicate: createEventDeduplicator(store, secret),
      linkStatus,
      checkRate,
      logger,
      observer,
    });
  const sharedCache = createSharedEstimateCache(undefined, {
    secret: cacheSecret,
    baseUrl,
    ttl: cacheTtl,
  });
  const idempotentSend = createIdempotentSend(
    createIdempotency(store, { secret, deadline: linkTimeout }),
    createSmsLimits(store, { ...settings, secret }),
  );
  const handlers = createOperationHandlers(createGates({ allowedOrigins, checkRate, addressOf }), {
    settings,
    service,
    estimates: createEstimates(service, {
      ttl: cacheTtl,
      sharedCache,
      observer,
      onMissing: createMissingEstimatesLog(logger),
    }),
    idempotentSend: observeTexts(idempotentSend, observer),
    linkStatus,
  });
  const open = { onboarding: hasOnboarding(settings), webhooks: webhookHandlers !== undefined };

  let isDraining = false;
  let documentJson: string | undefined;

  async function handleOperation(
    request: Request,
    { operation, pathLocation }: OperationRoute,
    requestId: string,
  ): Promise<Response> {
    const answer = await handlers[operation](request, pathLocation);
    const headers: [string, string][] = [
      ...operationHeaders,
      ['x-request-id', requestId],
      ...Object.entries(answer.headers ?? {}),
    ];
    return createResponse(request, answer.json, { headers });
  }

  async function handleAuxiliaryRoute(
    request: Request,
    route: AuxiliaryRoute,
    ids: LogIds,
  ): Promise<Response> {
    if (receiveWebhook && route.pattern === '/webhooks') {
      return receiveWebhook(request, { address: addressOf(request), ids });
    }
    if (linkStatus && route.pattern === '/link-status') {
      checkOrigin(request, allowedOrigins);
      await checkRate(addressOf(request));
      return Response.json({ status: await linkStatus.read(bearerTokenOf(request)) });
    }
    if ('file' in route) return serveElementsFile(request, route.file, route.hash);
    if (route.pattern === '/openapi.json') return serveDocument(request);
    if (isDraining) return Response.json({ status: 'stopping' }, { status: 503 });
    if (route.pattern === '/ready' && settings.readyStore === 'required') {
      if (!(await isStoreAvailable())) {
        return Response.json({ status: 'store-unavailable' }, { status: 503 });
      }
    }
    return Response.json({ status: 'ok' });
  }

  /** Creates the document on first use, since most proxies never serve it. */
  function serveDocument(request: Request): Response {
    documentJson ??= JSON.stringify(createOpenApiDocument({ mount, ...open }));
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
    return createResponse(request, documentJson, { headers });
  }

  return {
    async fetch(request) {
      const start = performance.now();
      const requestId = chooseRequestId(request.headers.get('x-request-id'));
      const trace = parseTraceparent(request.headers.get('traceparent'));
      const ids: LogIds = { requestId, ...(trace && { traceId: trace.traceId }) };
      const entry: LogEntry = { event: 'request', ...ids, method: request.method };
      let forPages = true;
      let response: Response;
      let code: ProblemCode | undefined;
      try {
        const path = pathBelow(mount, request);
        forPages = !isForServers(path, open);
        if (forPages && isPreflight(request)) {
          const preflight = answerPreflight(request, methodsAt(path, open), allowedOrigins);
          response = finishResponse(preflight, requestId);
        } else {
          const route = matchRoute(request.method, path, open);
          entry.route = route.pattern;
          response =
            'operation' in route
              ? await handleOperation(request, route, requestId)
              : finishResponse(await handleAuxiliaryRoute(request, route, ids), requestId);
        }
      } catch (error) {
        const problem = toProblem(error);
        code = entry.code = problem.code;
        // A caller that has gone away is not a failure.
        if (!request.signal.aborted) logFailure(problem, ids);
        const answer = toProblemResponse(request, problem, { requestId, errorPages });
        response = finishResponse(answer, requestId);
      }
      const { status } = response;
      const durationMs = performance.now() - start;
      entry.status = status;
      entry.durationMs = Math.round(durationMs);
      if (logRequests) logger.info(toRequestLine(entry, mount, durationMs));
      else logger.debug(entry);
      observer?.({ type: 'request', route: entry.route ?? 'none', status, code, durationMs });
      // Refused by a gate, before the send that would report it.
      if (code === 'sms-not-allowed')
        observer?.({ type: 'text', outcome: 'refused', reason: code });
      if (forPages) allowReading(response, request, allowedOrigins);
      return response;
    },
    drain() {
      isDraining = true;
    },
  };
}
