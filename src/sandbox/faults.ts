import * as z from 'zod';
import { declaredErrors, operationNames, type OperationName } from '../contract/index.js';
import type { FieldSchemas } from '../contract/fields.js';
import { sandboxReasonHeader } from '../internal/exchange.js';

/** The number of calls that a fault affects. */
const count = z.int().min(1).optional();
const delayMs = z.int().min(0).max(600_000).optional();

/** A fault for the next `count` calls of an operation. */
interface OperationFault {
  /** The operation whose responses change. */
  operation: OperationName;
  /** The HTTP status, 200 to 599. A 2xx status without a `body` keeps the normal response, so that it can be delayed. */
  status: number;
  /**
   * The message of the error body.
   * @default the message that the operation declares for this status
   */
  message?: string | undefined;
  /** The new body of the response. A string is sent unchanged, other values as JSON. */
  body?: z.core.util.JSONType | undefined;
  /** The delay of the response, in ms. A normal response takes effect before the delay. */
  delayMs?: number | undefined;
  /**
   * The number of calls that the fault affects.
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
      error: 'A message needs an error status and no body',
    },
  );

/** A fault for the next `count` changes that send webhooks. */
interface WebhookFault {
  /** Marks this as a fault for webhooks. */
  operation: 'webhook';
  /**
   * `early`: sent before the response or page that triggers it. Retries aren't waited for. `late`: sent `delayMs` after it.
   * `twice`: the same bytes are sent twice. `never`: not sent. `forged`: signed with another secret. `stale`: signed with a
   * timestamp ten minutes old.
   */
  mode: 'early' | 'late' | 'twice' | 'never' | 'forged' | 'stale';
  /**
   * The delay of a `late` webhook, in ms.
   * @default 5_000
   */
  delayMs?: number | undefined;
  /**
   * The number of changes that the fault affects. All webhooks of a change share it.
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
/** A fault that can be armed in the sandbox. */
export type Fault = OperationFault | WebhookFault;

/** An armed fault with the remaining number of calls that it affects. */
export type ArmedFault = Fault & { count: number };

/** Returns the oldest armed fault for an operation or for webhooks, and decrements its count. */
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

/** Returns the response that a fault sends instead, or undefined if it keeps the normal response. */
export function faultResponse(fault: OperationFault): Response | undefined {
  const { operation, status, body } = fault;
  if (body === undefined && status < 300) return undefined;
  const init = { status, headers: status < 300 ? {} : { [sandboxReasonHeader]: 'Armed fault' } };
  if ([204, 205, 304].includes(status)) return new Response(null, init);
  if (typeof body === 'string') return new Response(body, init);
  const declared = declaredErrors(operation).find((error) => error.status === status);
  const message = fault.message ?? declared?.message ?? 'Armed in the sandbox';
  return Response.json(body === undefined ? { message } : body, init);
}
