/**
 * The proxy: the service's own contract minus the credentials, behind gates.
 *
 * The order of the gates is part of the interface: 404, 405, origin 403, rate 429, media type 415, size 413,
 * JSON 400, fields 400 or 422, policy 401 or 403, idempotency 409 or 422. A refused request never reaches the service. Whatever happens, the answer
 * is a problem with a code; never 408 (browsers re-send on it) and never 500.
 * This file does not know the fields of any operation.
 */
import { FastResponse } from 'srvx';
import { operations } from '../contract/index.js';
import { createFinancingService } from '../service/index.js';
import { callerSignalOf } from './caller-signal.js';
import { createClientAddress } from './client-address.js';
import { createConstructionWatch } from './construction-watch.js';
import { createEstimates } from './estimates.js';
import { createFailureLog } from './failure-log.js';
import { bearerTokenOf, hasOnboarding } from './gates/authorization.js';
import { allowReading, answerPreflight, isPreflight } from './gates/cors.js';
import { bodyLimits, readJsonText } from './gates/json-body.js';
import { checkOrigin } from './gates/origin.js';
import { createIdempotency } from './idempotency.js';
import { createLimits } from './limits.js';
import type { LogEntry } from './log.js';
import { createOnce } from './once.js';
import { createOpenApiDocument, type OpenApiDocument } from './openapi/create-openapi-document.js';
import type { Created } from './once.js';
import { createOperations } from './operations.js';
import { readProxyOptions, type FinancingProxyOptions } from './settings/index.js';
import { ProblemError, storeUnavailable, toProblemResponse } from './problem.js';
import { protectService } from './protect.js';
import {
  isForServers,
  matchRoute,
  methodsAt,
  type DocumentRoute,
  type OperationRoute,
  type Route,
} from './route.js';
import { serveScript } from './script.js';
import { securityHeaders } from '../internal/security-headers.js';
import { createSharedEstimates } from './shared-estimates.js';
import { toServiceProblem } from './service-problem.js';
import { createWebhooks } from './webhooks/create-webhooks.js';

/** Answers requests under its mount. Its functions are unbound: they may be handed on as they are. */
export interface FinancingProxy {
  fetch(this: void, request: Request): Promise<Response>;
  /** Has `/health` answer 503 from now on, and all else as before: load balancers then send elsewhere. */
  drain(this: void): void;
}

const watchConstruction = createConstructionWatch();

/** As pairs, which are sent as they are; an object that is spread gets a shape of its own each time. */
const headersOfOperations: readonly [string, string][] = [
  ...Object.entries(securityHeaders),
  ['content-type', 'application/json'],
];

/** Creates the proxy. Options are checked once. Throws `InvalidOptionError`. */
export function createFinancingProxy(options: FinancingProxyOptions): FinancingProxy {
  const settings = readProxyOptions(options);
  if (!options.store) watchConstruction(settings.logger);
  const { baseUrl, svcKey, svcSecret, timeout, linkTimeout, allowHttp, fetch } = settings;
  const service = protectService(
    createFinancingService({ baseUrl, svcKey, svcSecret, timeout, linkTimeout, allowHttp, fetch }),
  );
  const logFailure = createFailureLog(settings.logger);
  const addressOf = createClientAddress({
    trustedHops: settings.trustedHops,
    clientAddress: settings.clientAddress,
    onWarning: (event) => settings.logger.warn({ event }),
  });
  // Replicas that share a store share the key, and so the hashes.
  const secret = svcKey;
  const limits = createLimits(settings.store, {
    ...settings,
    secret,
    onStoreAway: (cause) => logFailure(storeUnavailable(cause)),
  });
  const idempotency = createIdempotency(settings.store, { secret, deadline: linkTimeout });
  const shared = createSharedEstimates(settings.store.cache, {
    secret,
    baseUrl,
    ttl: settings.cacheTtl,
  });
  const webhooks = createWebhooks(settings, { secret, limits });
  const handlers = createOperations(
    service,
    createEstimates(service, { ttl: settings.cacheTtl, shared }),
    settings,
    createOnce(idempotency, limits),
    webhooks?.linkStatus,
  );
  const open = { onboarding: hasOnboarding(settings), webhooks: webhooks !== undefined };

  let draining = false;
  let document: OpenApiDocument | undefined;
  /** Made when it is first asked for; most proxies never are. */
  function serveDocument(): Response {
    document ??= createOpenApiDocument({ mount: settings.mount, ...open });
    return Response.json(document, { headers: { 'cache-control': 'no-cache' } });
  }

  async function carryOut(
    request: Request,
    { operation, pathLocation }: OperationRoute,
  ): Promise<Created> {
    checkOrigin(request, settings.allowedOrigins);
    await limits.checkAddress(addressOf(request));
    const isEstimation = operation === 'estimatePayments';
    const limit = isEstimation ? bodyLimits.estimation : bodyLimits.other;
    const hasBody = operations[operation].method !== 'GET';
    const text = hasBody ? await readJsonText(request, { limit, isShared: !isEstimation }) : '';
    return handlers[operation]({
      request,
      text,
      ...(pathLocation !== undefined && { pathLocation }),
    });
  }

  async function answer(request: Request, route: Route, requestId: string): Promise<Response> {
    if ('operation' in route) {
      const { body, seed } = await carryOut(request, route);
      const headers: [string, string][] = [...headersOfOperations, ['x-request-id', requestId]];
      const ofLink = seed === undefined ? undefined : await webhooks?.headersOf(seed);
      if (ofLink) headers.push(...Object.entries(ofLink));
      return new FastResponse(typeof body === 'string' ? body : JSON.stringify(body), { headers });
    }
    return finish(await answerBeside(request, route, requestId), requestId);
  }

  /** Answers what is beside the contract's operations. */
  async function answerBeside(
    request: Request,
    route: DocumentRoute,
    requestId: string,
  ): Promise<Response> {
    if (webhooks && route.pattern === '/webhooks') {
      return webhooks.receive(request, { address: addressOf(request), requestId });
    }
    if (webhooks && route.pattern === '/link-status') {
      checkOrigin(request, settings.allowedOrigins);
      await limits.checkAddress(addressOf(request));
      return Response.json(await webhooks.readStatus(bearerTokenOf(request)));
    }
    if (route.pattern === '/elements.js') return serveScript(request, route.hash);
    if (route.pattern === '/openapi.json') return serveDocument();
    return draining
      ? Response.json({ status: 'stopping' }, { status: 503 })
      : Response.json({ status: 'ok' });
  }

  return {
    async fetch(request) {
      const start = performance.now();
      const requestId = chooseRequestId(request.headers.get('x-request-id'));
      const entry: LogEntry = { event: 'request', requestId, method: request.method };
      let forPages = true;
      let response: Response;
      try {
        const path = pathBelow(settings.mount, request);
        forPages = !isForServers(path, open);
        if (forPages && isPreflight(request)) {
          const methods = methodsAt(path, open);
          const preflight = answerPreflight(request, methods, settings.allowedOrigins);
          response = finish(preflight, requestId);
        } else {
          const route = matchRoute(request.method, path, open);
          entry.route = route.pattern;
          response = await answer(request, route, requestId);
        }
      } catch (error) {
        const problem = toProblem(error);
        entry.code = problem.code;
        // A caller that has gone away is no failure of anybody.
        if (!callerSignalOf(request).aborted) logFailure(problem, requestId);
        response = finish(toProblemResponse(problem, requestId), requestId);
      }
      entry.status = response.status;
      entry.durationMs = Math.round(performance.now() - start);
      settings.logger.debug(entry);
      if (forPages) allowReading(response, request, settings.allowedOrigins);
      return response;
    },
    drain() {
      draining = true;
    },
  };
}

/** Any thrown thing as a problem. What nobody foresaw is answered like a failing service: the shopper's way on is the same. */
function toProblem(error: unknown): ProblemError {
  const problem = toServiceProblem(error);
  if (problem instanceof ProblemError) return problem;
  return new ProblemError('service-error', 'The request could not be carried out.', {
    cause: problem,
  });
}

/** The path below the mount. Throws 404 `not-found` for one outside of it, as where a server mounts it elsewhere. */
function pathBelow(mount: string, request: Request): string {
  const pathname = pathOf(request);
  if (pathname.startsWith(`${mount}/`)) return pathname.slice(mount.length);
  const detail = `There is nothing at this path. The proxy answers under ${mount}/, its mount.`;
  throw new ProblemError('not-found', detail);
}

/** The URL of a request has been parsed and written again (Fetch standard, "Request class"): its path can be cut out. */
function pathOf({ url }: Request): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const length = url.slice(start).search(/[?#]/);
  return length < 0 ? url.slice(start) : url.slice(start, start + length);
}

/** Keeps the caller's id when it is plain, so that logs on both sides can be joined. */
function chooseRequestId(given: string | null): string {
  return given !== null && /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID();
}

/** Adds the headers of every answer, where it has none of its own. */
function finish(response: Response, requestId: string): Response {
  for (const [header, value] of Object.entries(securityHeaders)) {
    if (!response.headers.has(header)) response.headers.set(header, value);
  }
  response.headers.set('x-request-id', requestId);
  return response;
}
