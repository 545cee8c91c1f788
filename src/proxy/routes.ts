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
import { ProblemError, json, type Answer } from './problems.js';
import type { ProxySettings } from './proxy-settings.js';
import type { ReceiveWebhook } from './webhook-receiver.js';

/** A row of the table of routes. */
export interface Route {
  /** The path below the mount. It may end with `{location}`, which stands for one segment. */
  readonly pattern: string;
  readonly methods: readonly string[];
  /** True if only servers may call it, not pages. */
  readonly isForServers?: true;
  answer(parts: Parts, received: Received): Answer | Promise<Answer>;
}

/** HEAD belongs to GET (RFC 9110 section 9.1), and monitors and CDNs use it. */
const reading = ['GET', 'HEAD'];

/** Creates the table of routes. The webhook routes exist only with a receiver. */
export function createRoutes(
  settings: ProxySettings,
  receiveWebhook: ReceiveWebhook | undefined,
  isDraining: () => boolean,
): readonly Route[] {
  const answerHealth = () =>
    isDraining() ? json({ status: 'stopping' }, 503) : json({ status: 'ok' });
  return [
    ...operationNames.flatMap((name) => operationRoutes(settings, name)),
    { pattern: '/line', methods: reading, answer: readLine },
    ...(receiveWebhook ? webhookRoutes(receiveWebhook) : []),
    ...elementsFiles.map((file): Route => ({
      pattern: `/${file}`,
      methods: reading,
      answer: (_, { request, variable }) => serveElementsFile(request, file, variable),
    })),
    {
      pattern: '/openapi.json',
      methods: reading,
      answer: () => serveOpenApiDocument(settings.mount),
    },
    { pattern: '/health', methods: reading, answer: answerHealth },
    { pattern: '/ready', methods: reading, answer: answerHealth },
  ];
}

function operationRoutes({ authorize, adminToken }: ProxySettings, name: OperationName): Route[] {
  // Without an option that says who may use them, the onboarding routes don't exist.
  if (isOnboarding(name) && (authorize ?? adminToken) === undefined) return [];
  const { method, path: pattern } = operations[name];
  // A PUT can also arrive as a POST: load balancers repeat a PUT, and firewalls block it.
  const methods = method === 'GET' ? reading : method === 'PUT' ? ['PUT', 'POST'] : [method];
  return [{ pattern, methods, answer: operationHandlers[name] }];
}

function webhookRoutes(receiveWebhook: ReceiveWebhook): Route[] {
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

/** A route, and what the path has in place of its variable: a location, or the hash of a file. */
export interface RouteMatch {
  readonly route: Route;
  readonly variable?: string | undefined;
}

/** Finds the route of a path. Throws 404 `not-found`. */
export function findRoute(routes: readonly Route[], mount: string, pathname: string): RouteMatch {
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
