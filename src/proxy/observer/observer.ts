import type { OperationName } from '../../contract/index.js';
import type { ProblemCode } from '../http/index.js';

/**
 * What happens in the proxy, for metrics. Every text is one of a fixed list, and none holds input, secrets or personal
 * data. Durations are in milliseconds.
 */
export type ObserverEvent =
  | RequestEvent
  | ServiceCallStartedEvent
  | ServiceCallEvent
  | ServiceCallRefusedEvent
  | CircuitEvent
  | EstimatesEvent
  | TextEvent
  | StoreEvent
  | WebhookEvent;

interface RequestEvent {
  /** A request is answered. */
  readonly type: 'request';
  /** The pattern of its route, or `none`. */
  readonly route: string;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The code of the problem; undefined for any other answer. */
  readonly code?: ProblemCode | undefined;
  /** Milliseconds from the request to its answer. */
  readonly durationMs: number;
}

interface ServiceCallStartedEvent {
  /** A call of the service begins. */
  readonly type: 'service-call-started';
  /** The operation that is called. */
  readonly operation: OperationName;
}

interface ServiceCallEvent {
  /** A call of the service has ended, including its retry. */
  readonly type: 'service-call';
  /** The operation that was called. */
  readonly operation: OperationName;
  /** How it ended. `aborted`: its caller went away. */
  readonly outcome: 'success' | 'aborted' | ProblemCode;
  /** Milliseconds of the call, its retry included. */
  readonly durationMs: number;
}

interface ServiceCallRefusedEvent {
  /** A call is not made. */
  readonly type: 'service-call-refused';
  /** The operation that is not called. */
  readonly operation: OperationName;
  /** Too many calls are in flight, or a circuit is open. */
  readonly reason: 'overloaded' | 'circuit-open';
}

interface CircuitEvent {
  /** A circuit opens or closes. */
  readonly type: 'circuit';
  /** The operation that the circuit is for. */
  readonly operation: OperationName;
  /** Whether it is for all calls of the operation, or for those of one location. */
  readonly scope: 'operation' | 'location';
  /** `open`: no call is made. */
  readonly state: 'open' | 'closed';
}

interface EstimatesEvent {
  /** Amounts get their estimates. */
  readonly type: 'estimates';
  /** This process, the shared store, a call under way, or a new call. */
  readonly source: 'memory' | 'shared' | 'in-flight' | 'service';
  /** The number of amounts. */
  readonly count: number;
}

interface TextEvent {
  /** A text message was requested. */
  readonly type: 'text';
  /** What became of it. `repeated`: the stored answer of an earlier request was given. `unknown`: the service failed, perhaps after the text. */
  readonly outcome: 'sent' | 'repeated' | 'refused' | 'unknown';
  /** The code of the problem, if the request got one. */
  readonly reason?: ProblemCode | undefined;
}

interface StoreEvent {
  /** An operation of the store has ended. */
  readonly type: 'store';
  /** The operation, or that of its cache. */
  readonly operation: StoreOperation;
  /** Whether the store answered in time. */
  readonly outcome: 'success' | 'failure';
  /** Milliseconds of the operation. */
  readonly durationMs: number;
}

interface WebhookEvent {
  /** An event of the service has arrived. */
  readonly type: 'webhook';
  /** A listed kind, `other`, or `unread` where it was refused before it was read. */
  readonly kind: string;
  /** What became of it. `repeated`: it was handled before. */
  readonly outcome: 'handled' | 'repeated' | 'failed' | 'refused';
}

/** An operation of the store, or of its cache. */
export type StoreOperation =
  | 'get'
  | 'set'
  | 'claim'
  | 'delete'
  | 'count'
  | 'uncount'
  | 'getMany'
  | 'setMany';

/** Receives the events, synchronously. An error in it is ignored. */
export type Observer = (event: ObserverEvent) => void;

/** Wraps the integrator's observer: an error in it costs an event, never an answer or the process. */
export function guardObserver(observer: Observer): Observer {
  return (event) => {
    try {
      const returned: unknown = observer(event);
      // An `async` observer can reject later.
      if (returned !== undefined) Promise.resolve(returned).catch(() => undefined);
    } catch {
      // The event is lost.
    }
  };
}
