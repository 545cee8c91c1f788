import { operationNames, operations, type OperationName } from '../../contract/index.js';
import { ProblemError } from './problem.js';
import { elementsFiles, type ElementsFile } from './script.js';

/** The route of a request. A `{location}` comes as it was sent: one segment, still encoded. */
export type Route = OperationRoute | AuxiliaryRoute;

/** The route of one of the contract's operations. */
export interface OperationRoute {
  readonly pattern: string;
  readonly operation: OperationName;
  readonly pathLocation?: string;
}

/** A route that is not part of the service's contract. */
export type AuxiliaryRoute =
  | { readonly pattern: `/${ElementsFile}`; readonly file: ElementsFile; readonly hash?: string }
  | { readonly pattern: '/health' | '/ready' | '/openapi.json' | '/link-status' | '/webhooks' };

/** Routes that exist only when an option opens them. */
export interface OpenRoutes {
  readonly onboarding: boolean;
  readonly webhooks: boolean;
}

interface Candidate {
  readonly methods: readonly string[];
  readonly route: Route;
}

/** Returns the path of a request below the mount. Throws 404 `not-found` outside of it, as when a server mounts it elsewhere. */
export function pathBelow(mount: string, request: Request): string {
  const pathname = pathOf(request);
  if (pathname.startsWith(`${mount}/`)) return pathname.slice(mount.length);
  const detail = `There is nothing at this path. The proxy answers under ${mount}/, its mount.`;
  throw new ProblemError('not-found', detail);
}

/** The URL of a request is normalized (Fetch standard, "Request class"), so the path can be cut out without parsing. */
function pathOf({ url }: Request): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const length = url.slice(start).search(/[?#]/);
  return length < 0 ? url.slice(start) : url.slice(start, start + length);
}

/** Returns the methods of a path, for a preflight. Throws 404 `not-found`. */
export function methodsAt(path: string, open: OpenRoutes): string[] {
  return candidatesAt(path, open).flatMap(({ methods }) => methods);
}

/** Finds the route of a request. Throws 404 `not-found` or 405 `method-not-allowed` with `Allow`. */
export function matchRoute(method: string, path: string, open: OpenRoutes): Route {
  const candidates = candidatesAt(path, open);
  const match = candidates.find(({ methods }) => methods.includes(method));
  if (match) return match.route;
  const headers = { allow: candidates.flatMap(({ methods }) => methods).join(', ') };
  throw new ProblemError('method-not-allowed', 'This path has other methods.', { headers });
}

/** HEAD belongs to GET (RFC 9110 section 9.1): monitors and content networks use it. */
const reading = ['GET', 'HEAD'] as const;

/** True for the route that servers call, and pages may not. */
export function isForServers(path: string, { webhooks }: OpenRoutes): boolean {
  return webhooks && path === '/webhooks';
}

/** At least one. Throws 404 `not-found`. */
function candidatesAt(path: string, open: OpenRoutes): Candidate[] {
  const auxiliary = auxiliaryCandidate(path, open);
  const candidates = auxiliary ? [auxiliary] : operationCandidates(path, open);
  if (candidates.length > 0) return candidates;
  throw new ProblemError('not-found', 'There is nothing at this path.');
}

function auxiliaryCandidate(path: string, { webhooks }: OpenRoutes): Candidate | undefined {
  if (webhooks && path === '/webhooks') return { methods: ['POST'], route: { pattern: path } };
  if (webhooks && path === '/link-status') return { methods: reading, route: { pattern: path } };
  if (path === '/health' || path === '/ready' || path === '/openapi.json') {
    return { methods: reading, route: { pattern: path } };
  }
  const named = /^\/(elements|elements-messages)(?:\.([0-9a-f]{16}))?\.(js|css)$/.exec(path);
  const file = elementsFiles.find((each) => each === `${named?.[1]}.${named?.[3]}`);
  if (!file) return undefined;
  const hash = named?.[2];
  return { methods: reading, route: { pattern: `/${file}` as const, file, ...(hash && { hash }) } };
}

/** Returns the methods of an operation, without HEAD. A PUT can come as a POST: load balancers repeat a PUT, firewalls block it. */
function methodsOf(operation: OperationName): readonly string[] {
  const { method } = operations[operation];
  return method === 'PUT' ? ['PUT', 'POST'] : [method];
}

/** True for operations that only the integrator's staff and back ends may use. */
export function isOnboarding(operation: OperationName): boolean {
  const credentials: readonly string[] = operations[operation].credentials;
  return credentials.includes('svc-secret');
}

/** The operations as matching needs them, computed once. */
const operationRoutes = operationNames.map((operation) => {
  const pattern = operations[operation].path;
  return {
    operation,
    pattern,
    methods: operations[operation].method === 'GET' ? reading : methodsOf(operation),
    isForStaff: isOnboarding(operation),
    endsWithLocation: pattern.endsWith('/{location}'),
  };
});

function operationCandidates(path: string, { onboarding }: OpenRoutes): Candidate[] {
  const found: Candidate[] = [];
  for (const { operation, pattern, methods, isForStaff, endsWithLocation } of operationRoutes) {
    if (isForStaff && !onboarding) continue;
    if (path === pattern) found.push({ methods, route: { pattern, operation } });
    const pathLocation = endsWithLocation && lastSegment(path, pattern);
    if (pathLocation) found.push({ methods, route: { pattern, operation, pathLocation } });
  }
  return found;
}

/** Returns the last segment of `path` when the segments before it are those of the pattern. */
function lastSegment(path: string, pattern: string): string | undefined {
  const base = pattern.slice(0, -'{location}'.length);
  const segment = path.startsWith(base) ? path.slice(base.length) : '';
  return segment.includes('/') ? undefined : segment;
}
