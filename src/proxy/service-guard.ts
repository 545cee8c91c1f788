/**
 * Guards the calls of the service: limits the calls in flight, and stops calling an operation or a location that keeps
 * failing, except for one trial call every few seconds. A refusal is immediate and means that nothing was sent.
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
import { operations, type OperationName } from '../contract/index.js';
import {
  FinancingServiceError,
  InvalidServiceResponseError,
  ServiceResponseError,
  type FinancingService,
} from '../service/index.js';
import { ProblemError, toServiceProblem } from './problems.js';
import type { ObserverEvent, Report } from './report.js';

/** Failures in a row that open the circuit. Where three calls in ten fail, this happens once in 15,000 calls. */
const failuresToOpen = 8;

/** Milliseconds between two trial calls while a circuit is open. */
const trialInterval = 5_000;

/** Locations whose circuits are remembered. Only failing ones have a circuit. */
const mostLocations = 5_000;

/** Most calls at a time. */
const mostInFlight = 64;

/** A count and a time: no timer can hang, and a call that neither succeeds nor fails blocks nothing. */
interface Circuit {
  failures: number;
  failingSince: number;
  nextTrial: number;
}

/** What a call shows about the service. */
type Health = 'answered' | 'failed' | 'silent' | 'unknown';

type ServiceReport = Pick<Report, 'observe' | 'serviceRecovered'>;

/**
 * Guards a service client, and reports its calls. Over the limit a call rejects with `overloaded`, with an open circuit with
 * `service-busy`. Both are `ProblemError`s, and nothing was sent. Errors of calls that were made are passed on unchanged.
 *
 * Operations that read (estimation, status) take at most three quarters of the calls at a time, and so do operations that
 * write (links, locations): slow calls of one kind leave a quarter to the other.
 */
export function guardService(
  service: FinancingService,
  { observe, serviceRecovered }: ServiceReport,
  maxInFlight = mostInFlight,
): FinancingService {
  const inFlight = { reads: 0, writes: 0 };
  const mostOfKind = Math.ceil(maxInFlight * 0.75);
  /** Circuits of operations, by their name. */
  const ofOperations = new Map<string, Circuit>();
  /** Circuits of locations, by the operation and the location. */
  const ofLocations = new LRUCache<string, Circuit>({ max: mostLocations });
  /**
   * These refuse no call. They count failures of each kind at all locations: a service that comes back often answers 5xx
   * first, which closes the circuit of the operation and is not the end of an outage.
   */
  const outages = new Map<string, Circuit>();

  function succeed(
    circuits: Pick<Map<string, Circuit>, 'get' | 'delete'>,
    key: string,
    onClose: (failingMs: number) => void,
  ): void {
    const circuit = circuits.get(key);
    if (!circuit) return;
    circuits.delete(key);
    if (isOpen(circuit)) onClose(performance.now() - circuit.failingSince);
  }

  function fail(
    circuits: {
      get(key: string): Circuit | undefined;
      set(key: string, circuit: Circuit): unknown;
    },
    key: string,
    onOpen: () => void,
  ): void {
    const now = performance.now();
    const circuit = circuits.get(key) ?? { failures: 0, failingSince: now, nextTrial: 0 };
    circuits.set(key, circuit);
    circuit.failures += 1;
    if (circuit.failures !== failuresToOpen) return;
    circuit.nextTrial = now + trialInterval;
    onOpen();
  }

  function record(operation: OperationName, atLocation: string, health: Health): void {
    if (health === 'unknown') return;
    const change = (scope: 'operation' | 'location', state: 'open' | 'closed') =>
      observe({ type: 'circuit', operation, scope, state });
    const recovered = (failingMs: number) => serviceRecovered(operation, failingMs);
    if (health === 'answered') succeed(outages, operation, recovered);
    else fail(outages, operation, () => undefined);
    if (health === 'silent')
      return fail(ofOperations, operation, () => change('operation', 'open'));
    succeed(ofOperations, operation, () => change('operation', 'closed'));
    if (health === 'failed') return fail(ofLocations, atLocation, () => change('location', 'open'));
    succeed(ofLocations, atLocation, (failingMs) => {
      change('location', 'closed');
      recovered(failingMs);
    });
  }

  function refuse(
    operation: OperationName,
    reason: 'overloaded' | 'circuit-open',
    remainingMs: number,
  ): ProblemError {
    observe({ type: 'service-call-refused', operation, reason });
    return new ProblemError(reason === 'overloaded' ? 'overloaded' : 'service-busy', {
      retryAfterSeconds: Math.ceil(remainingMs / 1_000),
    });
  }

  /** Makes a call about a location; about none where it is empty. */
  async function guarded<T>(
    operation: OperationName,
    location: string,
    call: () => Promise<T>,
  ): Promise<T> {
    const kind = operations[operation].retryable ? 'reads' : 'writes';
    if (inFlight[kind] >= mostOfKind || inFlight.reads + inFlight.writes >= maxInFlight) {
      throw refuse(operation, 'overloaded', 1_000);
    }
    const atLocation = `${operation} ${location}`;
    const circuits = [ofOperations.get(operation), ofLocations.get(atLocation)].filter(isOpen);
    const start = performance.now();
    const remainingMs = Math.max(...circuits.map(({ nextTrial }) => nextTrial - start));
    if (remainingMs > 0) throw refuse(operation, 'circuit-open', remainingMs);
    for (const circuit of circuits) circuit.nextTrial = start + trialInterval;

    type Outcome = Extract<ObserverEvent, { type: 'service-call' }>['outcome'];
    const end = (outcome: Outcome, health: Health) => {
      inFlight[kind] -= 1;
      const durationMs = performance.now() - start;
      observe({ type: 'service-call', operation, outcome, durationMs });
      record(operation, atLocation, health);
    };
    inFlight[kind] += 1;
    observe({ type: 'service-call-started', operation });
    try {
      const result = await call();
      end('success', 'answered');
      return result;
    } catch (error) {
      end(outcomeOf(error), healthAfter(error));
      throw error;
    }
  }

  return {
    estimatePayments: (items, query, options) =>
      // Callers choose the representative and the time zone, too: a wrong one must not close a location for others.
      guarded('estimatePayments', JSON.stringify(query ?? {}), () =>
        service.estimatePayments(items, query, options),
      ),
    createPayOverTimeLink: (body, options) =>
      guarded('createPayOverTimeLink', body.location, () =>
        service.createPayOverTimeLink(body, options),
      ),
    createPrequalLink: (body, options) =>
      guarded('createPrequalLink', body.location, () => service.createPrequalLink(body, options)),
    addMerchantLocation: (body, options) =>
      guarded('addMerchantLocation', body.location, () =>
        service.addMerchantLocation(body, options),
      ),
    getMerchantStatus: (location, options) =>
      guarded('getMerchantStatus', location, () => service.getMerchantStatus(location, options)),
  };
}

function isOpen(circuit: Circuit | undefined): circuit is Circuit {
  return circuit !== undefined && circuit.failures >= failuresToOpen;
}

function healthAfter(error: unknown): Health {
  if (error instanceof ServiceResponseError) return error.status < 500 ? 'answered' : 'failed';
  if (error instanceof InvalidServiceResponseError) return 'failed';
  return error instanceof FinancingServiceError ? 'silent' : 'unknown';
}

function outcomeOf(error: unknown) {
  if (!(error instanceof FinancingServiceError)) return 'aborted';
  const problem = toServiceProblem(error);
  return problem instanceof ProblemError ? problem.code : 'service-error';
}
