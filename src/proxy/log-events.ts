/**
 * The log of the proxy: what an entry can hold, and every event, a row each with its level and its fields. The comment above a
 * row says what to do about the event, in Markdown: the guide is made from it, and no bundle carries it.
 */
/** A log entry: a flat record of these fields and no others. None holds input, secrets or personal data. */
export interface LogEntry {
  /** What happened, one of a fixed list. */
  event: ProxyLogEvent;
  /** The request's identifier, which its answer has as `requestId` and in the header `X-Request-Id`. */
  requestId?: string;
  /** The trace that the caller named in a valid `traceparent`. */
  traceId?: string;
  /** The HTTP method of the request. */
  method?: string;
  /** The pattern of the route, never the requested path. */
  route?: string;
  /** The HTTP status of the answer. */
  status?: number;
  /** The problem's code. */
  code?: string;
  /** The location that a request named, where it looks like an identifier and so holds no personal data. */
  location?: string;
  /** The operation of the service. */
  operation?: string;
  /** The host of the service, with its port. */
  host?: string;
  /** Milliseconds from the request to its answer; of a recovery, from the first failure to the first success. */
  durationMs?: number;
  /**
   * The system's code of a failed connection, such as `ECONNREFUSED`; `timeout`, `status` or `invalid-answer`; of Redis its
   * own code, `not-connected`, `failover` or `too-few-replicas`; why a purchase or a webhook was refused, such as `expired`.
   */
  reason?: string;
  /** The option whose value may be wrong, as it is written in code. */
  option?: string;
  /** The status of the service's answer. */
  serviceStatus?: number;
  /** The number of amounts that a call of the service asked for. */
  amounts?: number;
  /** The number of those for which the service sent no valid estimate. */
  missing?: number;
  /** The paths of fields that were left out, without their values. */
  dropped?: string[];
  /** The name of an unexpected error, and where it was thrown. */
  errorName?: string;
  /** The frames of that error's stack, without its message. */
  stack?: string[];
}

/** Receives log entries, with a method for each level. */
export interface Logger {
  /** Receives details for a search for a fault. */
  debug(entry: LogEntry): void;
  /** Receives what happens in normal operation. */
  info(entry: LogEntry): void;
  /** Receives what may need a change of the configuration. */
  warn(entry: LogEntry): void;
  /** Receives failures. */
  error(entry: LogEntry): void;
}

/** Events by name. */
export type LogEventTable<Field extends string> = Readonly<Record<string, LogEventRow<Field>>>;

/** One event: a row of a table, whose key is the name of the event. */
export interface LogEventRow<Field extends string> {
  /** The levels that it can have; the first one, unless the place that logs it says otherwise. */
  readonly levels: readonly [keyof Logger, ...(keyof Logger)[]];
  /** What it means, as one sentence. */
  readonly help: string;
  /** The fields that it can have, besides its name. */
  readonly fields: readonly Field[];
  /** Logged once in this many ms for each kind, `Infinity` for once at all; each time without it. */
  readonly interval?: number;
}

const minute = 60_000;

/**
 * The events of the proxy. The command adds its own in src/cli/log.ts. After a change, run `npm run reference`, which writes
 * docs/reference-logs-and-metrics.md.
 */
export const proxyLogEvents = {
  /** Nothing by itself: count lines by `route`, `status` and `code`. With `code`, the answer was a problem. */
  request: {
    levels: ['debug', 'info'],
    help: 'A request was answered; at `info` with `FINANCING_LOG_REQUESTS=on`, otherwise at `debug`.',
    fields: ['requestId', 'traceId', 'method', 'route', 'status', 'code', 'durationMs'],
  },
  /**
   * `reason` is the system's code of the connection, `timeout`, `status` or `invalid-answer`; the metrics say how many
   * calls failed. With `bad-credentials`, do as for [FinancingCredentialsRefused](runbook.md#financingcredentialsrefused),
   * with any other code as for [FinancingServiceFailing](runbook.md#financingservicefailing).
   */
  'service-failure': {
    levels: ['error'],
    help: 'A call of the service failed. Once a minute for each operation and code.',
    fields: [
      ...(['requestId', 'traceId', 'location', 'code', 'operation', 'host', 'reason'] as const),
      'serviceStatus',
    ],
    interval: minute,
  },
  /**
   * Pages show their fallbacks for the `missing` amounts. What breaks the contract is a number as text, `-1` in some of the
   * four fields, or another `id`. The line counts one call. Ask the service itself for an amount of the page, compare its
   * answer with [the reference](reference-http.md), and tell the service operator the time.
   */
  'estimates-missing': {
    levels: ['warn'],
    help: 'The service left out estimates of a call, or sent some that break the contract. Once a minute.',
    fields: ['amounts', 'missing'],
    interval: minute,
  },
  /**
   * No shopper was stopped: the link or the location was created without the fields in `dropped`. A path such as
   * `customerDetails.phone` is a value that a page or your back end sent, and that cannot pre-fill an application, such as
   * a toll-free number: correct it there. A plain name such as `retailerId` is a field of the service's answer: tell the
   * service operator. `requestId` is in the answer to the page.
   */
  'fields-dropped': {
    levels: ['warn'],
    help: 'Fields were left out: of a request, since they cannot pre-fill an application, or of an answer, since they break the contract. Once a minute for each operation.',
    fields: ['requestId', 'traceId', 'location', 'operation', 'dropped'],
    interval: minute,
  },
  /**
   * If no page of yours is affected, nothing: it is right for strangers. Otherwise by `option`. `allowedOrigins`: add the
   * origin of your page. `locations`: add the location, or correct it in the page; with the code `location-not-found`, the
   * service does not know one of your list, and `check` names it. `departments`, `sourcePlatforms`: add the value if the
   * service issued it to you. `purchaseSecret` and `resolvePurchase`: `reason` says what is wrong with the token (`no-token`, `malformed`,
   * `wrong-signature`, `invalid-payload`, `expired`, `expires-too-late`), with the purchase (`other-amount`,
   * `other-transaction`, `other-location`; of the hook also `no-purchase`, `invalid-purchase`), or that the proxy has
   * `no-secret`; `financing-elements verify-purchase` explains a token.
   * `redirectOrigins`, `linkHosts`: add the origin or host if it is yours. `sms`: a page asks for a text that is
   * not allowed. `FINANCING_LOG_REQUESTS=on` shows how often it comes.
   */
  refused: {
    levels: ['warn'],
    help: 'A request was refused, and `option` may be set wrongly. Once a minute for each code; each time with a `reason`.',
    fields: ['requestId', 'traceId', 'location', 'code', 'option', 'reason'],
    interval: minute,
  },
  /** As for [FinancingStoreAway](runbook.md#financingstoreaway). */
  'store-unavailable': {
    levels: ['error'],
    help: 'The store did not answer in time, is full, or refuses writes. Once a minute.',
    fields: ['requestId', 'traceId', 'location', 'code', 'reason'],
    interval: minute,
  },
  /**
   * Nothing. `durationMs` is the time from the first failure to this success; without requests in between, the service may
   * have been back earlier. `location` is that of the success. Many pairs of `service-failure` and this line: the service
   * fails at times, or for some locations alone; compare theirs.
   */
  'service-recovered': {
    levels: ['info'],
    help: 'An operation of the service works again, and has not failed for five seconds. Once for each outage that was logged.',
    fields: ['operation', 'durationMs', 'location'],
  },
  /**
   * Nothing, if it was one of you: the line is the audit of onboarding. `requestId` is the `x-request-id` of the answer,
   * which your back end can keep beside the name of its user. Otherwise replace `FINANCING_ADMIN_TOKEN`, and tell the
   * service operator. `locations add` has its results file instead.
   */
  'location-added': {
    levels: ['info'],
    help: 'An authorized request has added a location over HTTP, or has repeated the request that did.',
    fields: ['requestId', 'traceId', 'location', 'status'],
  },
  /**
   * The `service-failure` before it has the `reason`. Without a `location`, do as for
   * [FinancingCircuitOpen](runbook.md#financingcircuitopen); with one, ask the service operator about it.
   */
  'circuit-opened': {
    levels: ['warn'],
    help: 'Eight calls in a row failed, so the operation (or one location of it) is no longer called, except for one trial call every five seconds.',
    fields: ['operation', 'location'],
  },
  /** Nothing. */
  'circuit-closed': {
    levels: ['info'],
    help: 'A call succeeded, so the operation is called again.',
    fields: ['operation', 'location'],
  },
  /**
   * Nothing: texts and links with an `Idempotency-Key` work again. `durationMs` is the time from the first failure to this
   * write. Many pairs of `store-unavailable` and this line: Redis is slow or short of memory; see
   * [FinancingStoreAway](runbook.md#financingstoreaway).
   */
  'store-recovered': {
    levels: ['info'],
    help: 'The store takes writes again, and has not failed for five seconds. Once for each outage that was logged.',
    fields: ['durationMs'],
  },
  /**
   * In one replica, 64 calls of the service were under way, or 48 of one kind. If the service is slow, do as for
   * [FinancingServiceSlow](runbook.md#financingserviceslow). At a sale, add replicas.
   */
  overloaded: {
    levels: ['error'],
    help: 'Too many calls of the service were under way, so a request was refused. Once a minute.',
    fields: ['requestId', 'traceId', 'location', 'code'],
    interval: minute,
  },
  /**
   * The request got a problem, and no more was harmed. `errorName` and the first lines of `stack` say where; the message is
   * left out, since it can hold input. Correct a function of yours, such as `resolvePurchase`, `authorize` or
   * `verifyHuman`. If `stack` names `financing-elements` alone, report it with the version.
   */
  'unexpected-error': {
    levels: ['error'],
    help: 'A function of the integrator or the proxy itself failed. Once a minute for each code.',
    fields: ['requestId', 'traceId', 'location', 'code', 'errorName', 'stack'],
    interval: minute,
  },
  /**
   * The event was answered 401. A few are strangers. If all are refused, act by `reason`. `parsed-body`: a body parser such
   * as `express.json()` runs first; mount the proxy before it. `changed-body`: a server in front writes the body again.
   * `wrong-signature`: compare `FINANCING_WEBHOOK_SECRET` with the service operator. `old-signature`: check the clock of the
   * replicas. `no-signature`, `malformed-signature`: the header has another name or form. `verify`: your own function
   * `webhooks.verify` refused it.
   */
  'webhook-unverified': {
    levels: ['warn'],
    help: 'An event came without a valid signature. Once a minute for each `reason`.',
    fields: ['reason'],
    interval: minute,
  },
  /**
   * Your back end answered `status`, or did not answer in ten seconds (`reason: "timeout"`). Read its log of the same time,
   * and correct what is behind `FINANCING_WEBHOOK_FORWARD` (`webhooks.onEvent` in code). The service gets an error, and
   * delivers the event again. An event that was handled once is not handled again.
   */
  'webhook-failure': {
    levels: ['error'],
    help: 'A verified event was not handled, so the service is asked to send it again. Once a minute.',
    fields: ['requestId', 'traceId', 'location', 'status', 'reason', 'errorName', 'stack'],
    interval: minute,
  },
  /** Correct the function that `option` names. Answers are not changed; what fails later is not logged again. */
  'report-failure': {
    levels: ['error'],
    help: 'Your `logger` or `observer` failed, and lost an entry or event. Once for each, on the console.',
    fields: ['option', 'errorName', 'stack'],
  },
  /**
   * The same text can be sent twice. Look for `createFinancingProxy` inside a route or a handler, and create the proxy
   * once, outside of it.
   */
  'proxy-per-request': {
    levels: ['warn'],
    help: 'Twenty proxies were created within ten seconds, each with its own limits and idempotency. Once.',
    fields: [],
  },
  /**
   * Set `FINANCING_TRUSTED_HOPS` to the number of reverse proxies. Until then, `rate-limited` grows with the traffic.
   */
  'forwarded-for-ignored': {
    levels: ['warn'],
    help: 'A request has an `X-Forwarded-For`, and `trustedHops` is 0: behind a reverse proxy, all shoppers then share one limit. Once.',
    fields: [],
    interval: Infinity,
  },
  /**
   * Either the number is too high, or a client reaches `serve` past one of the reverse proxies: look for the request in the
   * access log of each. Set `FINANCING_TRUSTED_HOPS` to the number of reverse proxies that append to the header, and let
   * the firewall admit these alone.
   */
  'forwarded-for-short': {
    levels: ['warn'],
    help: 'A request has fewer entries in `X-Forwarded-For` than `trustedHops`: the address of its connection counts. Once.',
    fields: [],
    interval: Infinity,
  },
  /**
   * Give `clientAddress` in code ([how your runtime tells the address](server.md)). The limit of such requests is ten times
   * `rateLimit`.
   */
  'client-address-unknown': {
    levels: ['warn'],
    help: 'Neither the server nor `clientAddress` knows the address of a client: such requests share one limit. Once.',
    fields: [],
    interval: Infinity,
  },
} as const satisfies LogEventTable<Exclude<keyof LogEntry, 'event'>>;

/** Name of an event of the proxy. */
export type ProxyLogEvent = keyof typeof proxyLogEvents;

/**
 * Returns the location for a log entry. Leaves it out if it has a space, an `@` or seven digits, because it might then be
 * about a person.
 */
export function loggableLocation(location = ''): Pick<LogEntry, 'location'> {
  return /^(?!.*\d(?:\D?\d){6})[\w.-]{1,64}$/.test(location) ? { location } : {};
}
