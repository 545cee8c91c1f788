import { operations, routes as contractRoutes, type OperationName } from '../contract/index.js';
import { ProblemError } from './problem.js';

/** What a request asks for. `{location}` comes decoded. */
export type Route =
  | { readonly pattern: string; readonly operation: OperationName; readonly pathLocation?: string }
  | { readonly pattern: '/elements.js'; readonly hash?: string }
  | { readonly pattern: '/health' };

interface Candidate {
  readonly methods: readonly string[];
  readonly route: Route;
}

/** Finds the route of a request. Throws 404 `not-found` or 405 `method-not-allowed` with `Allow`. */
export function matchRoute(method: string, path: string, onboarding: boolean): Route {
  const candidates = candidatesAt(path, onboarding);
  const [first] = candidates;
  if (!first) throw new ProblemError('not-found', 'There is nothing at this path.');
  const match = candidates.find(({ methods }) => methods.includes(method));
  if (match) return match.route;
  const headers = { allow: candidates.flatMap(({ methods }) => methods).join(', ') };
  throw new ProblemError('method-not-allowed', 'This path has other methods.', { headers });
}

function candidatesAt(path: string, onboarding: boolean): Candidate[] {
  if (path === '/health') return [{ methods: ['GET'], route: { pattern: '/health' } }];
  const script = /^\/elements(?:\.([0-9a-f]{16}))?\.js$/.exec(path);
  if (script) {
    const hash = script[1];
    return [{ methods: ['GET'], route: { pattern: '/elements.js', ...(hash && { hash }) } }];
  }
  return candidatesOfContract(path, onboarding);
}

/** The contract's own paths. A PUT may come as a POST too: load balancers re-send a PUT, firewalls block it. */
function candidatesOfContract(path: string, onboarding: boolean): Candidate[] {
  const found: Candidate[] = [];
  for (const operation of Object.keys(contractRoutes) as OperationName[]) {
    const { method, path: pattern, credentials } = operations[operation];
    const isOnboarding = (credentials as readonly string[]).includes('svc-secret');
    if (isOnboarding && !onboarding) continue;
    const methods = method === 'PUT' ? ['PUT', 'POST'] : [method];
    if (path === pattern) found.push({ methods, route: { pattern, operation } });
    const segment = pattern.endsWith('/{location}') && lastSegment(path, pattern);
    if (segment) found.push({ methods, route: { pattern, operation, pathLocation: segment } });
  }
  return found;
}

/** The decoded last segment of `path`, when all before it is the pattern's. */
function lastSegment(path: string, pattern: string): string | undefined {
  const base = pattern.slice(0, -'{location}'.length);
  const segment = path.startsWith(base) ? path.slice(base.length) : '';
  if (!segment || segment.includes('/')) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ProblemError('invalid-request', 'The path is not valid.', {
      errors: [{ path: 'location', message: 'Invalid percent-encoding' }],
    });
  }
}
