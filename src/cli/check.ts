/**
 * Tries the service and Redis with the settings of `serve`, and reports in words what works, what does not, and what the
 * settings allow. It sends no text message, creates nothing, and prints no secret.
 */
import { isInapplicable, type EstimateResult } from '../contract/index.js';
import { createPooledFetch } from '../node/index.js';
import { hostsOfRedis } from '../node/redis-url.js';
import { readProxyOptions } from '../proxy/settings.js';
import { createSandbox } from '../sandbox/index.js';
import {
  createFinancingService,
  InvalidServiceResponseError,
  ServiceResponseError,
  type CallOptions,
  type FinancingService,
} from '../service/index.js';
import type { CommandContext } from './context.js';
import { describeLocationRefusal, diagnose } from './diagnose.js';
import { sandboxCredentials } from './sandbox.js';
import {
  addressOf,
  chooseWebhooks,
  proxyOptionsOf,
  requireCredentials,
  warnOfUnused,
} from './proxy-options.js';
import { replicaHint } from './replicas.js';
import { CommandError } from './settings/read-file.js';
import type { CommandSettings, SettingName } from './settings/table.js';
import { openStore, tryStore, type StoreWarning } from './store.js';

/** One line of a report. */
interface Finding {
  readonly verdict: 'ok' | 'note' | 'wrong';
  readonly text: string;
}

/** `check`: prints a report; the exit code is 1 where something necessary does not work. */
export async function runCheck(context: CommandContext): Promise<void> {
  const { json, sandbox } = context.settings;
  if (sandbox) warnOfUnused(context);
  const { findings, wrong, conclusion } = await check(context, false, (finding) => {
    if (!json) process.stdout.write(lineOf(finding));
  });
  const summary = wrong.length > 0 ? `Wrong: ${wrong.length}` : conclusion;
  process.stdout.write(
    json
      ? `${JSON.stringify({ findings, wrong: wrong.length, summary }, null, 2)}\n`
      : `${[summary, ...wrong.map((text) => `  ${text}`)].join('\n')}\n`,
  );
  process.exitCode = wrong.length > 0 ? 1 : 0;
  // An abandoned name look-up may go on for half a minute; the command does not wait for it.
  setTimeout(() => process.exit(), 500).unref();
}

/**
 * Throws `CommandError` unless everything that a start needs works: one location is enough, and Redis may be away. The report
 * is for people in a terminal, and otherwise goes to the log. `failure` says what that means.
 */
export async function requireFit(context: CommandContext, failure: string): Promise<void> {
  const { logger } = context;
  const tell = (finding: Finding) => {
    const { verdict, text: message } = finding;
    if (process.stderr.isTTY) process.stderr.write(lineOf(finding));
    else logger[verdict === 'wrong' ? 'error' : 'info']({ event: 'check', verdict, message });
  };
  const { wrong, conclusion } = await check(context, true, tell);
  if (wrong.length > 0) throw new CommandError(`${failure}: ${wrong.join(' ')}`, 1);
  tell({ verdict: 'ok', text: conclusion });
}

const lineOf = ({ verdict, text }: Finding) => `${verdict.padEnd(5)}  ${text}\n`;

/** Milliseconds that a call may take, whatever the settings allow. */
const callTimeout = 12_000;

/** Most estimates under way at a time. */
const mostAtOnce = 8;

/** The whole check, from top to bottom. `tell` is called with each finding at once. */
async function check(
  context: CommandContext,
  isForStart: boolean,
  tell: (finding: Finding) => void,
) {
  const { settings, nameOf, unknownVariables } = context;
  const findings: Finding[] = [];
  let conclusion = 'Everything necessary works.';
  function found(verdict: Finding['verdict'], text: string): void {
    findings.push({ verdict, text });
    tell({ verdict, text });
  }

  // Options with which `serve` would not start throw here, before any call.
  const options = chooseService(context);
  addressOf(context);
  readProxyOptions({ ...options, webhooks: chooseWebhooks(context) });
  const warnings: StoreWarning[] = [];
  const store = openStore(context, (warning) => warnings.push(warning));

  const target = settings.sandbox
    ? 'an embedded sandbox with its own credentials'
    : `${new URL(options.baseUrl).origin} (${nameOf('baseUrl')}), with the key in ${nameOf('svcKey')}`;
  found('note', `Calling ${target}.`);
  for (const { option, nearest } of unknownVariables) {
    found('wrong', `${option} is not a setting${nearest ? `; did you mean ${nearest}?` : '.'}`);
  }
  const unused = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'].find(
    (variable) => process.env[variable],
  );
  if (unused && options.baseUrl.startsWith('https:')) {
    found('note', `${unused} is set but not used: the service is called directly.`);
  }

  const { baseUrl, svcKey, svcSecret, timeout, allowHttp } = options;
  let lastAnswer: Response | undefined;
  /** Makes a call with a client of its own. Resolves with its result, or with its error and the last answer. */
  async function tryCall<T>(call: (service: FinancingService, of: CallOptions) => Promise<T>) {
    let answer: Response | undefined;
    const service = createFinancingService({
      ...{ baseUrl, svcKey, svcSecret, timeout, allowHttp },
      fetch: async (request) => (lastAnswer = answer = await options.fetch(request)),
    });
    try {
      return { result: await call(service, { signal: AbortSignal.timeout(callTimeout) }) };
    } catch (error) {
      const status = error instanceof ServiceResponseError ? error.status : undefined;
      return { error, answer, status };
    }
  }

  /** Estimates at a location. `isOfLocation`: whether other locations may do better. */
  async function estimateAt(location: string | undefined) {
    const called = await tryCall(async (service, of) => {
      const query = location === undefined ? {} : { location };
      const items = [{ id: 'check', totalAmount: 500 }];
      const [estimate] = await service.estimatePayments(items, query, of);
      if (!estimate) throw new InvalidServiceResponseError('estimatePayments');
      return estimate;
    });
    const label = location === undefined ? '' : `${location}: `;
    if (called.result) {
      const { verdict, text } = describeEstimate(called.result);
      return { location, isOfLocation: true, verdict, text: label + text };
    }
    const { error, answer, status } = called;
    const isOfLocation = status === 422 || status === 500;
    const text = status === 422 ? describeLocationRefusal(location) : diagnose(error, answer);
    const verdict: Finding['verdict'] = 'wrong';
    return { location, isOfLocation, verdict, text: isOfLocation ? label + text : text };
  }

  // The first location alone, since a refused key is not to be tried eight times, then several at a time.
  const locations = options.locations ?? [];
  const waiting: (string | undefined)[] = locations.length > 0 ? [...locations] : [undefined];
  const estimates: Awaited<ReturnType<typeof estimateAt>>[] = [];
  let general: Finding | undefined;
  let works: (typeof estimates)[number] | undefined;
  for (let most = 1; waiting.length > 0 && !general; most = mostAtOnce) {
    const some = await Promise.all(waiting.splice(0, most).map(estimateAt));
    const ofLocations = some.filter(({ isOfLocation }) => isOfLocation);
    estimates.push(...ofLocations);
    if (!isForStart) ofLocations.forEach(({ verdict, text }) => found(verdict, text));
    works ??= some.find(({ verdict }) => verdict !== 'wrong');
    if (isForStart && works) break;
    general = some.find(({ isOfLocation }) => !isOfLocation);
  }
  // With one that works, another that does not is only worth knowing at a start.
  const isEnough = isForStart && works !== undefined;
  for (const { verdict, text } of isEnough || (isForStart && !general) ? estimates : []) {
    found(isEnough && verdict === 'wrong' ? 'note' : verdict, text);
  }
  if (general && !isEnough) found('wrong', general.text);

  // RFC 9110 section 6.6.1
  const difference = Date.now() - Date.parse(lastAnswer?.headers.get('date') ?? '');
  const minutes = Math.round(Math.abs(difference) / 60_000);
  if (minutes >= 2) {
    const text =
      `The clock of this machine differs from the service’s by ${minutes} minutes. Set it: ` +
      'events are verified within five minutes, and purchase tokens expire by it.';
    found('note', text);
  }

  if (svcSecret && general && !works) {
    found('note', 'Onboarding: The svc-secret was not tried.');
  } else if (svcSecret) {
    // A path cannot name a dot segment.
    const candidates = [works?.location, ...locations].filter(
      (name): name is string => name !== undefined && !/^\.\.?$/.test(name),
    );
    const { error, answer, status } = await tryCall((service, of) =>
      service.getMerchantStatus(candidates[0] ?? 'check', of),
    );
    // A location that is not found may have been onboarded in another way.
    if (error === undefined || status === 404 || status === 422) {
      found('ok', 'Onboarding: The service accepts the svc-secret.');
    } else {
      const verdict = status === 500 && isForStart ? 'note' : 'wrong';
      found(verdict, `Onboarding: ${diagnose(error, answer)}`);
    }
  }

  if (store) {
    const problem = await tryStore(store);
    await store.close();
    const label = `Redis: ${hostsOfRedis(settings.redisUrl ?? '')}`;
    // A replica whose store is away still gives estimates. One that Redis refuses would refuse each link for good.
    if (!problem) found('ok', `${label} stores and deletes values.`);
    else if (!isForStart || problem.isRefusal) found('wrong', `${label}: ${problem.text}`);
    else {
      found('note', `${label}: ${problem.text}`);
      conclusion = 'Estimates work; links do not until Redis does.';
    }
    for (const { message, isSerious } of warnings) {
      found(isSerious ? 'wrong' : 'note', message);
    }
    if (settings.storeSecret === undefined) {
      const text = `${nameOf('storeSecret')} is not set: Redis is keyed by ${nameOf('svcKey')}, and forgets what was sent when that is replaced.`;
      found('note', text);
    }
  }
  const hint =
    settings.redisUrl === undefined && !settings.sandbox ? replicaHint(process.env) : undefined;
  if (hint) found('note', `${hint.variable} is set: ${hint.message}`);
  for (const text of describeSettings({ ...settings, ...options }, nameOf)) found('note', text);
  const wrong = findings.flatMap(({ verdict, text }) => (verdict === 'wrong' ? text : []));
  return { findings, wrong, conclusion };
}

function describeEstimate(estimate: EstimateResult): Finding {
  if (isInapplicable(estimate)) {
    const text = 'The service does not finance $500. That is fine: an element then hides.';
    return { verdict: 'ok', text };
  }
  const { monthlyAmount, apr, downPayment } = estimate;
  const text =
    `$500 would be $${monthlyAmount.toFixed(2)} a month at ${apr}% APR, ` +
    `$${downPayment.toFixed(2)} due today.`;
  if (apr === 0) return { verdict: 'ok', text };
  if (apr >= 1) {
    return { verdict: 'ok', text: `${text} The APR looks like a percentage, which is right.` };
  }
  const doubt =
    'The APR looks like a fraction but would show as a percentage: ask the service operator.';
  return { verdict: 'note', text: `${text} ${doubt}` };
}

function chooseService(context: CommandContext) {
  const options = proxyOptionsOf(context.settings);
  return context.settings.sandbox
    ? {
        ...{ ...options, ...sandboxCredentials, baseUrl: 'http://localhost' },
        fetch: createSandbox().fetch,
      }
    : { ...options, ...requireCredentials(context), fetch: createPooledFetch() };
}

/** Describes in sentences what the settings allow. Never quotes a secret. */
function describeSettings(
  settings: CommandSettings,
  nameOf: CommandContext['nameOf'],
): readonly string[] {
  const { trustPageAmount, webhookSecret, webhookForward = '', sms, trustedHops } = settings;
  const listOf = (name: 'departments' | 'sourcePlatforms' | 'allowedOrigins') =>
    settings[name]?.join(', ') ?? '';
  const ifSet = (name: SettingName, words: string) =>
    settings[name] === undefined ? [] : [`${nameOf(name)} is set: ${words}.`];
  const ifNotSet = (name: SettingName, words: string) =>
    settings[name] === undefined ? [`${nameOf(name)} is not set: ${words}.`] : [];
  return [
    ...ifNotSet('svcSecret', 'onboarding is off'),
    ...ifSet('adminToken', 'requests with this token may use the onboarding routes'),
    ...ifNotSet('adminToken', 'there are no onboarding routes'),
    ...ifNotSet('locations', 'pages may name any location, and the service decides'),
    ...ifSet('departments', `links may name no departmentId but ${listOf('departments')}`),
    ...ifSet(
      'sourcePlatforms',
      `requests may name no sourcePlatform but ${listOf('sourcePlatforms')}`,
    ),
    ...(trustPageAmount
      ? [`${nameOf('trustPageAmount')} is on: check each amount yourself before you deliver.`]
      : [
          ...ifSet('purchaseSecret', 'pay-over-time links need an amount that is signed with it'),
          ...ifNotSet(
            'purchaseSecret',
            'pay-over-time links are refused, since no amount is verified',
          ),
        ]),
    ...ifNotSet(
      'webhookSecret',
      'events of the service are not received, and pages learn no outcome',
    ),
    ...(webhookSecret
      ? ifNotSet('webhookForward', 'events only update the status of links on pages')
      : []),
    ...ifSet(
      'webhookForward',
      `verified events are forwarded to ${webhookForward && new URL(webhookForward).host}`,
    ),
    sms
      ? `${nameOf('sms')} is on: the service may send text messages.`
      : `${nameOf('sms')} is off: no text messages are sent.`,
    ...ifSet('allowedOrigins', `pages of ${listOf('allowedOrigins')} may call, too`),
    ...ifNotSet('allowedOrigins', 'only pages of the proxy’s own origin may call'),
    trustedHops === 0
      ? `${nameOf('trustedHops')} is 0: behind a load balancer or another reverse proxy, the whole shop would share one ` +
        `limit of ${settings.rateLimit} requests a minute. Set it to their number.`
      : `${nameOf('trustedHops')} is ${trustedHops}: exactly this many reverse proxies must stand in front, ` +
        'or callers can choose the address that limits them.',
  ];
}
