/**
 * Stands between the proxy and a service in trouble: a cap on the calls in flight, and circuits that stop calling
 * what fails. A refusal is immediate, and says that nothing was sent.
 *
 * Who opens a circuit? Callers choose locations, and a location can provoke a 500 (service document, "Location
 * attribute missing"), so an answer, however bad, is about its location and counts for that alone: it cannot take
 * the operation from other locations. No answer at all (no connection, no end in time) is about the service and
 * counts for the operation. An answer below 500 is a success, whatever it refuses; a caller that leaves is neither.
 *
 * Not a library: cockatiel, the usual one, reads the wall clock, which may jump, and makes every caller wait for
 * the call that tries again.
 */
import { LRUCache } from 'lru-cache';
import { operations, type OperationName } from '../contract/index.js';
import {
  FinancingServiceError,
  InvalidServiceResponseError,
  ServiceResponseError,
  type FinancingService,
} from '../service/index.js';
import { createCircuit, type Circuit } from './circuit.js';
import { ProblemError } from './problem.js';

/** Options of `protectService`. */
export interface ProtectOptions {
  /**
   * Most calls at a time. What only reads (estimation, status) gets three quarters of them, so that a slow
   * estimation does not keep a shopper from applying.
   * @default 64
   */
  readonly maxInFlight?: number;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
}

/** What a call says of the service. A caller that leaves, or asks for what cannot be sent, says nothing. */
type Outcome = 'answer' | 'bad-answer' | 'no-answer' | 'nothing';

/** Locations whose circuits are remembered, per operation. Only those that fail have one. */
const mostLocations = 1_000;

/**
 * Protects a service client. Over the cap a call rejects with `overloaded`, on an open circuit with `service-busy`.
 * Both are `ProblemError`s, and nothing was sent; every error of a call that went out is passed on as it is.
 */
export function protectService(
  service: FinancingService,
  { maxInFlight = 64, now = () => performance.now() }: ProtectOptions = {},
): FinancingService {
  let inFlight = 0;

  /** Returns what runs the calls of one operation. */
  function protect(operation: OperationName) {
    const most = operations[operation].retryable ? Math.ceil(maxInFlight * 0.75) : maxInFlight;
    const circuit = createCircuit(now);
    const byLocation = new LRUCache<string, Circuit>({ max: mostLocations });

    function record(merchantLocation: string, outcome: Outcome): void {
      if (outcome === 'nothing') return;
      if (outcome === 'no-answer') return circuit.fail();
      circuit.succeed();
      if (outcome === 'answer') return void byLocation.delete(merchantLocation);
      const ofLocation = byLocation.get(merchantLocation) ?? createCircuit(now);
      byLocation.set(merchantLocation, ofLocation);
      ofLocation.fail();
    }

    return async <T>(merchantLocation: string, call: () => Promise<T>): Promise<T> => {
      if (inFlight >= most) throw refusal('overloaded', 1_000);
      const ofLocation = byLocation.get(merchantLocation);
      const wait = Math.max(circuit.wait(), ofLocation?.wait() ?? 0);
      if (wait > 0) throw refusal('service-busy', wait);
      circuit.enter();
      ofLocation?.enter();

      inFlight += 1;
      try {
        const result = await call();
        record(merchantLocation, 'answer');
        return result;
      } catch (error) {
        record(merchantLocation, outcomeOf(error));
        throw error;
      } finally {
        inFlight -= 1;
      }
    };
  }

  const estimation = protect('estimatePayments');
  const payOverTime = protect('createPayOverTimeLink');
  const prequal = protect('createPrequalLink');
  const creation = protect('addMerchantLocation');
  const statusRead = protect('getMerchantStatus');
  return {
    estimatePayments: (items, query = {}, options) =>
      estimation(query.location ?? '', () => service.estimatePayments(items, query, options)),
    createPayOverTimeLink: (request, options) =>
      payOverTime(request.location, () => service.createPayOverTimeLink(request, options)),
    createPrequalLink: (request, options) =>
      prequal(request.location, () => service.createPrequalLink(request, options)),
    addMerchantLocation: (request, options) =>
      creation(request.location, () => service.addMerchantLocation(request, options)),
    getMerchantStatus: (merchantLocation, options) =>
      statusRead(merchantLocation, () => service.getMerchantStatus(merchantLocation, options)),
  };
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof ServiceResponseError) return error.status < 500 ? 'answer' : 'bad-answer';
  if (error instanceof InvalidServiceResponseError) return 'bad-answer';
  return error instanceof FinancingServiceError ? 'no-answer' : 'nothing';
}

function refusal(code: 'overloaded' | 'service-busy', milliseconds: number): ProblemError {
  return new ProblemError(code, 'The service is busy.', {
    headers: { 'retry-after': String(Math.ceil(milliseconds / 1_000)) },
  });
}
