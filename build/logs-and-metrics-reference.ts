/** The reference of what an operator sees: from the tables of log events, of log fields and of metrics. */
import { logEvents, logFields, type CommandEntry } from '../src/cli/log.js';
import { metricTable, type MetricRow } from '../src/cli/metrics.js';
import type { ProxyLogEvent } from './proxy-facts.js';

/** What to do about each event, in Markdown. */
const remedies: Readonly<Record<ProxyLogEvent | CommandEntry['event'], string>> = {
  request:
    'Nothing by itself: count lines by `route`, `status` and `code`. With `code`, the answer was a problem.',
  'service-failure':
    "`reason` is the system's code of the connection, `timeout`, `status` or `invalid-answer`; the metrics say how many calls failed. With `bad-credentials`, do as for [FinancingCredentialsRefused](runbook.md#financingcredentialsrefused), with any other code as for [FinancingServiceFailing](runbook.md#financingservicefailing).",
  'estimates-missing':
    'Pages show their fallbacks for the `missing` amounts. What breaks the contract is a number as text, `-1` in some of the four fields, or another `id`. The line counts one call. Ask the service itself for an amount of the page, compare its answer with [the reference](reference-http.md), and tell the service operator the time.',
  'fields-dropped':
    "No shopper was stopped: the link or the location was created without the fields in `dropped`. A path such as `customerDetails.phone` is a value that a page or your back end sent, and that cannot pre-fill an application, such as a toll-free number: correct it there. A plain name such as `retailerId` is a field of the service's answer: tell the service operator. `requestId` is in the answer to the page.",
  refused:
    'If no page of yours is affected, nothing: it is right for strangers. Otherwise by `option`. `allowedOrigins`: add the origin of your page. `locations`: add the location, or correct it in the page; with the code `location-not-found`, the service does not know one of your list, and `check` names it. `departments`, `sourcePlatforms`: add the value if the service issued it to you. `purchaseSecret`: your back end signs no purchase, or signs with another secret, or its clock is wrong. `redirectOrigins`, `linkHosts`: add the origin or host if it is yours. `sms`: a page asks for a text that is not allowed. `FINANCING_LOG_REQUESTS=on` shows how often it comes.',
  'store-unavailable': 'As for [FinancingStoreAway](runbook.md#financingstoreaway).',
  'service-recovered':
    'Nothing. `durationMs` is the time from the first failure to this success; without requests in between, the service may have been back earlier. Many pairs of `service-failure` and this line: the service fails at times, or for some locations alone.',
  'store-recovered':
    'Nothing: texts and links with an `Idempotency-Key` work again. `durationMs` is the time from the first failure to this write. Many pairs of `store-unavailable` and this line: Redis is slow or short of memory; see [FinancingStoreAway](runbook.md#financingstoreaway).',
  'location-added':
    'Nothing, if it was one of you: the line is the audit of onboarding. `requestId` is the `x-request-id` of the answer, which your back end can keep beside the name of its user. Otherwise replace `FINANCING_ADMIN_TOKEN`, and tell the service operator. `locations add` has its results file instead.',
  'circuit-opened':
    'The `service-failure` before it has the `reason`. Without a `location`, do as for [FinancingCircuitOpen](runbook.md#financingcircuitopen); with one, ask the service operator about it.',
  'circuit-closed': 'Nothing.',
  overloaded:
    'In one replica, 64 calls of the service were under way, or 48 of one kind. If the service is slow, do as for [FinancingServiceSlow](runbook.md#financingserviceslow). At a sale, add replicas.',
  'unexpected-error':
    'The request got a problem, and no more was harmed. `errorName` and the first lines of `stack` say where; the message is left out, since it can hold input. Correct a function of yours, such as `resolvePurchase`, `authorize` or `verifyHuman`. If `stack` names `financing-elements` alone, report it with the version.',
  'webhook-unverified':
    'The event was answered 401: its signature is missing, wrong or more than five minutes old. A few are strangers. If all are refused, compare `FINANCING_WEBHOOK_SECRET` with the service operator, check the clock of the replicas, and see that no web server in front changes the body.',
  'webhook-failure':
    'Your back end answered `status`, or did not answer in ten seconds (`reason: "timeout"`). Read its log of the same time, and correct what is behind `FINANCING_WEBHOOK_FORWARD` (`webhooks.onEvent` in code). The service gets an error, and delivers the event again. An event that was handled once is not handled again.',
  'report-failure':
    'Correct the function that `option` names. Answers are not changed; what fails later is not logged again.',
  'proxy-per-request':
    'The same text can be sent twice. Look for `createFinancingProxy` inside a route or a handler, and create the proxy once, outside of it.',
  'forwarded-for-ignored':
    'Set `FINANCING_TRUSTED_HOPS` to the number of reverse proxies. Until then, `rate-limited` grows with the traffic.',
  'forwarded-for-short':
    'Either the number is too high, or a client reaches `serve` past one of the reverse proxies: look for the request in the access log of each. Set `FINANCING_TRUSTED_HOPS` to the number of reverse proxies that append to the header, and let the firewall admit these alone.',
  'client-address-unknown':
    'Give `clientAddress` in code ([how your runtime tells the address](server.md)). The limit of such requests is ten times `rateLimit`.',
  started:
    '`opens` names the settings that open something, and `any location` where no list limits them. Take one that you did not mean to open out of the settings.',
  'not-started':
    'What `message` says. With `--check`, the lines `check` before it have the verdict `wrong`. In a rolling update, the replicas before it go on.',
  check:
    'For the verdict `wrong`, which stops the start, what `message` says. `note` is worth knowing.',
  notice:
    'What `message` says: about the settings, about Redis at the start, a Redis that may drop claims, or a Sentinel. `financing-elements check`, in the environment of `serve`, says more.',
  'unknown-variable':
    'Most likely a typing error: set `nearest` instead, if that is what was meant ([all settings](reference-settings.md)). `check` and `serve --check` call it `wrong`, since a limit that is mistyped is no limit.',
  'unused-setting': 'Leave out `--sandbox`, or the credential or base URL that `option` names.',
  'sandbox-refusal':
    'Correct the request: `reason` says why. It never comes from the real service.',
  'setting-replaced':
    'Look for this line on each replica before you withdraw [the old secret](operating.md#replacing-secrets).',
  'settings-unchanged':
    'If you did replace a setting, see that the process sees the new file: compare its `sha256sum` in the container, at the path of the `…_FILE` variable. A single file that is mounted into a container stays the old one; mount its folder. Kubernetes takes up to a minute to write a changed secret.',
  'settings-refused':
    'Correct what `message` names, and send SIGHUP again, before the next restart, which would fail. With `serve --check`, the report stands before this line. A changed `FINANCING_STORE_SECRET` needs a restart.',
  stopping:
    'Nothing, if you or a deployment asked for it. `systemctl status` or `kubectl describe pod` says who did.',
  'handler-failure': 'Report it with `stack` and the version.',
  crash:
    'Report it with `stack` and the version. The supervisor starts the process again; requests that ran were cut off, and their claims are kept in Redis. Until it is corrected, more replicas make each crash cost less. Many in a row: look at the panels "Memory" and "Event loop lag".',
};

/** The page, as Markdown. */
export function logsAndMetricsReference(): string {
  return `# Log events and metrics

<!-- Generated by \`npm run reference\` from src/proxy/report.ts, src/cli/log.ts and src/cli/metrics.ts. -->

What \`financing-elements serve\` reports to its operator. The [runbook](runbook.md) says what to do about each alert.

## Log events

The log is one JSON line an event, on stderr. Each line has \`time\`, \`level\` and \`event\`.

${Object.entries(logEvents)
  .map(
    ([name, { levels, help, fields }]) =>
      `### \`${name}\`

${help} Level: \`${levels.join('` or `')}\`.${fields.length > 0 ? ` Fields: \`${fields.join('`, `')}\`.` : ''}

**Do.** ${remedies[name as keyof typeof remedies]}`,
  )
  .join('\n\n')}

## Log fields

No other field is ever written. None holds input, a secret or personal data.

| Field | Holds |
| --- | --- |
${Object.entries(logFields)
  .map(([name, help]) => `| \`${name}\` | ${help} |`)
  .join('\n')}

A logger of your own (\`logger\` in code) gets the same fields but \`time\` and \`level\`, which is the method that is called.

## Metrics

\`FINANCING_METRICS_PORT=9464\` serves them for Prometheus, at \`/metrics\` on a port of their own, which is off by default. The
port is on the same \`HOST\` as the proxy, and never under the mount; keep it inside your network. Labels are fixed texts of this
package: no location, phone number, address, amount or path of a request is among them. Times are in seconds. The label
\`instance\`, which Prometheus adds, is the replica. A replica counts from its start; SIGHUP does not begin anew.
[Deploying](deploying.md#monitoring) sets up alerts and a dashboard. In code, [\`observer\`](reference-settings.md#observer)
receives the same facts as typed events (\`ObserverEvent\`).

| Metric | Type | Labels | Counts |
| --- | --- | --- | --- |
${Object.entries<MetricRow>(metricTable)
  .map(
    ([name, { type, labels, help }]) =>
      `| \`financing_${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(' ')} | ${help} |`,
  )
  .join('\n')}
| \`financing_process_…\` \`financing_nodejs_…\` | | | Memory, CPU time, event loop and garbage collection of the process. |
`;
}
