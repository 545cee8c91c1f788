import * as z from 'zod';
import { declaredErrors, operationNames, type OperationName } from '../contract/index.js';
import type { FieldSchemas } from '../contract/fields.js';

/** Number of calls that a fault affects. */
const count = z.int().min(1).optional();
const delayMs = z.int().min(0).max(600_000).optional();

/** A fault in the next `count` calls of an operation. */
interface OperationFault {
  /** The operation that is answered differently. */
  operation: OperationName;
  /** HTTP status, 200 to 599. A 2xx without a `body` leaves the answer unchanged, so that it can be delayed. */
  status: number;
  /**
   * Message of the error body.
   * @default the one that the operation declares for this status
   */
  message?: string | undefined;
  /** Replaces the body of the answer: a string is sent unchanged, other values as JSON. */
  body?: z.core.util.JSONType | undefined;
  /** Milliseconds by which the answer is delayed. An unchanged answer takes effect before the delay. */
  delayMs?: number | undefined;
  /**
   * Number of calls that it affects.
   * @default 1
   */
  count?: number | undefined;
}

const OperationFaultSchema = z
  .strictObject({
    operation: z.enum(operationNames),
    status: z.int().min(200).max(599),
    message: z.string().optional(),
    body: z.json().optional(),
    delayMs,
    count,
  } satisfies FieldSchemas<OperationFault>)
  .refine(
    ({ message, body, status }) => message === undefined || (body === undefined && status >= 300),
    {
      path: ['message'],
      error: 'A message needs an error status, and no body beside it',
    },
  );

/** A fault in the next `count` webhooks. */
interface WebhookFault {
  /** Says that the fault is one of webhooks. */
  operation: 'webhook';
  /**
   * `early`: first sent before the answer or page that caused it, which waits for no retry. `late`: `delayMs` after it.
   * `twice`: the same bytes again. `never`: not sent. `forged`: signed with another secret. `stale`: signed ten minutes
   * ago.
   */
  mode: 'early' | 'late' | 'twice' | 'never' | 'forged' | 'stale';
  /**
   * Milliseconds of the delay of `late`.
   * @default 5_000
   */
  delayMs?: number | undefined;
  /**
   * Number of webhooks that it affects.
   * @default 1
   */
  count?: number | undefined;
}

const WebhookFaultSchema = z
  .strictObject({
    operation: z.literal('webhook'),
    mode: z.enum(['early', 'late', 'twice', 'never', 'forged', 'stale']),
    delayMs,
    count,
  } satisfies FieldSchemas<WebhookFault>)
  .refine(({ mode, delayMs }) => delayMs === undefined || mode === 'late', {
    path: ['delayMs'],
    error: 'Only a late webhook has a delay',
  });

export const FaultSchema = z.discriminatedUnion('operation', [
  OperationFaultSchema,
  WebhookFaultSchema,
]);
/** A fault to arm in the sandbox. */
export type Fault = OperationFault | WebhookFault;

/** A fault with the number of calls that it still affects. */
export type ArmedFault = Fault & { count: number };

/** Takes the oldest fault that is armed for an operation, or for webhooks, and counts it down. */
export function takeFault<Operation extends Fault['operation']>(
  faults: ArmedFault[],
  operation: Operation,
): Extract<Fault, { operation: Operation }> | undefined;
export function takeFault(faults: ArmedFault[], operation: Fault['operation']): Fault | undefined {
  const fault = faults.find((armed) => armed.operation === operation);
  if (!fault) return undefined;
  fault.count -= 1;
  if (fault.count === 0) faults.splice(faults.indexOf(fault), 1);
  return fault;
}

/** The answer that a fault sends instead; undefined where it leaves the answer unchanged. */
export function faultResponse(fault: OperationFault): Response | undefined {
  const { operation, status, body } = fault;
  if (body === undefined && status < 300) return undefined;
  const init = { status, headers: status < 300 ? {} : { 'sandbox-reason': 'Armed fault' } };
  if ([204, 205, 304].includes(status)) return new Response(null, init);
  if (typeof body === 'string') return new Response(body, init);
  const declared = declaredErrors(operation).find((error) => error.status === status);
  const message = fault.message ?? declared?.message ?? 'Armed in the sandbox';
  return Response.json(body === undefined ? { message } : body, init);
}
