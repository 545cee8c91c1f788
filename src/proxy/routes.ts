import { linkStatusPath } from '../contract/link-tracking.js';
import { operationNames, operations, type OperationName } from '../contract/index.js';
import { elementsFiles, serveElementsFile, serveOpenApiDocument } from './files.js';
import {
  operationHandlers,
  readLine,
  readLinkStatus,
  type Parts,
  type Received,
} from './proxy-operations.js';
import { isOnboarding } from './policy.js';
import { json, type PlainResponse } from './plain-response.js';
import { ProblemError } from './problems.js';
import type { ProxySettings } from './proxy-settings.js';
import type { ReceiveWebhook } from './webhooks/webhook-receiver.js';

/** A row of the route table. */
export interface Route {
  /** The path below the mount. It may end with `{location}`, which matches one segment. */
  readonly pattern: string;
  readonly methods: readonly string[];
  /** True if only servers may call it. The rules for pages don't apply then. */
  readonly isForServers?: true;
  handle(parts: Parts, received: Received): PlainResponse | Promise<PlainResponse>;
}

/** Every GET route also allows HEAD (RFC 9110 section 9.1), which monitors and CDNs use. */
const reading = ['GET', 'HEAD'];

/** Creates the route table. The webhook routes exist only if there is a receiver. */
export function createRoutes(
  settings: ProxySettings,
  receiveWebhook: ReceiveWebhook | undefined,
  isDraining: () => boolean,
): readonly Route[] {
  const readHealth = () =>
    isDraining() ? json({ status: 'stopping' }, 503) : json({ status: 'ok' });
  return [
    ...operationNames.flatMap((name) => operationRoutes(settings, name)),
    { pattern: '/line', methods: reading, handle: readLine },
    ...(receiveWebhook ? webhookRoutes(receiveWebhook) : []),
    ...elementsFiles.map((file): Route => ({
      pattern: `/${file}`,
      methods: reading,
      handle: (_, { request, variable }) => serveElementsFile(request, file, variable),
    })),
    {
      pattern: '/openapi.json',
      methods: reading,
      handle: () => serveOpenApiDocument(settings.mount),
    },
    { pattern: '/health', methods: reading, handle: readHealth },
    { pattern: '/ready', methods: reading, handle: readHealth },
  ];
}

function operationRoutes({ authorize, adminToken }: ProxySettings, name: OperationName): Route[] {
  // The onboarding routes exist only if an option says who may use them.
  if (isOnboarding(name) && (authorize ?? adminToken) === undefined) return [];
  const { method, path: pattern } = operations[name];
  // Allow POST instead of PUT, because some load balancers repeat a PUT and some firewalls block it.
  const methods = method === 'GET' ? reading : method === 'PUT' ? ['PUT', 'POST'] : [method];
  return [{ pattern, methods, handle: operationHandlers[name] }];
}

function webhookRoutes(receiveWebhook: ReceiveWebhook): Route[] {
  return [
    {
      pattern: '/webhooks',
      methods: ['POST'],
      isForServers: true,
      async handle({ addressOf }, { request, ids }) {
        const address = addressOf(request);
        return { status: await receiveWebhook(request, { address, ids }), body: null };
      },
    },
    { pattern: linkStatusPath, methods: reading, handle: readLinkStatus },
  ];
}

/** A route, and the variable part of the path: a location, or the hash of a file. */
export interface RouteMatch {
  readonly route: Route;
  readonly variable?: string | undefined;
}

/** Finds the route for a path. Throws 404 `not-found`. */
export function findRoute(routes: readonly Route[], mount: string, pathname: string): RouteMatch {
  if (!pathname.startsWith(`${mount}/`)) {
    const detail = `There is nothing at this path. The mount of the proxy is ${mount}/.`;
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
