/**
 * One call of the service: its credentials, its deadline, its retries.
 *
 * Links and location creation go out exactly once, whatever happens: the service has no idempotency keys, and a
 * second request may text somebody twice. Estimation and status reads go out at most twice inside one deadline.
 * Redirects are never followed: `fetch` would carry the credentials to another host (Fetch standard, 4.4).
 * This file does not know what an answer means to a shopper, nor anything of caches.
 */
import { operations, type Operation, type OperationName } from '../contract/index.js';
import { connectionFailure } from './connection-failure.js';
import { isTimeout, withDeadline } from './deadline.js';
import { readErrorAnswer } from './error-answer.js';
import {
  InvalidServiceResponseError,
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceTimeoutError,
  ServiceUnreachableError,
} from './errors.js';
import { parseJson, readText } from './read-body.js';

/** Sends a request. */
export interface ServiceFetch {
  (request: Request): Promise<Response>;
  /**
   * The same, given up when `signal` aborts. A transport that has it needs no signal inside the `Request`, which
   * undici would watch until the garbage collector has found both: in a flood of links, half of the memory.
   */
  readonly until?: (request: Request, signal: AbortSignal) => Promise<Response>;
}

/** What every call of one service client shares. */
export interface CallContext {
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<'svc-key' | 'svc-secret', string | undefined>>;
  readonly fetch: ServiceFetch;
}

/** One call: the path is filled in, the body is an object or array of the contract. */
export interface Call {
  readonly operation: OperationName;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Milliseconds for the whole call, retry and body included. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

/** Resolves with the JSON of a success answer; rejects with a `FinancingServiceError`, or with the signal's reason. */
export async function callService(context: CallContext, call: Call): Promise<unknown> {
  const { operation, timeout, signal } = call;
  const { retryable } = operations[operation];
  try {
    return await withDeadline(timeout, signal, async (deadline) => {
      try {
        return await attempt(context, call, deadline);
      } catch (error) {
        if (!retryable || deadline.aborted || !isWorthRetrying(error)) throw error;
        await pause(50 + Math.random() * 150);
        deadline.throwIfAborted();
        return await attempt(context, call, deadline);
      }
    });
  } catch (error) {
    if (!isTimeout(error) || signal?.aborted) throw error;
    throw retryable ? new ServiceTimeoutError(operation) : new OutcomeUnknownError(operation);
  }
}

async function attempt(context: CallContext, call: Call, signal: AbortSignal): Promise<unknown> {
  const { operation } = call;
  const response = await send(context, call, signal);
  if (!response.ok) throw await readErrorAnswer(operation, response);
  const text = await readText(response).catch(() => {
    throw signal.aborted ? signal.reason : new InvalidServiceResponseError(operation);
  });
  const json = parseJson(text);
  if (json === undefined) throw new InvalidServiceResponseError(operation);
  return json;
}

async function send(context: CallContext, call: Call, signal: AbortSignal): Promise<Response> {
  const { operation } = call;
  const { fetch } = context;
  const request = toRequest(context, call, fetch.until ? undefined : signal);
  try {
    return await (fetch.until?.(request, signal) ?? fetch(request));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const { reason, notSent } = connectionFailure(error);
    throw notSent || operations[operation].retryable
      ? new ServiceUnreachableError(operation, reason)
      : new OutcomeUnknownError(operation, reason);
  }
}

function toRequest({ baseUrl, credentials }: CallContext, call: Call, signal?: AbortSignal) {
  const { method, credentials: required }: Operation = operations[call.operation];
  const url = new URL(baseUrl + call.path);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const headers = new Headers({ accept: 'application/json' });
  for (const name of required) headers.set(name, credentials[name] ?? '');
  const init: RequestInit = { method, headers, redirect: 'manual', ...(signal && { signal }) };
  if (call.body === undefined) return new Request(url, init);
  headers.set('content-type', 'application/json');
  return new Request(url, { ...init, body: JSON.stringify(call.body) });
}

function isWorthRetrying(error: unknown): boolean {
  if (error instanceof ServiceResponseError) return error.status >= 500 && error.status !== 503;
  // Who has waited for a connection in vain would wait as long again.
  if (error instanceof ServiceUnreachableError) return error.reason !== 'UND_ERR_CONNECT_TIMEOUT';
  return error instanceof InvalidServiceResponseError;
}

/** A pause of random length, so that the clients of a service that comes back do not all ask at once. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
