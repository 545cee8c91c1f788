import * as z from 'zod';
import { declaredErrors, operationNames } from '../contract/index.js';

/** How often a fault happens, unless `count` says so. */
const count = z.int().min(1).default(1);
const delayMs = z.int().min(0).max(600_000).optional();

/** An operation misbehaves for its next `count` calls. */
const OperationFaultSchema = z
  .strictObject({
    operation: z.enum(operationNames),
    /** A 2xx without a `body` leaves the answer as it is, so that it can be late. */
    status: z.int().min(200).max(599),
    /** For the error body, where none is given. Default: what the operation declares for this status. */
    message: z.string().optional(),
    /** Sent instead of the answer: text as it is, anything else as JSON. */
    body: z.json().optional(),
    /** How long the answer is held back, in ms. A true answer has had its effects by then. */
    delayMs,
    count,
  })
  .refine(
    ({ message, body, status }) => message === undefined || (body === undefined && status >= 300),
    {
      path: ['message'],
      error: 'A message needs an error status, and no body beside it',
    },
  );
type OperationFault = z.infer<typeof OperationFaultSchema>;

/** The next `count` webhooks go astray. */
const WebhookFaultSchema = z
  .strictObject({
    operation: z.literal('webhook'),
    /**
     * `early`: delivered before the answer or the page that it is about. `late`: `delayMs` after it. `twice`: the same
     * bytes again. `never`. `forged`: signed with another secret. `stale`: signed ten minutes ago.
     */
    mode: z.enum(['early', 'late', 'twice', 'never', 'forged', 'stale']),
    /** Of `late`, in ms. Default: 5,000. */
    delayMs,
    count,
  })
  .refine(({ mode, delayMs }) => delayMs === undefined || mode === 'late', {
    path: ['delayMs'],
    error: 'Only a late webhook has a delay',
  });

/** What may be armed. */
export const FaultSchema = z.discriminatedUnion('operation', [
  OperationFaultSchema,
  WebhookFaultSchema,
]);
export type Fault = z.infer<typeof FaultSchema>;

/** Takes the oldest fault armed for an operation, or for webhooks, counting it down. */
export function takeFault<Operation extends Fault['operation']>(
  faults: Fault[],
  operation: Operation,
): Extract<Fault, { operation: Operation }> | undefined;
export function takeFault(faults: Fault[], operation: Fault['operation']): Fault | undefined {
  const fault = faults.find((armed) => armed.operation === operation);
  if (fault && --fault.count === 0) faults.splice(faults.indexOf(fault), 1);
  return fault;
}

/** The answer that a fault puts in the place of the true one; undefined where it leaves that as it is. */
export function faultResponse(fault: OperationFault): Response | undefined {
  const { operation, status, body } = fault;
  if (body === undefined && status < 300) return undefined;
  if ([204, 205, 304].includes(status)) return new Response(null, { status });
  if (typeof body === 'string') return new Response(body, { status });
  const declared = declaredErrors(operation).find((error) => error.status === status);
  const message = fault.message ?? declared?.message ?? 'Armed in the sandbox';
  return Response.json(body === undefined ? { message } : body, { status });
}
