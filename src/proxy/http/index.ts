/** HTTP as the proxy speaks it: its problems, its routes, its script. */
export {
  ProblemError,
  invalidRequest,
  statuses,
  storeUnavailable,
  titles,
  toPath,
  toProblemResponse,
  type FieldError,
  type ProblemCode,
  type ProblemDetails,
} from './problem.js';
export {
  isForServers,
  isOnboarding,
  matchRoute,
  methodsAt,
  methodsOf,
  pathBelow,
  type AuxiliaryRoute,
  type OperationRoute,
} from './route.js';
export { serveElementsFile } from './script.js';
export { UnknownLinkHostError, toProblem, toServiceProblem } from './service-problem.js';
