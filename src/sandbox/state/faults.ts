import * as z from 'zod';
import { declaredErrors, operationNames } from '../../contract/index.js';

/** Number of calls that a fault affects. */
const count = z.int().min(1).default(1);
const delayMs = z.int().min(0).max(600_000).optional();

/** A fault in the next `count` calls of an operation. */
const OperationFaultSchema = z
  .strictObject({
    operation: z.enum(operationNames),
    /** A 2xx without a `body` leaves the answer unchanged, so that it can be delayed. */
    status: z.int().min(200).max(599),
    /** Message of the error body. Default: the one that the operation declares for this status. */
    message: z.string().optional(),
    /** Replaces the body of the answer: a string is sent unchanged, other values as JSON. */
    body: z.json().optional(),
    /** Milliseconds by which the answer is delayed. An unchanged answer takes effect before the delay. */
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

/** A fault in the next `count` webhooks. */
const WebhookFaultSchema = z
  .strictObject({
    operation: z.literal('webhook'),
    /**
     * `early`: delivered before the answer or page that caused it. `late`: `delayMs` after it. `twice`: the same bytes
     * again. `never`: not sent. `forged`: signed with another secret. `stale`: signed ten minutes ago.
     */
    mode: z.enum(['early', 'late', 'twice', 'never', 'forged', 'stale']),
    /** Milliseconds of the delay of `late`. Default: 5,000. */
    delayMs,
    count,
  })
  .refine(({ mode, delayMs }) => delayMs === undefined || mode === 'late', {
    path: ['delayMs'],
    error: 'Only a late webhook has a delay',
  });

/** Schema of a fault. */
export const FaultSchema = z.discriminatedUnion('operation', [
  OperationFaultSchema,
  WebhookFaultSchema,
]);
export type Fault = z.infer<typeof FaultSchema>;

/** Takes the oldest fault that is armed for an operation, or for webhooks, and counts it down. */
export function takeFault<Operation extends Fault['operation']>(
  faults: Fault[],
  operation: Operation,
): Extract<Fault, { operation: Operation }> | undefined;
export function takeFault(faults: Fault[], operation: Fault['operation']): Fault | undefined {
  const fault = faults.find((armed) => armed.operation === operation);
  if (fault && --fault.count === 0) faults.splice(faults.indexOf(fault), 1);
  return fault;
}

/** The answer that a fault sends instead; undefined where it leaves the answer unchanged. */
export function faultResponse(fault: OperationFault): Response | undefined {
  const { operation, status, body } = fault;
  if (body === undefined && status < 300) return undefined;
  if ([204, 205, 304].includes(status)) return new Response(null, { status });
  if (typeof body === 'string') return new Response(body, { status });
  const declared = declaredErrors(operation).find((error) => error.status === status);
  const message = fault.message ?? declared?.message ?? 'Armed in the sandbox';
  return Response.json(body === undefined ? { message } : body, { status });
}
