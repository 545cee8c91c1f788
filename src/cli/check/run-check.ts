/**
 * Tries the service and Redis with the settings of `serve`, and reports in words what works, what does not, and what the
 * settings allow. It sends no text message, creates nothing, and prints no secret.
 */
import { createPooledFetch } from '../../node/index.js';
import type { Store } from '../../proxy/index.js';
import { readProxyOptions } from '../../proxy/settings.js';
import { createSandbox } from '../../sandbox/index.js';
import type { CommandContext } from '../context.js';
import {
  addressOf,
  chooseWebhooks,
  hostsOfRedis,
  openStore,
  proxyOptionsOf,
  replicaHint,
  requireCredentials,
  tryStore,
  type StoreWarning,
  warnOfUnused,
} from '../serve/index.js';
import type { Environment } from '../settings/index.js';
import { checkService, createSubject, type Finding } from './check-service.js';
import { describeSettings } from './describe-settings.js';

/** `check`: prints a report; the exit code is 1 where something necessary does not work. */
export async function runCheck(context: CommandContext): Promise<void> {
  process.exitCode = (await reportCheck(context, process.stdout)) ? 0 : 1;
  // An abandoned name look-up may go on for half a minute; the command does not wait for it.
  setTimeout(() => process.exit(), 500).unref();
}

/**
 * Writes the report of a check. Resolves with whether everything necessary works. For a start (`isForStart`), one location
 * that works is enough, and so is a store that may be away.
 */
export async function reportCheck(
  context: CommandContext,
  output: NodeJS.WritableStream,
  isForStart = false,
): Promise<boolean> {
  let wrong = 0;
  for await (const { verdict, text } of check(context, isForStart)) {
    if (verdict === 'wrong') wrong += 1;
    output.write(`${verdict.padEnd(5)}  ${text}\n`);
  }
  output.write(wrong ? `Wrong: ${wrong}\n` : 'Everything necessary works.\n');
  return wrong === 0;
}

async function* check(context: CommandContext, isForStart: boolean): AsyncGenerator<Finding> {
  const { settings, nameOf } = context;
  const options = chooseService(context);
  // Options with which `serve` would not start throw here, before any call.
  addressOf(context);
  readProxyOptions({ ...options, webhooks: chooseWebhooks(context) });
  const subject = createSubject(options, isForStart);
  const warnings: StoreWarning[] = [];
  const store = openStore(context, (warning) => warnings.push(warning));

  const target = settings.sandbox
    ? 'an embedded sandbox with its own credentials'
    : `${new URL(options.baseUrl).origin} (${nameOf('baseUrl')}), with the key in ${nameOf('svcKey')}`;
  yield { verdict: 'note', text: `Calling ${target}.` };
  const unused = proxyVariable(process.env);
  if (unused && options.baseUrl.startsWith('https:')) {
    const text = `${unused} is set but not used: the service is called directly.`;
    yield { verdict: 'note', text };
  }
  yield* checkService(subject);
  if (store) {
    const { redisUrl = '', storeSecret } = settings;
    yield await checkStore(store, hostsOfRedis(redisUrl), !isForStart);
    for (const { message, isSerious } of warnings) {
      yield { verdict: isSerious ? 'wrong' : 'note', text: message };
    }
    if (storeSecret === undefined) {
      const text = `${nameOf('storeSecret')} is not set: Redis is keyed by ${nameOf('svcKey')}, and forgets what was sent when that is replaced.`;
      yield { verdict: 'note', text };
    }
  }
  const hint =
    settings.redisUrl === undefined && !settings.sandbox ? replicaHint(process.env) : undefined;
  if (hint) yield { verdict: 'note', text: `${hint.variable} is set: ${hint.message}` };
  for (const text of describeSettings({ ...settings, ...options })) yield { verdict: 'note', text };
}

/** The variable, if any, that sets the forward proxy of other programs. */
function proxyVariable(env: Environment): string | undefined {
  return ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'].find((name) => env[name]);
}

function chooseService(context: CommandContext) {
  const { settings } = context;
  if (!settings.sandbox) {
    return {
      ...proxyOptionsOf(settings),
      ...requireCredentials(context),
      fetch: createPooledFetch(),
    };
  }
  warnOfUnused(context);
  return {
    ...proxyOptionsOf(settings),
    baseUrl: 'http://localhost',
    svcKey: 'sandbox-key',
    svcSecret: 'sandbox-secret',
    linkHosts: undefined,
    fetch: createSandbox().fetch,
  };
}

/** A replica without its store still gives estimates, so that a start does not need it. */
async function checkStore(store: Store, host: string, isNeeded: boolean): Promise<Finding> {
  const problem = await tryStore(store);
  await store.close();
  return problem
    ? { verdict: isNeeded ? 'wrong' : 'note', text: `Redis: ${host}: ${problem}` }
    : { verdict: 'ok', text: `Redis: ${host} stores and deletes values.` };
}
