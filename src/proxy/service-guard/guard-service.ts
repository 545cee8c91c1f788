/**
 * Guards the calls of the service: limits the calls in flight, and stops calling an operation or a location that keeps
 * failing. A refusal is immediate and means that nothing was sent.
 *
 * Callers choose the location, and a location can cause a 500 (service document, "Location attribute missing"). So an
 * answer of 5xx counts against its location alone, and cannot close the operation for other locations. No answer at all
 * (no connection, no end in time) counts against the operation. Any answer below 500 is a success. A call whose caller
 * goes away counts as neither.
 *
 * Not a library: cockatiel, the usual one, reads the wall clock, which can jump, and makes every caller wait for the
 * trial call.
 */
import { LRUCache } from 'lru-cache';
import { operationNames, operations, type OperationName } from '../../contract/index.js';
import {
  FinancingServiceError,
  InvalidServiceResponseError,
  ServiceResponseError,
  type FinancingService,
} from '../../service/index.js';
import { ProblemError } from '../http/index.js';
import type { Observer } from '../observer/index.js';
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.js';

/** Options of `guardService`. */
export interface ServiceGuardOptions {
  /**
   * Most calls at a time. Operations that read (estimation, status) take at most three quarters of them, and so do
   * operations that write (links, locations): slow calls of one kind leave a quarter to the other.
   * @default 64
   */
  readonly maxInFlight?: number;
  /** Receives refusals, and the changes of circuits. */
  readonly observer?: Observer | undefined;
  /**
   * Called when an operation works again after eight failures in a row or more, at one location or at all of them, with
   * the milliseconds since the first of these failures. For an outage of several locations, once for each.
   */
  readonly onRecovery?: ((operation: OperationName, durationMs: number) => void) | undefined;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
}

/** What a call shows about the service. */
type Health = 'answered' | 'failed' | 'silent' | 'unknown';

/** Locations whose circuits are remembered for each operation. Only failing ones have a circuit. */
const maxLocations = 1_000;

/** The location that a call is about; empty for a call without one. */
const locationOf: {
  readonly [Name in OperationName]: (...args: Parameters<FinancingService[Name]>) => string;
} = {
  estimatePayments: (_items, query) => query?.location ?? '',
  createPayOverTimeLink: ({ location }) => location,
  createPrequalLink: ({ location }) => location,
  addMerchantLocation: ({ location }) => location,
  getMerchantStatus: (location) => location,
};

/**
 * Guards a service client. Over the limit a call rejects with `overloaded`, with an open circuit with `service-busy`.
 * Both are `ProblemError`s, and nothing was sent. Errors of calls that were made are passed on unchanged.
 */
export function guardService(
  service: FinancingService,
  {
    maxInFlight = 64,
    observer,
    onRecovery,
    now = () => performance.now(),
  }: ServiceGuardOptions = {},
): FinancingService {
  const inFlight = { reads: 0, writes: 0 };
  const mostOfKind = Math.ceil(maxInFlight * 0.75);

  function isFull(kind: keyof typeof inFlight): boolean {
    return inFlight[kind] >= mostOfKind || inFlight.reads + inFlight.writes >= maxInFlight;
  }

  function guard<Name extends OperationName>(operation: Name): FinancingService[Name] {
    const kind = operations[operation].retryable ? 'reads' : 'writes';
    const noteRecovery = (state: 'open' | 'closed', failingMs: number) => {
      if (state === 'closed') onRecovery?.(operation, failingMs);
    };
    const createCircuit = (scope: 'operation' | 'location') =>
      createCircuitBreaker(now, (state, failingMs) => {
        observer?.({ type: 'circuit', operation, scope, state });
        if (scope === 'location') noteRecovery(state, failingMs);
      });
    const circuit = createCircuit('operation');
    // Refuses no call. It counts failures of each kind at all locations: a service that comes back often answers 5xx
    // first, which closes the circuit of the operation and is not the end of an outage.
    const outage = createCircuitBreaker(now, noteRecovery);
    const circuitsByLocation = new LRUCache<string, CircuitBreaker>({ max: maxLocations });
    const call: (...args: never[]) => Promise<unknown> = service[operation];
    const readLocation: (...args: never[]) => string = locationOf[operation];

    function record(location: string, health: Health): void {
      if (health === 'unknown') return;
      if (health === 'answered') outage.succeed();
      else outage.fail();
      if (health === 'silent') return circuit.fail();
      circuit.succeed();
      if (health === 'answered') {
        circuitsByLocation.get(location)?.succeed();
        return void circuitsByLocation.delete(location);
      }
      const ofLocation = circuitsByLocation.get(location) ?? createCircuit('location');
      circuitsByLocation.set(location, ofLocation);
      ofLocation.fail();
    }

    async function guarded(...args: never[]): Promise<unknown> {
      const location = readLocation(...args);
      if (isFull(kind)) {
        observer?.({ type: 'service-call-refused', operation, reason: 'overloaded' });
        throw refusal('overloaded', 1_000);
      }
      const ofLocation = circuitsByLocation.get(location);
      const remainingMs = Math.max(circuit.remainingMs(), ofLocation?.remainingMs() ?? 0);
      if (remainingMs > 0) {
        observer?.({ type: 'service-call-refused', operation, reason: 'circuit-open' });
        throw refusal('service-busy', remainingMs);
      }
      circuit.enter();
      ofLocation?.enter();

      inFlight[kind] += 1;
      try {
        const result = await call(...args);
        record(location, 'answered');
        return result;
      } catch (error) {
        record(location, healthAfter(error));
        throw error;
      } finally {
        inFlight[kind] -= 1;
      }
    }
    return guarded as FinancingService[Name];
  }

  const guarded = operationNames.map((operation) => [operation, guard(operation)]);
  return Object.fromEntries(guarded) as FinancingService;
}

function healthAfter(error: unknown): Health {
  if (error instanceof ServiceResponseError) return error.status < 500 ? 'answered' : 'failed';
  if (error instanceof InvalidServiceResponseError) return 'failed';
  return error instanceof FinancingServiceError ? 'silent' : 'unknown';
}

function refusal(code: 'overloaded' | 'service-busy', remainingMs: number): ProblemError {
  return new ProblemError(code, 'The service is busy.', {
    retryAfterSeconds: Math.ceil(remainingMs / 1_000),
  });
}
