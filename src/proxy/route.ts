import { operations, routes as contractRoutes, type OperationName } from '../contract/index.js';
import { ProblemError } from './problem.js';
import { elementsFiles, type ElementsFile } from './script.js';

/** What a request asks for. `{location}` comes as it was sent: one segment, still encoded. */
export type Route = OperationRoute | DocumentRoute;

/** One of the contract's operations. */
export interface OperationRoute {
  readonly pattern: string;
  readonly operation: OperationName;
  readonly pathLocation?: string;
}

/** What the proxy answers by itself. */
export type DocumentRoute =
  | { readonly pattern: `/${ElementsFile}`; readonly file: ElementsFile; readonly hash?: string }
  | { readonly pattern: '/health' | '/openapi.json' | '/link-status' | '/webhooks' };

/** Routes that exist only where an option opens them. */
export interface OpenRoutes {
  readonly onboarding: boolean;
  readonly webhooks: boolean;
}

interface Candidate {
  readonly methods: readonly string[];
  readonly route: Route;
}

/** The methods of a path, for a preflight. Throws 404 `not-found`. */
export function methodsAt(path: string, open: OpenRoutes): string[] {
  const candidates = candidatesAt(path, open);
  if (candidates.length === 0) throw notFound();
  return candidates.flatMap(({ methods }) => methods);
}

/** Finds the route of a request. Throws 404 `not-found` or 405 `method-not-allowed` with `Allow`. */
export function matchRoute(method: string, path: string, open: OpenRoutes): Route {
  const candidates = candidatesAt(path, open);
  if (candidates.length === 0)
    throw new ProblemError('not-found', 'There is nothing at this path.');
  const match = candidates.find(({ methods }) => methods.includes(method));
  if (match) return match.route;
  const headers = { allow: candidates.flatMap(({ methods }) => methods).join(', ') };
  throw new ProblemError('method-not-allowed', 'This path has other methods.', { headers });
}

function notFound(): ProblemError {
  return new ProblemError('not-found', 'There is nothing at this path.');
}

/** HEAD belongs to GET (RFC 9110 section 9.1): monitors and content networks ask with it. */
const reading = ['GET', 'HEAD'] as const;

/** True for the route that servers call, and no page may. */
export function isForServers(path: string, { webhooks }: OpenRoutes): boolean {
  return webhooks && path === '/webhooks';
}

function candidatesAt(path: string, { onboarding, webhooks }: OpenRoutes): Candidate[] {
  if (webhooks && path === '/webhooks') return [{ methods: ['POST'], route: { pattern: path } }];
  if (webhooks && path === '/link-status') return [{ methods: reading, route: { pattern: path } }];
  if (path === '/health' || path === '/openapi.json') {
    return [{ methods: reading, route: { pattern: path } }];
  }
  const named = /^\/(elements|elements-messages)(?:\.([0-9a-f]{16}))?\.(js|css)$/.exec(path);
  const file = elementsFiles.find((each) => each === `${named?.[1]}.${named?.[3]}`);
  if (file) {
    const hash = named?.[2];
    return [
      { methods: reading, route: { pattern: `/${file}` as const, file, ...(hash && { hash }) } },
    ];
  }
  return candidatesOfContract(path, onboarding);
}

/** The methods of an operation. A PUT may come as a POST too: load balancers re-send a PUT, firewalls block it. */
export function methodsOf(operation: OperationName): readonly string[] {
  const { method } = operations[operation];
  return method === 'PUT' ? ['PUT', 'POST'] : [method];
}

/** True for what only staff and back ends of the integrator may do. */
export function isOnboarding(operation: OperationName): boolean {
  const credentials: readonly string[] = operations[operation].credentials;
  return credentials.includes('svc-secret');
}

/** What matching needs of the contract's operations: looked up once, not with each request. */
const contractEntries = (Object.keys(contractRoutes) as OperationName[]).map((operation) => {
  const pattern = operations[operation].path;
  return {
    operation,
    pattern,
    methods: methodsOf(operation),
    isForStaff: isOnboarding(operation),
    endsWithLocation: pattern.endsWith('/{location}'),
  };
});

/** The contract's own paths. */
function candidatesOfContract(path: string, onboarding: boolean): Candidate[] {
  const found: Candidate[] = [];
  for (const { operation, pattern, methods, isForStaff, endsWithLocation } of contractEntries) {
    if (isForStaff && !onboarding) continue;
    if (path === pattern) found.push({ methods, route: { pattern, operation } });
    const segment = endsWithLocation && lastSegment(path, pattern);
    if (segment) found.push({ methods, route: { pattern, operation, pathLocation: segment } });
  }
  return found;
}

/** The last segment of `path`, when all before it is the pattern's. */
function lastSegment(path: string, pattern: string): string | undefined {
  const base = pattern.slice(0, -'{location}'.length);
  const segment = path.startsWith(base) ? path.slice(base.length) : '';
  return segment.includes('/') ? undefined : segment;
}
