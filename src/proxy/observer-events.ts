/** The events that a proxy reports to the integrator's observer, for metrics. */
import type { OperationName } from '../contract/index.js';
import type { ProblemCode } from './problems.js';

/**
 * An event for metrics. Every string comes from a fixed list, and none holds input, secrets, or personal data. Durations are in
 * milliseconds.
 */
export type ObserverEvent =
  | {
      /** The proxy responded to a request. */
      readonly type: 'request';
      /** The pattern of the route, or `none`. */
      readonly route: string;
      /** The HTTP status of the response, or 499 if the caller disconnected before it. */
      readonly status: number;
      /** The problem's code, or undefined if the response isn't a problem. */
      readonly code?: ProblemCode | undefined;
      /** The time from the request to its response. */
      readonly durationMs: number;
    }
  | {
      /** A call to the service has started. */
      readonly type: 'service-call-started';
      /** The operation that is called. */
      readonly operation: OperationName;
    }
  | {
      /** A call to the service has ended, including its retry. */
      readonly type: 'service-call';
      /** The operation that was called. */
      readonly operation: OperationName;
      /** The outcome. `aborted`: the caller disconnected or gave up. */
      readonly outcome: 'success' | 'aborted' | ProblemCode;
      /** The duration of the call, including its retry. */
      readonly durationMs: number;
    }
  | {
      /** A call is retried. */
      readonly type: 'service-retry';
      /** The operation that is called. */
      readonly operation: OperationName;
    }
  | {
      /** A call was refused before it was sent. */
      readonly type: 'service-call-refused';
      /** The operation that wasn't called. */
      readonly operation: OperationName;
      /** Too many calls are in flight, or a circuit is open. */
      readonly reason: 'overloaded' | 'circuit-open';
    }
  | {
      /** A circuit has opened or closed. */
      readonly type: 'circuit';
      /** The operation that the circuit is for. */
      readonly operation: OperationName;
      /** The calls that the circuit covers: all calls of the operation, or only calls for one location. */
      readonly scope: 'operation' | 'location';
      /** `open`: calls are refused, except for trial calls. */
      readonly state: 'open' | 'closed';
    }
  | {
      /** Estimates were requested for some amounts. */
      readonly type: 'estimates';
      /** The source of the estimates: the cache of this process, a call that was already in flight, or a new call. */
      readonly source: 'memory' | 'in-flight' | 'service';
      /** The number of amounts. */
      readonly count: number;
    }
  | {
      /** A text message was requested. */
      readonly type: 'text';
      /**
       * The outcome. `repeated`: the response is the stored response of an earlier request. `unknown`: the service failed,
       * perhaps after it sent the text message.
       */
      readonly outcome: 'sent' | 'repeated' | 'refused' | 'unknown';
      /** The problem's code, if the response is a problem. */
      readonly reason?: ProblemCode | undefined;
    }
  | {
      /** An operation of the store has ended. */
      readonly type: 'store';
      /** The operation. */
      readonly operation: StoreOperation;
      /** The result: success means that the store responded in time with a valid value. */
      readonly outcome: 'success' | 'failure';
      /** The duration of the operation. */
      readonly durationMs: number;
    }
  | {
      /** A webhook was handled or refused. */
      readonly type: 'webhook';
      /** A known kind, `other`, or `unread` if the webhook was refused before its kind was read. */
      readonly kind: string;
      /** The outcome. `repeated`: the event was handled before. */
      readonly outcome: 'handled' | 'repeated' | 'failed' | 'refused';
    };

/** The operations of the store. */
export const storeOperations = ['get', 'set', 'claim', 'delete', 'count', 'uncount'] as const;

/** An operation of the store. */
export type StoreOperation = (typeof storeOperations)[number];

/** Receives the events synchronously. The first error that it throws is logged on the console. */
export type Observer = (event: ObserverEvent) => void;
