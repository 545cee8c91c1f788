/** The checks, in the order of the report. */
import { hostsOfRedis } from '../../node/redis/redis-url.js';
import { replicaHint } from '../serve/replicas.js';
import { tryStore } from '../command-store.js';
import type { Check, CheckRun } from './prepare-checks.js';
import { describeSettings } from './describe-settings.js';
import type { Finding } from './check-report.js';
import { checkService } from './service-checks.js';

export const checks: readonly Check[] = [
  describeTarget,
  checkVariables,
  checkService,
  checkStore,
  checkReplicas,
  function* describeAllSettings({ context: { settings, nameOf }, options }) {
    for (const text of describeSettings({ ...settings, ...options }, nameOf)) {
      yield { verdict: 'note', text };
    }
  },
];

function* describeTarget({ context: { settings, nameOf }, options }: CheckRun): Iterable<Finding> {
  const target = settings.sandbox
    ? 'an embedded sandbox with its own credentials'
    : `${new URL(options.baseUrl).origin} (${nameOf('baseUrl')}), with the key in ${nameOf('svcKey')}`;
  yield { verdict: 'note', text: `Calling ${target}.` };
}

function* checkVariables({ context, options }: CheckRun): Iterable<Finding> {
  for (const { option, nearest } of context.unknownVariables) {
    const text = `${option} is not a setting${nearest ? `; did you mean ${nearest}?` : '.'}`;
    yield { verdict: 'wrong', text };
  }
  const unused = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'].find(
    (variable) => process.env[variable],
  );
  if (unused && options.baseUrl.startsWith('https:')) {
    const text = `${unused} is set but not used: the service is called directly.`;
    yield { verdict: 'note', text };
  }
}

async function* checkStore(run: CheckRun): AsyncIterable<Finding> {
  const { context, isForStart, store, storeWarnings } = run;
  const { settings, nameOf } = context;
  if (!store) return;
  const problem = await tryStore(store);
  await store.close();
  const label = `Redis: ${hostsOfRedis(settings.redisUrl ?? '')}`;
  // A replica without its store still serves estimates. If Redis refuses it, though, no link would ever be created.
  if (!problem) yield { verdict: 'ok', text: `${label} stores and deletes values.` };
  else if (!isForStart || problem.isRefusal) {
    yield { verdict: 'wrong', text: `${label}: ${problem.text}` };
  } else {
    const conclusion = 'Estimates work. Links will work once Redis does.';
    yield { verdict: 'note', text: `${label}: ${problem.text}`, conclusion };
  }
  for (const { message, isSerious } of storeWarnings) {
    yield { verdict: isSerious ? 'wrong' : 'note', text: message };
  }
  if (settings.storeSecret === undefined) {
    const text = `${nameOf('storeSecret')} is not set: Redis is keyed by ${nameOf('svcKey')}, so it forgets what was sent when you replace the key.`;
    yield { verdict: 'note', text };
  }
}

function* checkReplicas({ context: { settings } }: CheckRun): Iterable<Finding> {
  if (settings.redisUrl !== undefined || settings.sandbox) return;
  const hint = replicaHint(process.env);
  if (hint) yield { verdict: 'note', text: `${hint.variable} is set: ${hint.message}` };
}
