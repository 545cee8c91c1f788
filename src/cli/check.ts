/**
 * Tries what `serve` would use, with the same settings, and says in words what is right or wrong: the service, Redis,
 * and what the settings open. It texts nobody and creates nothing, and prints no secret.
 */
import { createPooledFetch } from '../node/index.js';
import type { Store } from '../proxy/index.js';
import { readOptions } from '../proxy/options.js';
import { createSandbox } from '../sandbox/index.js';
import { checkService, createSubject, type Finding } from './check-service.js';
import type { CommandContext } from './command-context.js';
import { describeSettings } from './describe-settings.js';
import { openStore, tryStore } from './open-store.js';
import { proxyOptionsOf } from './proxy-options.js';
import type { Environment } from './read-settings.js';
import { requireCredentials, warnOfUnused } from './serve.js';
import { chooseWebhooks } from './webhooks.js';

/** `check`: exit code 1 where something that is needed does not work. */
export async function runCheck(context: CommandContext): Promise<void> {
  let wrong = 0;
  for await (const { verdict, text } of check(context)) {
    if (verdict === 'wrong') wrong += 1;
    process.stdout.write(`${verdict.padEnd(5)}  ${text}\n`);
  }
  process.stdout.write(wrong ? `Wrong: ${wrong}\n` : 'Everything that is needed works.\n');
  process.exitCode = wrong ? 1 : 0;
  // A name look-up that was given up goes on for up to half a minute, and need not be waited for.
  setTimeout(() => process.exit(), 500).unref();
}

async function* check(context: CommandContext): AsyncGenerator<Finding> {
  const { settings, nameOf } = context;
  const options = chooseService(context);
  // What `serve` would not start with throws here, before anything is called.
  readOptions({ ...options, webhooks: chooseWebhooks(context) });
  const subject = createSubject(options);
  const store = openStore(context);

  const place = settings.sandbox
    ? 'an embedded sandbox, with credentials of its own'
    : `${new URL(options.baseUrl).origin} (${nameOf('baseUrl')}), with the key in ${nameOf('svcKey')}`;
  yield { verdict: 'note', text: `Asking ${place}.` };
  const unused = proxyVariable(process.env);
  if (unused && options.baseUrl.startsWith('https:')) {
    const text = `${unused} is set and not used: the service is called directly, without that proxy.`;
    yield { verdict: 'note', text };
  }
  yield* checkService(subject);
  if (store) yield await checkStore(store, new URL(settings.redisUrl ?? '').host);
  for (const text of describeSettings({ ...settings, ...options })) yield { verdict: 'note', text };
}

/** The variable, if any, by which other programs find the way out of a company's network. */
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

async function checkStore(store: Store, host: string): Promise<Finding> {
  const trouble = await tryStore(store);
  await store.close();
  return trouble
    ? { verdict: 'wrong', text: `Redis: ${host}: ${trouble}` }
    : { verdict: 'ok', text: `Redis: ${host} keeps and forgets what it is told.` };
}
