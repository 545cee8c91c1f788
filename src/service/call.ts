/**
 * One call of the service: its credentials, its deadline, its retries.
 *
 * Links and location creation go out exactly once, whatever happens: the service has no idempotency keys, and a
 * second request may text the shopper twice. Estimation and status reads go out at most twice inside one deadline.
 * Redirects are never followed: `fetch` would carry the credentials to another host (Fetch standard, 4.4).
 */
import { operations, type Operation, type OperationName } from '../contract/index.js';
import { isTimeout, withDeadline } from '../internal/deadline.js';
import {
  failedBeforeSending,
  type Exchange,
  type ServiceAnswer,
  type ServiceRequest,
} from '../internal/exchange.js';
import { createTraceparent, parseTraceparent } from '../internal/http.js';
import { readErrorAnswer } from './error-answer.js';
import {
  InvalidServiceResponseError,
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceTimeoutError,
  ServiceUnreachableError,
} from './errors.js';

/** The parts that all calls of one service client share. */
export interface CallContext {
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<'svc-key' | 'svc-secret', string | undefined>>;
  readonly exchange: Exchange;
}

/**
 * Most bytes of an answer. A list is as long as its request asks for: 500 estimates need about 100 kB, and callers of the
 * service client can request any number. Any other answer is one record, which the proxy stores for replays.
 */
function maxAnswerBytes({ response }: Operation, body: string | null): number {
  if (response.def.type !== 'array') return 64 * 1024;
  // An estimate takes up to ten times the bytes of its item.
  return Math.max(4 * 1024 * 1024, 10 * (body?.length ?? 0));
}

/** One call: the path is filled in, the body is an object or array of the contract. */
export interface ServiceCall {
  readonly operation: OperationName;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Milliseconds for the whole call, retry and body included. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
  readonly traceparent?: string | undefined;
}

/** Resolves with the JSON of a success answer; rejects with a `FinancingServiceError`, or with the signal's reason. */
export async function callService(context: CallContext, call: ServiceCall): Promise<unknown> {
  const { operation, timeout, signal } = call;
  const { retryable } = operations[operation];
  try {
    return await withDeadline(timeout, signal, async (deadline) => {
      try {
        return await attempt(context, call, deadline);
      } catch (error) {
        if (!retryable || deadline.aborted || !isWorthRetrying(error)) throw error;
        await pause(50 + Math.random() * 150); // random, so that the clients of a recovering service spread out
        deadline.throwIfAborted();
        return await attempt(context, call, deadline);
      }
    });
  } catch (error) {
    if (!isTimeout(error) || signal?.aborted) throw error;
    throw retryable ? new ServiceTimeoutError(operation) : new OutcomeUnknownError(operation);
  }
}

async function attempt(
  context: CallContext,
  call: ServiceCall,
  signal: AbortSignal,
): Promise<unknown> {
  const { operation } = call;
  const answer = await send(context, call, signal);
  if (answer.status < 200 || answer.status > 299) throw await readErrorAnswer(operation, answer);
  try {
    return JSON.parse(await answer.text()) as unknown;
  } catch {
    throw new InvalidServiceResponseError(operation);
  }
}

async function send(
  context: CallContext,
  call: ServiceCall,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  const { operation } = call;
  const request = toRequest(context, call); // throws before anything is sent when the body is not JSON
  try {
    return await context.exchange(request, signal);
  } catch (error) {
    const { reason, notSent } = connectionFailure(error);
    throw notSent || operations[operation].retryable
      ? new ServiceUnreachableError(operation, reason)
      : new OutcomeUnknownError(operation, reason);
  }
}

function toRequest({ baseUrl, credentials }: CallContext, call: ServiceCall): ServiceRequest {
  const operation: Operation = operations[call.operation];
  const { method, credentials: required, retryable } = operation;
  const url = new URL(baseUrl + call.path);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const headers: Record<string, string> = { accept: 'application/json' };
  for (const name of required) headers[name] = credentials[name] ?? '';
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  const trace = parseTraceparent(call.traceparent);
  if (trace) headers['traceparent'] = createTraceparent(trace);
  const body = call.body === undefined ? null : JSON.stringify(call.body);
  return {
    url: url.href,
    method,
    headers,
    body,
    retryable,
    maxAnswerBytes: maxAnswerBytes(operation, body),
  };
}

function isWorthRetrying(error: unknown): boolean {
  if (error instanceof ServiceResponseError) return error.status >= 500 && error.status !== 503;
  // A second attempt to connect would take as long, and there is one deadline for both.
  if (error instanceof ServiceUnreachableError) return error.reason !== 'UND_ERR_CONNECT_TIMEOUT';
  return error instanceof InvalidServiceResponseError;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Codes that only a failure before sending has: name look-up, connection, a certificate that is refused. Codes of TLS
 * itself (`ERR_SSL_…`, `EPROTO`) are no proof: a connection can break in the same way after the service read the request.
 */
const codesBeforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|BAD_PORT|ConnectionRefused|CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/** Reads from a rejected `fetch` the system's code, and whether the request certainly was not sent. */
function connectionFailure(error: unknown): { reason?: string; notSent: boolean } {
  const failure = systemFailure(error);
  return failure
    ? { reason: failure.code, notSent: isBeforeSending(failure.code, failure.error) }
    : { notSent: false };
}

/** True with a proof: the code, the system call, or the word of the transport. */
function isBeforeSending(code: string, error: Error): boolean {
  if (codesBeforeSending.test(code) || failedBeforeSending(error)) return true;
  // Node tries all addresses of a host, and reports their errors together.
  const attempts = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return attempts.length > 0 && attempts.every((attempt) => isConnectCall(attempt));
}

/** Node names the call that failed: the same code (`EHOSTUNREACH`, `ETIMEDOUT`) can come from a later `read`. */
function isConnectCall(error: unknown): boolean {
  const { syscall } = Object(error) as NodeJS.ErrnoException;
  return syscall === 'connect' || syscall === 'getaddrinfo';
}

/** An error with the code that the system, or a runtime, gave it. */
interface SystemFailure {
  readonly code: string;
  readonly error: Error;
}

/** Node's fetch puts the system's error into `cause`; other runtimes throw it directly, or have none. */
function systemFailure(error: unknown, depth = 0): SystemFailure | undefined {
  if (!(error instanceof Error) || depth > 8) return undefined;
  // A port that fetch refuses to call (Fetch standard, "port blocking") has no code of its own.
  if (error.message === 'bad port') return { code: 'BAD_PORT', error };
  const { code } = error as { code?: unknown };
  // undici sets no code on an answer that is not HTTP.
  if (error.name === 'HTTPParserError' && code === undefined) return { code: 'HPE_INVALID', error };
  return typeof code === 'string' && /^\w{1,64}$/.test(code)
    ? { code, error }
    : systemFailure(error.cause, depth + 1);
}
