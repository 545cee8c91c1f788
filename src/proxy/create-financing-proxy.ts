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
import { createClientAddress } from './client-address.js';
import { createEstimates } from './estimates.js';
import { createFailureLog } from './failure-log.js';
import { hasOnboarding } from './gates/authorization.js';
import { allowReading, answerPreflight, isPreflight } from './gates/cors.js';
import { bodyLimits, readJsonText } from './gates/json-body.js';
import { checkOrigin } from './gates/origin.js';
import { createIdempotency } from './idempotency.js';
import { createLimits } from './limits.js';
import type { LogEntry } from './log.js';
import { createOnce } from './once.js';
import { createOpenApiDocument, type OpenApiDocument } from './openapi.js';
import { createOperations } from './operations.js';
import { readOptions, type FinancingProxyOptions } from './options.js';
import { ProblemError, toProblemResponse } from './problem.js';
import { protectService } from './protect.js';
import {
  matchRoute,
  methodsAt,
  type DocumentRoute,
  type OperationRoute,
  type Route,
} from './route.js';
import { serveScript } from './script.js';
import { createSharedEstimates } from './shared-estimates.js';
import { toServiceProblem } from './service-problem.js';

/** Answers requests under its mount. `fetch` is unbound: it may be handed to a server as it is. */
export interface FinancingProxy {
  fetch(this: void, request: Request): Promise<Response>;
}

/** Headers of every answer; where the script or the OpenAPI document has its own, that stands. */
const securityHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Creates the proxy. Options are checked once. Throws `InvalidOptionError`. */
export function createFinancingProxy(options: FinancingProxyOptions): FinancingProxy {
  const settings = readOptions(options);
  const service = protectService(createFinancingService(options));
  const logFailure = createFailureLog(settings.logger);
  const onboarding = hasOnboarding(settings);
  const addressOf = createClientAddress({
    trustedHops: settings.trustedHops,
    clientAddress: options.clientAddress,
    onWarning: (event) => settings.logger.warn({ event }),
  });
  // Replicas that share a store share the key, and so the hashes.
  const secret = options.svcKey;
  const limits = createLimits(settings.store, { ...settings, secret });
  const deadline = options.linkTimeout;
  const idempotency = createIdempotency(settings.store, { secret, deadline });
  const shared = createSharedEstimates(settings.store.cache, {
    secret,
    baseUrl: options.baseUrl,
    ttl: settings.cacheTtl,
  });
  const handlers = createOperations(
    service,
    createEstimates(service, { ttl: settings.cacheTtl, shared }),
    settings,
    createOnce(idempotency, limits),
  );

  let document: OpenApiDocument | undefined;
  /** Made when it is first asked for; most proxies never are. */
  function serveDocument(): Response {
    document ??= createOpenApiDocument({ mount: settings.mount, onboarding });
    return Response.json(document, { headers: { 'cache-control': 'no-cache' } });
  }

  async function carryOut(
    request: Request,
    { operation, pathLocation }: OperationRoute,
  ): Promise<string> {
    checkOrigin(request, settings.allowedOrigins);
    await limits.checkAddress(addressOf(request));
    const limit = operation === 'estimatePayments' ? bodyLimits.estimation : bodyLimits.other;
    const hasBody = operations[operation].method !== 'GET';
    const text = hasBody ? await readJsonText(request, limit) : '';
    const asked = { request, text, ...(pathLocation !== undefined && { pathLocation }) };
    const result = await handlers[operation](asked);
    return typeof result === 'string' ? result : JSON.stringify(result);
  }

  async function answer(request: Request, route: Route, requestId: string): Promise<Response> {
    if ('operation' in route) {
      const headers = {
        ...securityHeaders,
        'content-type': 'application/json',
        'x-request-id': requestId,
      };
      return new FastResponse(await carryOut(request, route), { headers });
    }
    return finish(await serveDocuments(request, route), requestId);
  }

  async function serveDocuments(request: Request, route: DocumentRoute): Promise<Response> {
    if (route.pattern === '/elements.js') return serveScript(request, route.hash);
    if (route.pattern === '/openapi.json') return serveDocument();
    return Response.json({ status: 'ok' });
  }

  return {
    async fetch(request) {
      const start = performance.now();
      const requestId = chooseRequestId(request.headers.get('x-request-id'));
      const entry: LogEntry = { event: 'request', requestId, method: request.method };
      let response: Response;
      try {
        const path = pathBelow(settings.mount, request);
        if (isPreflight(request)) {
          const methods = methodsAt(path, onboarding);
          const preflight = answerPreflight(request, methods, settings.allowedOrigins);
          response = finish(preflight, requestId);
        } else {
          const route = matchRoute(request.method, path, onboarding);
          entry.route = route.pattern;
          response = await answer(request, route, requestId);
        }
      } catch (error) {
        const problem = toProblem(error);
        entry.code = problem.code;
        // A caller that has gone away is no failure of anybody.
        if (!request.signal.aborted) logFailure(problem, requestId);
        response = finish(toProblemResponse(problem, requestId), requestId);
      }
      const durationMs = Math.round(performance.now() - start);
      settings.logger.debug({ ...entry, status: response.status, durationMs });
      allowReading(response, request, settings.allowedOrigins);
      return response;
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

/** The path below the mount; nothing is at a path outside of it. */
function pathBelow(mount: string, request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname.startsWith(`${mount}/`) ? pathname.slice(mount.length) : '';
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
