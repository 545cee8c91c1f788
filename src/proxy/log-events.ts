/**
 * The proxy's log: the fields of an entry, and a table of all events with their levels and fields. The comment above an event
 * says what to do about it, in Markdown. The docs are generated from these comments, and no bundle contains them.
 */
import { hourMs, minuteMs } from '../internal/durations.js';
import {
  constructionWindowMs,
  failuresToOpen,
  maxCallsInFlight,
  maxConstructions,
  maxReasonedLines,
  quietMs,
  shareOfOneKind,
  trialIntervalMs,
} from './thresholds.js';

/**
 * A log entry: a flat record with only these fields. No field holds a secret or personal data. The only input is `location`,
 * `requestId`, and `traceId`, which all have the form of identifiers.
 */
export interface LogEntry {
  /** The event's name, from a fixed list. */
  event: ProxyLogEvent;
  /** The ID of the request. The response has it as `requestId` and in the `X-Request-Id` header. */
  requestId?: string;
  /** The trace ID from the caller's `traceparent` header, if the header is valid. */
  traceId?: string;
  /** The HTTP method of the request. */
  method?: string;
  /** The pattern of the route, never the requested path. */
  route?: string;
  /**
   * The HTTP status of the response, or 499 if the caller disconnected before it. With `webhook-failure`, the status that your
   * handler or back end returned.
   */
  status?: number;
  /** The problem's code. */
  code?: string;
  /** The location that the request named. Left out unless it looks like an identifier, so that it can't hold personal data. */
  location?: string;
  /** The operation of the service. */
  operation?: string;
  /** The service's host, with the port unless it's the default port. */
  host?: string;
  /**
   * The time from the request to its response, in ms. For a recovery, the time from the first failure to the success that ended
   * the outage.
   */
  durationMs?: number;
  /**
   * Why it failed. For a call to the service: the system's code of a failed connection, such as `ECONNREFUSED`, or `timeout`,
   * `status`, or `invalid-answer`. For Redis: its own code, or `not-connected`, `failover`, or `too-few-replicas`. For a rejected
   * purchase or webhook: the cause, such as `expired`. For a text message at its limit: `network` or `provider`.
   */
  reason?: string;
  /** The option that may be set wrong, by its name in code. */
  option?: string;
  /** The HTTP status of the service's response. */
  serviceStatus?: number;
  /** The number of amounts that a call to the service requested. */
  amounts?: number;
  /** The number of requested amounts for which the service sent no valid estimate. */
  missing?: number;
  /** The paths of fields that were left out, without their values. */
  dropped?: string[];
  /** The name of an unexpected error. */
  errorName?: string;
  /** The stack frames of that error, without its message. */
  stack?: string[];
}

/** Receives log entries, with one method per level. */
export interface Logger {
  /** Receives details for debugging. */
  debug(entry: LogEntry): void;
  /** Receives events of normal operation. */
  info(entry: LogEntry): void;
  /** Receives events that may require a configuration change. */
  warn(entry: LogEntry): void;
  /** Receives failures. */
  error(entry: LogEntry): void;
}

/** Events by name. */
export type LogEventTable<Field extends string> = Readonly<Record<string, LogEventRow<Field>>>;

/** One event: a row of the table. Its key is the name of the event. */
export interface LogEventRow<Field extends string> {
  /** The levels that the event can have. The first one is used unless the code that logs the event chooses another. */
  readonly levels: readonly [keyof Logger, ...(keyof Logger)[]];
  /** The meaning of the event, in one sentence. */
  readonly help: string;
  /** The fields that an entry can have in addition to `event`. */
  readonly fields: readonly Field[];
  /**
   * If set, the event is logged at most once in this many ms for each kind, or only once for `Infinity`. Otherwise, it's logged
   * every time.
   */
  readonly interval?: number;
}

const seconds = (ms: number) => `${ms / 1_000} seconds`;

/**
 * The events of the proxy. The command adds its own in src/cli/log.ts. After a change, run `npm run reference`, which writes
 * docs/reference-logs-and-metrics.md.
 */
export const proxyLogEvents = {
  /**
   * No action is needed for a single line. Count lines by `route`, `status`, and `code`. A line with a `code` means that the
   * response was a problem.
   */
  request: {
    levels: ['debug', 'info'],
    help: 'The proxy responded to a request. Logged at `info` with `FINANCING_LOG_REQUESTS=on`, otherwise at `debug`.',
    fields: ['requestId', 'traceId', 'method', 'route', 'status', 'code', 'durationMs'],
  },
  /**
   * `reason` is the system's code of the failed connection, `timeout`, `status`, or `invalid-answer`. The metrics count the
   * failed calls. If `code` is `bad-credentials`, see [FinancingCredentialsRefused](runbook.md#financingcredentialsrefused). For
   * any other code, see [FinancingServiceFailing](runbook.md#financingservicefailing).
   */
  'service-failure': {
    levels: ['error'],
    help: 'A call to the service failed. Logged once a minute per operation and code.',
    fields: [
      ...(['requestId', 'traceId', 'location', 'code', 'operation', 'host', 'reason'] as const),
      'serviceStatus',
    ],
    interval: minuteMs,
  },
  /**
   * Pages show their fallbacks for the `missing` amounts. An estimate breaks the contract if it has a number as text, `-1` in
   * only some of the four fields, or a different `id`. The line counts one call. Ask the service itself for an estimate of an
   * amount on the page, compare its response with [the reference](reference-http.md), and tell the service operator the time.
   */
  'estimates-missing': {
    levels: ['warn'],
    help: 'The service left out estimates, or sent some that break the contract. Logged once a minute.',
    fields: ['amounts', 'missing'],
    interval: minuteMs,
  },
  /**
   * No shopper was blocked: the link or the location was created without the fields in `dropped`. A path such as
   * `customerDetails.phone` is a value that a page or your back end sent and that can't pre-fill an application, such as a
   * toll-free number. Correct it there. A plain name such as `retailerId` is a field of the service's response. Report it to the
   * service operator. The response to the page has the same `requestId`.
   */
  'fields-dropped': {
    levels: ['warn'],
    help: "Fields were left out: of a request, because they can't pre-fill an application, or of a response, because they break the contract. Logged once a minute per operation.",
    fields: ['requestId', 'traceId', 'location', 'operation', 'dropped'],
    interval: minuteMs,
  },
  /**
   * If none of your pages is affected, no action is needed: requests from strangers should be rejected. Otherwise, act by
   * `option`. `allowedOrigins`: add the origin of your page. `locations`: add the location, or correct it in the page. With the
   * code `location-not-found`, the service doesn't know one of your locations, and `check` names it. `departments`,
   * `sourcePlatforms`: add the value if the service issued it to you. `purchaseSecret`, `resolvePurchase`: `reason` says what is
   * wrong with the token (`no-token`, `malformed`, `wrong-signature`, `invalid-payload`, `expired`, `expires-too-late`), what is
   * wrong with the purchase (`other-amount`, `other-transaction`, `other-location`, and from the hook also `no-purchase`,
   * `invalid-purchase`), or that the proxy has `no-secret`. `financing-elements verify-purchase` explains a token.
   * `redirectOrigins`, `linkHosts`: add the origin or host if it's yours. `sms`: a page requests a text message that isn't
   * allowed. Set `FINANCING_LOG_REQUESTS=on` to see how often this happens.
   */
  refused: {
    levels: ['warn'],
    help: `A request was refused, and \`option\` may be set incorrectly. Logged once a minute per code, or every time if it has a \`reason\`, up to ${maxReasonedLines} lines a minute.`,
    fields: ['requestId', 'traceId', 'location', 'code', 'option', 'reason'],
    interval: minuteMs,
  },
  /** See [FinancingStoreAway](runbook.md#financingstoreaway). */
  'store-unavailable': {
    levels: ['error'],
    help: "The store didn't respond in time, is full, or refuses writes. Logged once a minute.",
    fields: ['requestId', 'traceId', 'location', 'code', 'reason'],
    interval: minuteMs,
  },
  /**
   * No action is needed. `durationMs` is the time from the first failure to this success. If there were no requests in between,
   * the service may have recovered earlier. `location` is the location of the successful call. Many pairs of `service-failure`
   * and this line mean that the service fails intermittently, or only for some locations. Compare the locations of the lines.
   */
  'service-recovered': {
    levels: ['info'],
    help: `An operation of the service works again, and hasn't failed for ${seconds(quietMs)}. Logged once per logged outage.`,
    fields: ['operation', 'durationMs', 'location'],
  },
  /**
   * If you added this location, no action is needed: this line is the audit record. `requestId` is the `x-request-id` of the
   * response, which your back end can store with the name of its user. Otherwise, replace `FINANCING_ADMIN_TOKEN`, and tell the
   * service operator. `locations add` writes to its results file instead of this log.
   */
  'location-added': {
    levels: ['info'],
    help: 'An authorized request added a location over HTTP, or repeated the request that added it.',
    fields: ['requestId', 'traceId', 'location', 'status'],
  },
  /**
   * The previous `service-failure` line has the `reason`. Without a `location`, see
   * [FinancingCircuitOpen](runbook.md#financingcircuitopen). With a `location`, ask the service operator about it.
   */
  'circuit-opened': {
    levels: ['warn'],
    help: `${failuresToOpen} calls in a row failed, so the operation (or one location or amount of it) is no longer called, except for one trial call every ${seconds(trialIntervalMs)}.`,
    fields: ['operation', 'location'],
  },
  /** No action is needed. */
  'circuit-closed': {
    levels: ['info'],
    help: 'A call succeeded, so the operation is called again.',
    fields: ['operation', 'location'],
  },
  /**
   * No action is needed: text messages and links with an `Idempotency-Key` work again. `durationMs` is the time from the first
   * failure to this write. Many pairs of `store-unavailable` and this line mean that Redis is slow or short of memory. See
   * [FinancingStoreAway](runbook.md#financingstoreaway).
   */
  'store-recovered': {
    levels: ['info'],
    help: `The store accepts writes again, and hasn't failed for ${seconds(quietMs)}. Logged once per logged outage.`,
    fields: ['durationMs'],
  },
  /**
   * If the service is slow, see [FinancingServiceSlow](runbook.md#financingserviceslow). During a sale, add replicas.
   */
  overloaded: {
    levels: ['error'],
    help: `A request was refused because one replica had ${maxCallsInFlight} calls to the service in flight, or ${maxCallsInFlight * shareOfOneKind} of one kind (reads or writes). Logged at most once a minute.`,
    fields: ['requestId', 'traceId', 'location', 'code'],
    interval: minuteMs,
  },
  /**
   * `option` names the limit. `textsPerPhone`: no action is needed. A shopper requested too many. `textsPerAddress`,
   * `textsPerPrefix`: find the caller in your web server's access log, and block it there. If shoppers share an address, raise
   * the option. `textsInAll`: with `reason: "network"`, one IPv6 /48 has used a quarter of all text messages, and with
   * `reason: "provider"`, one IPv6 /32 has used half of them. Other shoppers still get theirs. Without a `reason`, no shopper gets
   * a text message until the hour is over: block the callers, set `FINANCING_SMS=off`, or raise the option. See
   * [FinancingTextsAtLimit](runbook.md#financingtextsatlimit).
   */
  'sms-limit': {
    levels: ['warn'],
    help: 'A text message was refused because a limit was reached. Logged once an hour per limit.',
    fields: ['requestId', 'traceId', 'location', 'code', 'option', 'reason'],
    interval: hourMs,
  },
  /**
   * Only this request failed, and its response is a problem. `errorName` and the first lines of `stack` show where. The message
   * is left out because it can contain input. Fix your own function, such as `resolvePurchase`, `authorize`, or `verifyHuman`. If
   * `stack` names only `financing-elements`, report the error with the version.
   */
  'unexpected-error': {
    levels: ['error'],
    help: 'One of your functions or the proxy itself failed. Logged once a minute per code.',
    fields: ['requestId', 'traceId', 'location', 'code', 'errorName', 'stack'],
    interval: minuteMs,
  },
  /**
   * The event got a 401 response. A few of these come from strangers. If all events are rejected, act by `reason`. `parsed-body`:
   * a body parser such as `express.json()` runs first. Mount the proxy before it. `changed-body`: a server in front of the proxy
   * rewrites the body. `wrong-signature`: compare `FINANCING_WEBHOOK_SECRET` with the service operator's secret. `old-signature`:
   * check the clocks of the replicas. `no-signature`, `malformed-signature`: the header has a different name or format. `verify`:
   * your own function `webhooks.verify` rejected it.
   */
  'webhook-unverified': {
    levels: ['warn'],
    help: 'An event arrived without a valid signature. Logged once a minute per `reason`.',
    fields: ['reason'],
    interval: minuteMs,
  },
  /**
   * `status` is the status of your back end's response, not of the service's. A 401 usually means that your back end and the
   * proxy have different webhook secrets. With `reason: "timeout"`, your back end didn't respond within ten seconds. Read its
   * log for that time, and fix the back end behind `FINANCING_WEBHOOK_FORWARD` (`webhooks.onEvent` in code). The service gets
   * an error and delivers the event again. An event that was handled once isn't handled again.
   */
  'webhook-failure': {
    levels: ['error'],
    help: "A verified event wasn't handled, so the service is asked to send it again. Logged once a minute.",
    fields: ['requestId', 'traceId', 'location', 'status', 'reason', 'errorName', 'stack'],
    interval: minuteMs,
  },
  /** Fix the function that `option` names. Responses aren't affected. Later failures of the same function aren't logged. */
  'report-failure': {
    levels: ['error'],
    help: 'Your `logger` or `observer` failed, and lost an entry or event. Logged once for each, on the console.',
    fields: ['option', 'errorName', 'stack'],
  },
  /**
   * The same text message can be sent twice. Look for `createFinancingProxy` inside a route or a handler, and create the proxy
   * once, outside of it.
   */
  'proxy-per-request': {
    levels: ['warn'],
    help: `${maxConstructions} proxies were created within ${seconds(constructionWindowMs)}, each with its own limits and idempotency keys. Logged once.`,
    fields: [],
  },
  /**
   * Set `FINANCING_TRUSTED_HOPS` to the number of reverse proxies. Until then, the number of `rate-limited` responses grows with
   * the traffic.
   */
  'forwarded-for-ignored': {
    levels: ['warn'],
    help: 'A request has an `X-Forwarded-For` header, but `trustedHops` is 0. Behind a reverse proxy, all shoppers then share one limit. Logged once.',
    fields: [],
    interval: Infinity,
  },
  /**
   * Either the number is too high, or a client reaches `serve` without passing through all reverse proxies. Look for the request
   * in the access log of each one. Set `FINANCING_TRUSTED_HOPS` to the number of reverse proxies that append to the header, and
   * let the firewall admit only them.
   */
  'forwarded-for-short': {
    levels: ['warn'],
    help: 'A request has fewer entries in `X-Forwarded-For` than `trustedHops`, so the address of its connection counts. Logged once.',
    fields: [],
    interval: Infinity,
  },
  /**
   * Set `clientAddress` in code ([how your runtime provides the address](server.md)). Until then, these requests share a limit of
   * ten times `rateLimit`.
   */
  'client-address-unknown': {
    levels: ['warn'],
    help: "Neither the server nor `clientAddress` knows a client's address, so such requests share one limit. Logged once.",
    fields: [],
    interval: Infinity,
  },
} as const satisfies LogEventTable<Exclude<keyof LogEntry, 'event'>>;

/** The name of an event of the proxy. */
export type ProxyLogEvent = keyof typeof proxyLogEvents;

/**
 * Returns the location for a log entry, or no field if the location doesn't look like an identifier. A value with a space, an
 * `@`, or seven digits might identify a person.
 */
export function loggableLocation(location = ''): Pick<LogEntry, 'location'> {
  return /^(?!.*\d(?:\D?\d){6})[\w.-]{1,64}$/.test(location) ? { location } : {};
}
