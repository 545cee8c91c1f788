import type { OperationName } from '../../contract/index.js';
import type { ProblemCode } from '../http/index.js';

/**
 * What happens in the proxy, for metrics. Every text is one of a fixed list, and none holds input, secrets or personal
 * data. Durations are in milliseconds.
 */
export type ObserverEvent =
  /** A request is answered. `route` is a pattern, or `none`; `code` is that of a problem. */
  | {
      readonly type: 'request';
      readonly route: string;
      readonly status: number;
      readonly code?: ProblemCode | undefined;
      readonly durationMs: number;
    }
  /** A call of the service begins. */
  | { readonly type: 'service-call-started'; readonly operation: OperationName }
  /** A call of the service has ended, including its retry. `aborted`: its caller went away. */
  | {
      readonly type: 'service-call';
      readonly operation: OperationName;
      readonly outcome: 'success' | 'aborted' | ProblemCode;
      readonly durationMs: number;
    }
  /** A call is not made: too many are in flight, or a circuit is open. */
  | {
      readonly type: 'service-call-refused';
      readonly operation: OperationName;
      readonly reason: 'overloaded' | 'circuit-open';
    }
  /** The circuit of an operation, or of one location of an operation, opens or closes. */
  | {
      readonly type: 'circuit';
      readonly operation: OperationName;
      readonly scope: 'operation' | 'location';
      readonly state: 'open' | 'closed';
    }
  /** Amounts get their estimates: from this process, the shared store, a call under way, or a new call. */
  | {
      readonly type: 'estimates';
      readonly source: 'memory' | 'shared' | 'in-flight' | 'service';
      readonly count: number;
    }
  /** A text message was requested. `repeated`: the stored answer of an earlier request was given. */
  | {
      readonly type: 'text';
      readonly outcome: 'sent' | 'repeated' | 'refused';
      readonly reason?: ProblemCode | undefined;
    }
  /** An operation of the store has ended. */
  | {
      readonly type: 'store';
      readonly operation: StoreOperation;
      readonly outcome: 'success' | 'failure';
      readonly durationMs: number;
    }
  /** An event of the service has arrived. `kind` is a listed one, `other`, or `unread` where it was refused before. */
  | {
      readonly type: 'webhook';
      readonly kind: string;
      readonly outcome: 'handled' | 'repeated' | 'failed' | 'refused';
    };

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
