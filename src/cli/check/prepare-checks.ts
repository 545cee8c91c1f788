/** Prepares the checks of one run of `check` from the settings. */
import { createPooledFetch } from '../../node/index.js';
import type { Store } from '../../proxy/index.js';
import { readProxyOptions } from '../../proxy/proxy-settings.js';
import { createSandbox } from '../../sandbox/index.js';
import type { CommandContext } from '../command-context.js';
import {
  listenAddressOf,
  chooseWebhooks,
  proxyOptionsOf,
  requireCredentials,
} from '../proxy-options.js';
import { sandboxCredentials } from '../sandbox.js';
import { openStore, type StoreWarning } from '../command-store.js';
import type { Finding } from './check-report.js';

/** The settings, store, and warnings that every check of a run can read. */
export interface CheckRun {
  readonly context: CommandContext;
  /** True before a start, for which one working location is enough. */
  readonly isForStart: boolean;
  /** The options of the proxy that would be served. */
  readonly options: ReturnType<typeof chooseService>;
  readonly store: Store | undefined;
  /** The warnings of the store so far. */
  readonly storeWarnings: readonly StoreWarning[];
  /** Shows a sentence about a check that takes long. */
  readonly progress: (text: string) => void;
}

/** One check. It yields each finding as soon as it is known. */
export type Check = (run: CheckRun) => Iterable<Finding> | AsyncIterable<Finding>;

/** Prepares the checks. Throws `CommandError` or `InvalidOptionError`, before any call, if `serve` would refuse an option. */
export function prepareChecks(
  context: CommandContext,
  isForStart: boolean,
  progress: CheckRun['progress'],
): CheckRun {
  const options = chooseService(context);
  listenAddressOf(context);
  readProxyOptions({ ...options, webhooks: chooseWebhooks(context) });
  const storeWarnings: StoreWarning[] = [];
  const store = openStore(context, (warning) => storeWarnings.push(warning));
  return { context, isForStart, options, store, storeWarnings, progress };
}

function chooseService(context: CommandContext) {
  const options = proxyOptionsOf(context.settings);
  return context.settings.sandbox
    ? {
        ...options,
        ...sandboxCredentials,
        baseUrl: 'http://localhost',
        fetch: createSandbox().fetch,
      }
    : { ...options, ...requireCredentials(context), fetch: createPooledFetch() };
}
