/** What the generated document and pages read of the proxy's tables. No other generator names a file of `src/proxy`. */
import { operations, type OperationName } from '../src/contract/index.js';
import { statuses, titles, type ProblemCode } from '../src/proxy/http/index.js';
import { operatorCodes, settingCodes } from '../src/proxy/log/failure-log.js';

export { bodySchemas, stringKeywords } from '../src/proxy/gates/index.js';
export { proxySettings, webhookSettings } from '../src/proxy/settings/index.js';
export { titles, type ProblemCode };

/** The codes of problems, in the order of their statuses. */
export const codes = Object.keys(statuses) as ProblemCode[];

/** The status of a code. An unknown location has a second one: in the contract, it is 422 on the estimation. */
export function statusOf(code: ProblemCode): number {
  return statuses[code];
}

/** The option that may be wrong where the proxy refuses with this code. */
export function optionOf(code: ProblemCode): string | undefined {
  return settingCodes[code];
}

/** True for a failure of the service, which is logged. */
export function isServiceFailure(code: ProblemCode): boolean {
  return operatorCodes.includes(code);
}

/** The methods of an operation, without HEAD. A PUT may also come as a POST. */
export function methodsOf(operation: OperationName): string[] {
  const { method } = operations[operation];
  return method === 'PUT' ? ['PUT', 'POST'] : [method];
}

/** True for operations that only the integrator's staff and back ends may use. */
export function isOnboarding(operation: OperationName): boolean {
  const credentials: readonly string[] = operations[operation].credentials;
  return credentials.includes('svc-secret');
}
