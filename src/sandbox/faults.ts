import * as z from 'zod';
import { declaredErrors, operationNames, type OperationName } from '../contract/index.js';

/** What may be armed: an operation misbehaves for its next `count` calls. */
export const FaultSchema = z
  .strictObject({
    operation: z.enum(operationNames),
    /** A 2xx without a `body` leaves the answer as it is, so that it can be late. */
    status: z.int().min(200).max(599),
    /** For the error body, where none is given. Default: what the operation declares for this status. */
    message: z.string().optional(),
    /** Sent instead of the answer: text as it is, anything else as JSON. */
    body: z.json().optional(),
    /** How long the answer is held back, in ms. A true answer has had its effects by then. */
    delayMs: z.int().min(0).max(600_000).optional(),
    count: z.int().min(1).default(1),
  })
  .refine(
    ({ message, body, status }) => message === undefined || (body === undefined && status >= 300),
    {
      path: ['message'],
      error: 'A message needs an error status, and no body beside it',
    },
  );
export type Fault = z.infer<typeof FaultSchema>;

/** Takes the oldest fault armed for an operation, counting it down. */
export function takeFault(faults: Fault[], operation: OperationName): Fault | undefined {
  const fault = faults.find((armed) => armed.operation === operation);
  if (fault && --fault.count === 0) faults.splice(faults.indexOf(fault), 1);
  return fault;
}

/** The answer that a fault puts in the place of the true one; undefined where it leaves that as it is. */
export function faultResponse(fault: Fault): Response | undefined {
  const { operation, status, body } = fault;
  if (body === undefined && status < 300) return undefined;
  if ([204, 205, 304].includes(status)) return new Response(null, { status });
  if (typeof body === 'string') return new Response(body, { status });
  const declared = declaredErrors(operation).find((error) => error.status === status);
  const message = fault.message ?? declared?.message ?? 'Armed in the sandbox';
  return Response.json(body === undefined ? { message } : body, { status });
}

/** Waits until a fault lets its answer go, or the caller has given up. */
export function delayOf({ delayMs = 0 }: Fault, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, delayMs);
    signal.addEventListener('abort', done);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
