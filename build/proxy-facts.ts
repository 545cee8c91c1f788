/** The parts of the proxy's tables that the generators read. No other generator imports a file from `src/proxy`. */
import { operations, type OperationName } from '../src/contract/index.js';
import { problemRow, toProblem, type ProblemCode } from '../src/proxy/problems.js';
import { callService } from '../src/service/call.js';

export type { ElementsFile } from '../src/proxy/files.js';
export { bodySchemas, LineQuerySchema } from '../src/proxy/fields/body-schemas.js';
export { stringKeywords } from '../src/proxy/fields/string-rules.js';
export { isOnboarding } from '../src/proxy/policy.js';
export { problemCodes as codes, titles, type ProblemCode } from '../src/proxy/problems.js';
export { proxySettings, webhookSettings } from '../src/proxy/proxy-settings.js';

/** Returns the status of a code. An unknown location has a second one: in the contract, it's 422 on estimation. */
export function statusOf(code: ProblemCode): number {
  return problemRow(code).status;
}

/** Returns the methods of an operation, without HEAD. A PUT can also be sent as a POST. */
export function methodsOf(operation: OperationName): string[] {
  const { method } = operations[operation];
  return method === 'PUT' ? ['PUT', 'POST'] : [method];
}

/** Returns the proxy's response, in Markdown, if the service responds to an operation with this status and message. */
export async function problemFor(operation: OperationName, status: number, message: string) {
  const response = { status, retryAfter: null, sandboxReason: null, text: async () => message };
  const context = {
    baseUrl: 'https://service.example',
    credentials: { 'svc-key': 'key', 'svc-secret': 'secret' },
    exchange: async () => response,
    timeout: 4_000,
    linkTimeout: 4_000,
  };
  const error: unknown = await callService(context, { operation }).catch(
    (thrown: unknown) => thrown,
  );
  const { status: problemStatus, code } = toProblem(error);
  return `${problemStatus} [\`${code}\`](errors.md#${code})`;
}
