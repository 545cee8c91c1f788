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
import type { Exchange, ServiceAnswer, ServiceRequest } from './exchange.js';
import { parseJson } from './read-body.js';

/** What every call of one service client shares. */
export interface CallContext {
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<'svc-key' | 'svc-secret', string | undefined>>;
  readonly exchange: Exchange;
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
  const answer = await send(context, call, signal);
  if (answer.status < 200 || answer.status > 299) throw await readErrorAnswer(operation, answer);
  const text = await answer.text().catch(() => {
    throw signal.aborted ? signal.reason : new InvalidServiceResponseError(operation);
  });
  const json = parseJson(text);
  if (json === undefined) throw new InvalidServiceResponseError(operation);
  return json;
}

async function send(context: CallContext, call: Call, signal: AbortSignal): Promise<ServiceAnswer> {
  const { operation } = call;
  const request = toRequest(context, call); // what is no JSON throws, and was not sent
  try {
    return await context.exchange(request, signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const { reason, notSent } = connectionFailure(error);
    throw notSent || operations[operation].retryable
      ? new ServiceUnreachableError(operation, reason)
      : new OutcomeUnknownError(operation, reason);
  }
}

function toRequest({ baseUrl, credentials }: CallContext, call: Call): ServiceRequest {
  const { method, credentials: required, retryable }: Operation = operations[call.operation];
  const url = new URL(baseUrl + call.path);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const headers: Record<string, string> = { accept: 'application/json' };
  for (const name of required) headers[name] = credentials[name] ?? '';
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  const body = call.body === undefined ? null : JSON.stringify(call.body);
  return { url: url.href, method, headers, body, retryable };
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
