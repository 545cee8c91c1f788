/**
 * One call of the service: its credentials, its deadline, its retries.
 *
 * Links and location creation go out exactly once, whatever happens: the service has no idempotency keys, and a
 * second request may text the shopper twice. Estimation and status reads go out at most twice inside one deadline.
 * Redirects are never followed: `fetch` would carry the credentials to another host (Fetch standard, 4.4).
 */
import {
  operations,
  statesNamedIn,
  type DeclaredError,
  type Operation,
  type OperationName,
} from '../contract/index.js';
import { isTimeout, withDeadline } from '../internal/deadline.js';
import {
  exchangeOf,
  failedBeforeSending,
  type Exchange,
  type ServiceAnswer,
  type ServiceFetch,
  type ServiceRequest,
} from '../internal/exchange.js';
import { isNestedDeeper, tryParseJson } from '../internal/json.js';
import { createTraceparent, parseTraceparent } from '../internal/trace.js';
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
  /** Milliseconds for a whole call that may be retried, retry and body included. */
  readonly timeout: number;
  /** Milliseconds for one that goes out once. */
  readonly linkTimeout: number;
  /** Called before a call goes out a second time. */
  readonly onRetry?: ((operation: OperationName) => void) | undefined;
}

/** One call: the body is an object or array of the contract. */
export interface ServiceCall {
  readonly operation: OperationName;
  /** The operation's own where it is left out. */
  readonly path?: string;
  readonly query?: object;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly traceparent?: string | undefined;
}

/** Resolves with the JSON of a success answer; rejects with a `FinancingServiceError`, or with the signal's reason. */
export async function callService(context: CallContext, call: ServiceCall): Promise<unknown> {
  const { operation, signal } = call;
  const { retryable } = operations[operation];
  const timeout = retryable ? context.timeout : context.linkTimeout;
  try {
    return await withDeadline(timeout, signal, async (deadline) => {
      try {
        return await attempt(context, call, deadline);
      } catch (error) {
        if (!retryable || deadline.aborted || !isWorthRetrying(error)) throw error;
        await pause(50 + Math.random() * 150); // random, so that the clients of a recovering service spread out
        deadline.throwIfAborted();
        context.onRetry?.(operation);
        return await attempt(context, call, deadline);
      }
    });
  } catch (error) {
    if (!isTimeout(error) || signal?.aborted) throw error;
    const options = { cause: error };
    throw retryable
      ? new ServiceTimeoutError(operation, options)
      : new OutcomeUnknownError(operation, undefined, options);
  }
}

async function attempt(
  context: CallContext,
  call: ServiceCall,
  signal: AbortSignal,
): Promise<unknown> {
  const { operation } = call;
  const request = toRequest(context, call); // throws before anything is sent when the body is not JSON
  const answer = await context.exchange(request, signal).catch((error: unknown) => {
    const { reason, notSent } = connectionFailure(error);
    // Without the error as `cause`: it can hold a host, an address or a header.
    throw notSent || operations[operation].retryable
      ? new ServiceUnreachableError(operation, reason)
      : new OutcomeUnknownError(operation, reason);
  });
  if (answer.status < 200 || answer.status > 299) throw await readErrorAnswer(operation, answer);
  try {
    const text = await answer.text();
    // `JSON.parse` needs a third of a second for 300,000 levels, and 3 ms for as many as the smallest limit has room for.
    if (text.length > maxRecordBytes && isNestedDeeper(text, maxDepth)) throw new RangeError();
    return JSON.parse(text) as unknown;
  } catch {
    // Without the error as `cause`: it can quote the answer.
    throw new InvalidServiceResponseError(operation);
  }
}

function toRequest({ baseUrl, credentials }: CallContext, call: ServiceCall): ServiceRequest {
  const operation: Operation = operations[call.operation];
  const url = new URL(baseUrl + (call.path ?? operation.path));
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers: Record<string, string> = { accept: 'application/json' };
  for (const name of operation.credentials) headers[name] = credentials[name] ?? '';
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  const trace = parseTraceparent(call.traceparent);
  if (trace) headers['traceparent'] = createTraceparent(trace);
  const body = call.body === undefined ? null : JSON.stringify(call.body);
  return {
    url: url.href,
    method: operation.method,
    headers,
    body,
    retryable: operation.retryable,
    maxAnswerBytes: maxAnswerBytes(call, body),
  };
}

/** The largest response with one record, in bytes. The proxy stores such a response for replays. */
const maxRecordBytes = 64 * 1024;

/** The maximum nesting of a large response. Estimates have two levels, and we ignore fields that the service may add. */
const maxDepth = 100;

/** Bytes allowed for each estimate. One has about 150 without the id that it repeats. */
const maxEstimateBytes = 1024;

/** JSON may write a character of an id as `\u00e9`. */
const maxEscapeLength = 6;

/**
 * Returns the maximum size of a response, in bytes. A list is bounded by what its request asks for: parsing 4 MB holds up
 * every other request of the process.
 */
function maxAnswerBytes(call: ServiceCall, body: string | null): number {
  if (operations[call.operation].response.def.type !== 'array') return maxRecordBytes;
  const items = Array.isArray(call.body) ? call.body.length : 0;
  return maxRecordBytes + maxEstimateBytes * items + maxEscapeLength * (body?.length ?? 0);
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

/** Returns the way to send requests through this `fetch`. */
export function createExchange(fetch: ServiceFetch): Exchange {
  return exchangeOf(fetch) ?? ((request, signal) => exchangeOverWeb(fetch, request, signal));
}

async function exchangeOverWeb(
  fetch: ServiceFetch,
  { url, method, headers, body, retryable, maxAnswerBytes }: ServiceRequest,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  const request = new Request(url, { method, headers, body, signal, redirect: 'manual' });
  // Bun repeats a PUT when a kept connection ends before the answer, which could text a shopper twice. `keepalive: false`
  // in the call makes Bun open a new connection; elsewhere it is the default of the Fetch standard.
  const response = await (retryable ? fetch(request) : fetch(request, { keepalive: false }));
  // Read on demand: a value that is not a `Response` is a defect of the transport, not a failed connection.
  return {
    get status() {
      return response.status;
    },
    get retryAfter() {
      return response.headers.get('retry-after');
    },
    get sandboxReason() {
      return response.headers.get('sandbox-reason');
    },
    text: () => readText(response, maxAnswerBytes),
  };
}

/**
 * Reads a body as UTF-8, whatever its headers say, without a byte order mark.
 * Rejects when it is larger than `maxBytes`, cut short or not UTF-8.
 */
async function readText(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // Not `for await`: Safari, where the site runs a proxy in a worker, cannot iterate a stream.
  const reader = response.body.getReader();
  let text = '';
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > maxBytes) throw new RangeError('The body is too large');
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    // Frees the connection of a body that is not read to its end.
    reader.cancel().catch(() => undefined);
  }
}

/**
 * Codes that only a failure before sending has: name look-up, connection, a certificate that is refused. Codes of TLS
 * itself (`ERR_SSL_…`, `EPROTO`) are no proof: a connection can break in the same way after the service read the request.
 */
const codesBeforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|BAD_PORT|ConnectionRefused|CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/** Reads from a rejected `fetch` the system's code, and whether the request certainly was not sent. */
function connectionFailure(rejected: unknown): { reason?: string; notSent?: boolean } {
  // Node's fetch puts the system's error into `cause`; other runtimes throw it directly, or have none.
  let error = rejected;
  for (let depth = 0; depth <= 8 && error instanceof Error; depth += 1) {
    const reason = codeOf(error);
    if (reason !== undefined) return { reason, notSent: isBeforeSending(reason, error) };
    error = error.cause;
  }
  return {};
}

function codeOf(error: Error): string | undefined {
  // A port that fetch refuses to call (Fetch standard, "port blocking") has no code of its own.
  if (error.message === 'bad port') return 'BAD_PORT';
  const { code } = error as { code?: unknown };
  // undici sets no code on an answer that is not HTTP.
  if (error.name === 'HTTPParserError' && code === undefined) return 'HPE_INVALID';
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : undefined;
}

/** True with a proof: the code, the system call, or the word of the transport. */
function isBeforeSending(code: string, error: Error): boolean {
  if (codesBeforeSending.test(code) || failedBeforeSending(error)) return true;
  // Node tries all addresses of a host, and reports their errors together.
  const attempts = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return attempts.length > 0 && attempts.every(isConnectCall);
}

/** Node names the call that failed: the same code (`EHOSTUNREACH`, `ETIMEDOUT`) can come from a later `read`. */
function isConnectCall(error: unknown): boolean {
  const { syscall } = Object(error) as NodeJS.ErrnoException;
  return syscall === 'connect' || syscall === 'getaddrinfo';
}

/** Reads an error response of the service. */
async function readErrorAnswer(
  operation: OperationName,
  answer: ServiceAnswer,
): Promise<ServiceResponseError> {
  const { status } = answer;
  const text = await answer.text().catch(() => undefined);
  const body = text && text.length > maxRecordBytes ? undefined : text;
  return new ServiceResponseError(operation, {
    status,
    ...matchDeclared(operation, status, body),
    retryAfterSeconds: parseRetryAfter(answer.retryAfter),
    sandboxReason: answer.sandboxReason ?? undefined,
  });
}

/**
 * Finds which of the operation's declared errors a response can mean. Several conditions can share one message. `body` is
 * undefined if it couldn't be read.
 *
 * Not shown: the shape of an error body. We take a response for the service's if its body is empty, or if its message is one
 * that the contract lists for the status, in JSON or plain text. Any other body comes from something in between, such as
 * a gateway without a route, and means none of the conditions.
 */
function matchDeclared(operation: OperationName, status: number, body: string | undefined) {
  const all: [string, DeclaredError][] = Object.entries(operations[operation].errors);
  const withStatus = all.filter(([, error]) => error.status === status);
  const texts = body === undefined ? [] : messagesIn(body);
  const words = texts.map(lettersOf);
  const withMessage = withStatus.filter(([, { message }]) =>
    words.some((text) => text.startsWith(lettersOf(message))),
  );
  const withCondition = withStatus.filter(([, { condition }]) =>
    words.some((text) => text.includes(lettersOf(condition.replace(/ \(.*/, '')))),
  );
  const listing = withStatus.filter(([, { listsStates }]) => listsStates);
  const states = listing.length > 0 ? texts.flatMap(statesNamedIn) : [];
  const byStates = states.length > 0 ? listing : [];
  const isEmpty = body?.trim() === '';
  const groups = [withCondition, withMessage, byStates, isEmpty ? withStatus : []];
  const meant = groups.find((group) => group.length > 0) ?? [];
  const areStates = meant.some(([, error]) => error.listsStates);
  const possible = meant.filter(
    ([, error]) => !areStates || states.length === 0 || error.listsStates,
  );
  return {
    contractMessage: withMessage[0]?.[1].message,
    conditions: possible.map(([condition]) => condition),
    states: areStates ? [...new Set(states)] : [],
  };
}

/** Returns text in lower case without spaces and punctuation: `LocationNotFound` may be written `LOCATION_NOT_FOUND`. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Returns the texts of an error body that can be the contract's message. A web page has none. */
function messagesIn(body: string): string[] {
  const json = tryParseJson(body);
  if (typeof json === 'string') return [json];
  if (json === undefined) return /^\s*</.test(body) ? [] : [body];
  if (typeof json !== 'object' || json === null) return [];
  const { message, description, error, code } = json as Record<string, unknown>;
  return [message, description, error, code].filter((member) => typeof member === 'string');
}

/** Seconds of a Retry-After header (RFC 9110 section 10.2.3), given as a number or as a date. */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
