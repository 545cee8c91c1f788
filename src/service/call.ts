/**
 * Sends one call to the service, with credentials, a deadline, and retries.
 *
 * Requests for links and locations are sent exactly once, no matter what happens: the service has no idempotency keys, and a
 * second request could send the shopper a second text message. Estimates and status reads are sent at most twice within one
 * deadline. Redirects are never followed, because `fetch` would send the credentials to another host (Fetch standard, 4.4).
 */
import {
  operations,
  statesNamedIn,
  type DeclaredError,
  type Operation,
  type OperationName,
} from '../contract/index.js';
import { callQuietly } from '../internal/call-quietly.js';
import { isTimeout, withDeadline } from '../internal/deadline.js';
import {
  exchangeOf,
  failedBeforeSending,
  type Exchange,
  type ServiceResponse,
  type ServiceFetch,
  type ServiceRequest,
  sandboxReasonHeader,
} from '../internal/exchange.js';
import { isNestedDeeper, tryParseJson } from '../internal/json.js';
import { pause } from '../internal/pause.js';
import { createTraceparent, parseTraceparent } from '../internal/trace.js';
import { userAgent } from '../internal/user-agent.js';
import {
  InvalidServiceResponseError,
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceTimeoutError,
  ServiceUnreachableError,
} from './errors.js';

/** The settings that all calls of one client share. */
export interface CallContext {
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<'svc-key' | 'svc-secret', string | undefined>>;
  readonly exchange: Exchange;
  /** The timeout for a call that can be retried, in milliseconds, including the retry and the response body. */
  readonly timeout: number;
  /** The timeout for a call that is sent only once, in milliseconds. */
  readonly linkTimeout: number;
  /** Called before a call is sent a second time. */
  readonly onRetry?: ((operation: OperationName) => void) | undefined;
}

/** One call. Its body is an object or array of the contract. */
export interface ServiceCall {
  readonly operation: OperationName;
  /** The default is the path of the operation. */
  readonly path?: string;
  readonly query?: object;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly traceparent?: string | undefined;
}

/**
 * Sends a call. Resolves with the JSON of a successful response. Rejects with a `FinancingServiceError`, or with the signal's
 * reason.
 */
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
        await pause(50 + Math.random() * 150); // random, so that the clients of a recovering service don't all retry at once
        deadline.throwIfAborted();
        void callQuietly(() => context.onRetry?.(operation));
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
  const request = toRequest(context, call); // throws before anything is sent if the body isn't JSON
  const response = await context.exchange(request, signal).catch((error: unknown) => {
    const { reason, notSent } = connectionFailure(error);
    // Don't set the error as `cause`, because it can contain a host, an address, or a header.
    throw notSent || operations[operation].retryable
      ? new ServiceUnreachableError(operation, reason)
      : new OutcomeUnknownError(operation, reason);
  });
  if (response.status < 200 || response.status > 299)
    throw await readErrorResponse(operation, response);
  try {
    const text = await response.text();
    // `JSON.parse` takes a third of a second for 300,000 levels. Smaller bodies aren't checked, because the deepest nesting that
    // fits into `maxRecordBytes` parses in 3 ms.
    if (text.length > maxRecordBytes && isNestedDeeper(text, maxDepth)) throw new RangeError();
    return JSON.parse(text) as unknown;
  } catch {
    // Don't set the error as `cause`, because it can quote the response.
    throw new InvalidServiceResponseError(operation);
  }
}

function toRequest({ baseUrl, credentials }: CallContext, call: ServiceCall): ServiceRequest {
  const operation: Operation = operations[call.operation];
  const query = Object.entries(call.query ?? {}).filter(([, value]) => value !== undefined);
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': userAgent };
  for (const name of operation.credentials) headers[name] = credentials[name] ?? '';
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  const trace = parseTraceparent(call.traceparent);
  if (trace) headers['traceparent'] = createTraceparent(trace);
  const body = call.body === undefined ? null : JSON.stringify(call.body);
  return {
    url: baseUrl + (call.path ?? operation.path) + search,
    method: operation.method,
    headers,
    body,
    retryable: operation.retryable,
    maxResponseBytes: maxResponseBytes(call, body),
  };
}

/** The maximum size of a response with one record, in bytes. The proxy stores such a response for replays. */
const maxRecordBytes = 64 * 1024;

/**
 * The maximum nesting of a large response. Estimates have two levels. The rest leaves room for fields that the service may add.
 */
const maxDepth = 100;

/** The maximum size of one estimate, in bytes. An estimate has about 150 bytes, plus the ID that it repeats from the request. */
const maxEstimateBytes = 1024;

/** The maximum length of a character of an ID in JSON, which may write it as `\u00e9`. */
const maxEscapeLength = 6;

/**
 * Returns the maximum size of a response, in bytes. The limit for a list depends on its request, because parsing 4 MB would delay
 * every other request of the process.
 */
function maxResponseBytes(call: ServiceCall, body: string | null): number {
  if (operations[call.operation].response.def.type !== 'array') return maxRecordBytes;
  const items = Array.isArray(call.body) ? call.body.length : 0;
  return maxRecordBytes + maxEstimateBytes * items + maxEscapeLength * (body?.length ?? 0);
}

function isWorthRetrying(error: unknown): boolean {
  if (error instanceof ServiceResponseError) return error.status >= 500 && error.status !== 503;
  // A second attempt to connect would take just as long, and both share one deadline.
  if (error instanceof ServiceUnreachableError) return error.reason !== 'UND_ERR_CONNECT_TIMEOUT';
  return error instanceof InvalidServiceResponseError;
}

/** Returns a function that sends requests through this `fetch`, or the transport's own exchange if it has one. */
export function createExchange(fetch: ServiceFetch): Exchange {
  return exchangeOf(fetch) ?? ((request, signal) => exchangeOverWeb(fetch, request, signal));
}

async function exchangeOverWeb(
  fetch: ServiceFetch,
  { url, method, headers, body, retryable, maxResponseBytes }: ServiceRequest,
  signal: AbortSignal,
): Promise<ServiceResponse> {
  const init: StreamingInit = {
    method,
    headers,
    body: retryable ? body : unrepeatable(body),
    signal,
    redirect: 'manual',
    duplex: 'half',
  };
  const request = new Request(url, init);
  // Bun repeats a PUT if a reused connection closes before the response, which could send a second text message. With
  // `keepalive: false` in the call, Bun opens a new connection. In other runtimes, it's the default of the Fetch standard.
  const response = await (retryable ? fetch(request) : fetch(request, { keepalive: false }));
  // Read these properties on demand. If the value isn't a `Response`, that's a bug in the transport, not a failed connection.
  return {
    get status() {
      return response.status;
    },
    get retryAfter() {
      return response.headers.get('retry-after');
    },
    get sandboxReason() {
      return response.headers.get(sandboxReasonHeader);
    },
    text: () => readUtf8(response, maxResponseBytes),
  };
}

/** The options of a request, with the member that a stream needs. The types of the DOM don't have it. */
interface StreamingInit extends RequestInit {
  readonly duplex: 'half';
}

/**
 * Returns a body that Deno sends only once. Deno repeats a request if the connection closes before the response, which could
 * send a second text message. It can't repeat a stream.
 */
function unrepeatable(body: ServiceRequest['body']): ServiceRequest['body'] | ReadableStream {
  return body !== null && 'Deno' in globalThis ? new Blob([body]).stream() : body;
}

/**
 * Reads a body as UTF-8 without a byte order mark, regardless of its headers. Rejects if the body is larger than `maxBytes`,
 * truncated, or not UTF-8.
 */
async function readUtf8(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // Don't use `for await`: Safari, where the site runs a proxy in a worker, can't iterate a stream.
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
    // Frees the connection if the body wasn't read to its end.
    reader.cancel().catch(() => undefined);
  }
}

/**
 * Error codes that occur only before the request is sent: DNS lookup, connection, or certificate verification failed. TLS
 * protocol errors (`ERR_SSL_…`, `EPROTO`) prove nothing, because a connection can also break that way after the service read the
 * request.
 */
const codesBeforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|BAD_PORT|ConnectionRefused|CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/** Returns the system's error code from a rejected `fetch`, and whether it's certain that the request wasn't sent. */
function connectionFailure(rejected: unknown): { reason?: string; notSent?: boolean } {
  // Node's fetch puts the system's error into `cause`. Other runtimes throw it directly, or don't have one.
  let error = rejected;
  for (let depth = 0; depth <= 8 && error instanceof Error; depth += 1) {
    const reason = codeOf(error);
    if (reason !== undefined) return { reason, notSent: isBeforeSending(reason, error) };
    error = error.cause;
  }
  return {};
}

function codeOf(error: Error): string | undefined {
  // A port that fetch blocks (Fetch standard, "port blocking") has no error code.
  if (error.message === 'bad port') return 'BAD_PORT';
  const { code } = error as { code?: unknown };
  // undici sets no code if the response isn't HTTP.
  if (error.name === 'HTTPParserError' && code === undefined) return 'HPE_INVALID';
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : undefined;
}

/** True if the code, the failed system call, or the transport's mark proves that nothing was sent. */
function isBeforeSending(code: string, error: Error): boolean {
  if (codesBeforeSending.test(code) || failedBeforeSending(error)) return true;
  // Node tries all addresses of a host and reports their errors together.
  const attempts = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return attempts.length > 0 && attempts.every(isConnectCall);
}

/**
 * True if the error came from connecting. The same code (`EHOSTUNREACH`, `ETIMEDOUT`) can also come from a later `read`, so check
 * the system call that Node reports.
 */
function isConnectCall(error: unknown): boolean {
  const { syscall } = Object(error) as NodeJS.ErrnoException;
  return syscall === 'connect' || syscall === 'getaddrinfo';
}

/** Reads an error response of the service. */
async function readErrorResponse(
  operation: OperationName,
  response: ServiceResponse,
): Promise<ServiceResponseError> {
  const { status } = response;
  const text = await response.text().catch(() => undefined);
  const body = text && text.length > maxRecordBytes ? undefined : text;
  return new ServiceResponseError(operation, {
    status,
    ...matchDeclared(operation, status, body),
    retryAfterSeconds: parseRetryAfter(response.retryAfter),
    sandboxReason: response.sandboxReason ?? undefined,
  });
}

/**
 * Finds which of the operation's declared errors a response can mean. Several conditions can share one message. `body` is
 * undefined if it couldn't be read or is too large.
 *
 * Not specified: the shape of an error body. We assume that a response comes from the service if its body is empty, or if its
 * message is one that the contract lists for the status, in JSON or plain text. Any other body comes from something in between,
 * such as a gateway without a route, and matches no condition.
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

/** Returns text in lowercase without spaces and punctuation, because `LocationNotFound` may be written `LOCATION_NOT_FOUND`. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Returns the strings of an error body that can be the contract's message. A web page has none. */
function messagesIn(body: string): string[] {
  const json = tryParseJson(body);
  if (typeof json === 'string') return [json];
  if (json === undefined) return /^\s*</.test(body) ? [] : [body];
  if (typeof json !== 'object' || json === null) return [];
  const { message, description, error, code } = json as Record<string, unknown>;
  return [message, description, error, code].filter((member) => typeof member === 'string');
}

/** Returns the seconds of a `Retry-After` header (RFC 9110 section 10.2.3), which is a number or a date. */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
