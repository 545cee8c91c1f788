/** The proxy's HTTP: problems, routes, response headers and the script. */
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
export { chooseRequestId, finishResponse } from './response-headers.js';
export {
  isForServers,
  isOnboarding,
  matchRoute,
  methodsAt,
  pathBelow,
  type AuxiliaryRoute,
  type OperationRoute,
} from './route.js';
export { serveElementsFile, serveOpenApiDocument } from './script.js';
export { UnknownLinkHostError, toProblem, toServiceProblem } from './service-problem.js';
