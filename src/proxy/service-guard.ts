/**
 * Guards the calls of the service: limits the calls in flight, and stops calling an operation or a location that keeps
 * failing, except for one trial call every few seconds. A refusal is immediate and means that nothing was sent.
 *
 * Silence (no connection, no answer in time, or a 503 of the service or a gateway) counts against the operation. Any other
 * 5xx can be caused by the caller's own input (service document, "Location attribute missing"), so it must not block other
 * callers. On a read it counts only against that read's location or query. On a link or a new location, where callers choose
 * nearly all fields, it does not count. Any answer below 500 is a success. A call whose caller goes away counts as neither,
 * and the next one has its trial.
 *
 * Not a library: cockatiel, the usual one, reads the wall clock, which can jump, and makes every caller wait for the
 * trial call.
 */
import { LRUCache } from 'lru-cache';
import { operationNames, operations, type OperationName } from '../contract/index.js';
import {
  FinancingServiceError,
  InvalidServiceResponseError,
  ServiceResponseError,
  type FinancingService,
} from '../service/index.js';
import { ProblemError, toServiceProblem } from './problems.js';
import { type ObserverEvent, type Report } from './report.js';
import { loggableLocation } from './log-events.js';

/** Failures in a row that open the circuit. Where three calls in ten fail, this happens once in 15,000 calls. */
const failuresToOpen = 8;

/** Milliseconds between two trial calls while a circuit is open. */
const trialInterval = 5_000;

/** Circuits that are remembered. Only what fails has one. */
const mostCircuits = 5_000;

/** Most calls at a time. */
const mostInFlight = 64;

/** A count and a time: no timer can hang, and a call that neither succeeds nor fails blocks nothing. */
interface Circuit {
  failures: number;
  nextTrial: number;
}

/** What a call shows about the service. */
type Health = 'answered' | 'failed' | 'silent' | 'unknown';

/** The location of a call, as the log names it. */
type Place = ReturnType<typeof loggableLocation>;

type Outcome = Extract<ObserverEvent, { type: 'service-call' }>['outcome'];

/** A function of the service client. */
type Call = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * Guards a service client, and reports its calls. Over the limit a call rejects with `overloaded`, with an open circuit with
 * `service-busy`. Both are `ProblemError`s, and nothing was sent. Errors of calls that were made are passed on unchanged.
 *
 * Operations that read (estimation, status) take at most three quarters of the calls at a time, and so do operations that
 * write (links, locations): slow calls of one kind leave a quarter to the other.
 */
export function guardService(
  service: FinancingService,
  { log, observe, worked }: Pick<Report, 'log' | 'observe' | 'worked'>,
  maxInFlight = mostInFlight,
): FinancingService {
  const inFlight = { reads: 0, writes: 0 };
  const mostOfKind = Math.ceil(maxInFlight * 0.75);
  /** By the operation, or by the operation and what a read is about. */
  const circuits = new LRUCache<string, Circuit>({ max: mostCircuits });

  function guard(operation: OperationName, call: Call): Call {
    const isRead = operations[operation].retryable;
    const kind = isRead ? 'reads' : 'writes';

    function refuse(reason: 'overloaded' | 'circuit-open', remainingMs: number): ProblemError {
      observe({ type: 'service-call-refused', operation, reason });
      const code = reason === 'overloaded' ? 'overloaded' : 'service-busy';
      return new ProblemError(code, { retryAfterSeconds: Math.ceil(remainingMs / 1_000) });
    }

    /** `at`: the location of the call, which is logged where the circuit is not that of the whole operation. */
    function report(key: string, at: Place, state: 'open' | 'closed'): void {
      const scope = key === operation ? 'operation' : 'location';
      observe({ type: 'circuit', operation, scope, state });
      const event = state === 'open' ? 'circuit-opened' : 'circuit-closed';
      log(event, { operation, ...(scope === 'location' && at) });
    }

    function fail(key: string, at: Place): void {
      const circuit = circuits.get(key) ?? { failures: 0, nextTrial: 0 };
      circuits.set(key, circuit);
      circuit.failures += 1;
      if (circuit.failures !== failuresToOpen) return;
      circuit.nextTrial = performance.now() + trialInterval;
      report(key, at, 'open');
    }

    function succeed(key: string, at: Place): void {
      const circuit = circuits.get(key);
      circuits.delete(key);
      if (isOpen(circuit)) report(key, at, 'closed');
    }

    return async (...args) => {
      if (inFlight[kind] >= mostOfKind || inFlight.reads + inFlight.writes >= maxInFlight) {
        throw refuse('overloaded', 1_000);
      }
      const subject = `${operation} ${isRead ? subjectOf(args) : ''}`;
      const at = loggableLocation(locationOf(args));
      const open = [circuits.get(operation), circuits.get(subject)].filter(isOpen);
      const start = performance.now();
      const remainingMs = Math.max(...open.map(({ nextTrial }) => nextTrial - start));
      if (remainingMs > 0) throw refuse('circuit-open', remainingMs);
      for (const circuit of open) circuit.nextTrial = start + trialInterval;

      let outcome: Outcome = 'success';
      let health: Health = 'answered';
      inFlight[kind] += 1;
      observe({ type: 'service-call-started', operation });
      try {
        const result = await call(...args);
        worked(operation, at);
        return result;
      } catch (error) {
        outcome = outcomeOf(error);
        health = healthAfter(error);
        throw error;
      } finally {
        inFlight[kind] -= 1;
        const durationMs = performance.now() - start;
        observe({ type: 'service-call', operation, outcome, durationMs });
        if (health === 'silent') fail(operation, at);
        else if (health === 'unknown') {
          // Else a caller that leaves at each trial would keep the circuit open.
          for (const circuit of open) circuit.nextTrial = start;
        } else {
          succeed(operation, at);
          if (health === 'failed' && isRead) fail(subject, at);
          else succeed(subject, at);
        }
      }
    };
  }

  const guarded = operationNames.map((name) => [name, guard(name, service[name] as Call)]);
  // Each function takes and returns what that of the same name does.
  return Object.fromEntries(guarded) as FinancingService;
}

function isOpen(circuit: Circuit | undefined): circuit is Circuit {
  return circuit !== undefined && circuit.failures >= failuresToOpen;
}

/** What callers choose of a read beside its amounts: the location of a status, the query of an estimation. */
function subjectOf([subject, query = {}]: readonly unknown[]): string {
  return JSON.stringify(typeof subject === 'string' ? subject : query);
}

/** The location that a call names: in its query, in what it creates, or by itself. */
function locationOf([subject, query]: readonly unknown[]): string | undefined {
  if (typeof subject === 'string') return subject;
  return ((Array.isArray(subject) ? query : subject) as { location?: string } | undefined)
    ?.location;
}

function healthAfter(error: unknown): Health {
  if (error instanceof ServiceResponseError) {
    if (error.status < 500) return 'answered';
    return error.status === 503 ? 'silent' : 'failed';
  }
  if (error instanceof InvalidServiceResponseError) return 'failed';
  return error instanceof FinancingServiceError ? 'silent' : 'unknown';
}

function outcomeOf(error: unknown): Outcome {
  const problem = toServiceProblem(error);
  return problem instanceof ProblemError ? problem.code : 'aborted';
}
