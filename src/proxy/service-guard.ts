/**
 * Limits the calls to the service that are in flight, and stops calling an operation or a location that keeps failing. A
 * refusal is immediate and means that nothing was sent.
 *
 * These failures count against the entire operation: no connection, no response in time, and a 503 from the service or a
 * gateway. A caller's own input can cause any other 5xx (service document, "Location attribute missing"), so a 5xx must not
 * block other callers. On a read, it counts only against the location or query of that read, which has its own circuit.
 * Otherwise, one location with slow failures could use up the calls in flight. On a link or a new location, where callers
 * choose nearly all fields, it doesn't count. Any status below 500 is a success. A call whose caller disconnects counts
 * neither as a failure nor as a success.
 *
 * On Cloudflare Workers, a canceled request never runs the `finally` of its call. So a call counts as in flight only until
 * the time by which the client would have ended it.
 */
import {
  operationNames,
  operations,
  type EstimateItem,
  type OperationName,
} from '../contract/index.js';
import {
  FinancingServiceError,
  InvalidServiceResponseError,
  ServiceResponseError,
  type FinancingService,
} from '../service/index.js';
import {
  createCircuits,
  msUntilTrial,
  repeatTrial,
  startTrial,
  type Circuits,
} from './circuits.js';
import { loggableLocation } from './log-events.js';
import { ProblemError, toServiceProblem } from './problems.js';
import type { ObserverEvent } from './observer-events.js';
import type { Report } from './report.js';
import { maxCallsInFlight, shareOfOneKind } from './thresholds.js';

/** The time that a call can take in addition to the timeout of the service client, in ms. It includes the wait for other calls. */
export const callGraceMs = 500;

/** The health of the service, as shown by one call. */
type Health = 'responding' | 'failed' | 'silent' | 'unknown';

type Outcome = Extract<ObserverEvent, { type: 'service-call' }>['outcome'];

/** A function of the service client. */
type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** The state and the settings that all operations share. */
interface Guard {
  readonly report: Pick<Report, 'log' | 'observe' | 'recordSuccess'>;
  /** By operation, and for reads also by operation and subject. */
  readonly circuits: Circuits;
  inFlight: readonly CallInFlight[];
  readonly maxCallMs: number;
}

interface CallInFlight {
  readonly isRead: boolean;
  /** By `performance.now()`. */
  readonly endsBy: number;
}

/**
 * Guards a service client, and reports its calls. A call beyond the limit rejects with `overloaded`, and a call to an open
 * circuit with `service-busy`. Both are `ProblemError`s, and nothing was sent. Errors of calls that were made are passed on
 * unchanged.
 *
 * Operations that read (estimation, status) get at most three quarters of the calls in flight, and so do operations that
 * write (links, locations). Slow calls of one kind leave a quarter to the other. `timeoutMs` is the longest timeout of the
 * service client.
 */
export function guardService(
  service: FinancingService,
  report: Guard['report'],
  timeoutMs: number,
): FinancingService {
  const maxCallMs = timeoutMs + callGraceMs;
  const guard: Guard = { report, circuits: createCircuits(), inFlight: [], maxCallMs };
  const guarded = operationNames.map((name) => [
    name,
    guardOperation(name, service[name] as Call, guard),
  ]);
  // Each function takes and returns the same values as the service's function of that name.
  return Object.fromEntries(guarded) as FinancingService;
}

function guardOperation(operation: OperationName, call: Call, guard: Guard): Call {
  const { report, circuits, maxCallMs } = guard;
  const isRead = operations[operation].retryable;

  return async (...args) => {
    if (!hasRoom(guard, isRead)) throw refuse(guard, operation, 'overloaded', 1_000);
    const subject = isRead ? `${operation} ${subjectOf(args)}` : undefined;
    const amounts = amountsOf(args);
    const keys = subject === undefined ? [operation] : [operation, subject];
    const open = circuits.findOpen(keys, amounts);
    const start = performance.now();
    const waitMs = msUntilTrial(open, start);
    if (waitMs > 0) throw refuse(guard, operation, 'circuit-open', waitMs);
    startTrial(open, start);

    const logged = loggableLocation(locationOf(args));
    let outcome: Outcome = 'success';
    let health: Health = 'responding';
    const inFlight = { isRead, endsBy: start + maxCallMs };
    guard.inFlight = [...guard.inFlight, inFlight];
    report.observe({ type: 'service-call-started', operation });
    try {
      const result = await call(...args);
      report.recordSuccess(operation, logged);
      return result;
    } catch (error) {
      outcome = outcomeOf(error);
      health = healthAfter(error);
      throw error;
    } finally {
      guard.inFlight = guard.inFlight.filter((other) => other !== inFlight);
      const durationMs = performance.now() - start;
      report.observe({ type: 'service-call', operation, outcome, durationMs });
      // An aborted trial says nothing about the service, so the next call is the trial. Otherwise, callers that abort every trial
      // would keep the circuit open.
      if (health === 'unknown') repeatTrial(open, start);
      else updateCircuits(guard, { operation, subject, amounts, logged }, health);
    }
  };
}

/** Returns true if another call may start. Forgets the calls that were canceled. */
function hasRoom(guard: Guard, isRead: boolean): boolean {
  const now = performance.now();
  guard.inFlight = guard.inFlight.filter(({ endsBy }) => endsBy >= now);
  const { inFlight } = guard;
  const sameKind = inFlight.filter((call) => call.isRead === isRead);
  return sameKind.length < maxCallsInFlight * shareOfOneKind && inFlight.length < maxCallsInFlight;
}

function refuse(
  { report }: Guard,
  operation: OperationName,
  reason: 'overloaded' | 'circuit-open',
  waitMs: number,
): ProblemError {
  report.observe({ type: 'service-call-refused', operation, reason });
  const code = reason === 'overloaded' ? 'overloaded' : 'service-busy';
  return new ProblemError(code, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}

/** A call that has ended. */
interface EndedCall {
  readonly operation: OperationName;
  /** The key of the circuit of a read's location or query. */
  readonly subject: string | undefined;
  readonly amounts: readonly number[];
  /** The location as log entries name it. */
  readonly logged: ReturnType<typeof loggableLocation>;
}

/** Updates the circuits of a call, and reports each one that opened or closed. */
function updateCircuits(
  { report, circuits }: Guard,
  { operation, subject, amounts, logged }: EndedCall,
  health: Exclude<Health, 'unknown'>,
): void {
  const record = (key: string, scope: 'operation' | 'location', isSuccess: boolean) => {
    const state = circuits.record(key, isSuccess, amounts);
    if (!state) return;
    report.observe({ type: 'circuit', operation, scope, state });
    const event = state === 'open' ? 'circuit-opened' : 'circuit-closed';
    report.log(event, { operation, ...(scope === 'location' && logged) });
  };
  const isSilent = health === 'silent';
  record(operation, 'operation', !isSilent);
  if (subject !== undefined && !isSilent) record(subject, 'location', health === 'responding');
}

/** Returns what callers choose about a read, apart from its amounts: the location of a status, the query of an estimation. */
function subjectOf([subject, query]: readonly unknown[]): string {
  return JSON.stringify(typeof subject === 'string' ? subject : query);
}

/** Returns the amounts of an estimation, or none for any other call. */
function amountsOf([items]: readonly unknown[]): readonly number[] {
  return Array.isArray(items)
    ? (items as EstimateItem[]).map(({ totalAmount }) => totalAmount)
    : [];
}

/** Returns the location in a call's query, in the body of a link or a new location, or the location that is the argument. */
function locationOf([subject, query]: readonly unknown[]): string | undefined {
  if (typeof subject === 'string') return subject;
  const owner = Array.isArray(subject) ? query : subject;
  return (owner as { location?: string }).location;
}

function healthAfter(error: unknown): Health {
  if (error instanceof ServiceResponseError) {
    if (error.status < 500) return 'responding';
    return error.status === 503 ? 'silent' : 'failed';
  }
  if (error instanceof InvalidServiceResponseError) return 'failed';
  return error instanceof FinancingServiceError ? 'silent' : 'unknown';
}

function outcomeOf(error: unknown): Outcome {
  const problem = toServiceProblem(error);
  return problem instanceof ProblemError ? problem.code : 'aborted';
}
