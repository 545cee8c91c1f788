/**
 * A proxy whose secrets are replaced while it serves: at each SIGHUP, `serve` reads the files of its secrets again. New
 * requests meet a new proxy on the same store; those that run are finished by the old one. One wrong value, and everything
 * stays as it was.
 */
import { InvalidOptionError } from '../../internal/settings.js';
import type { FinancingProxy, Observer, Store } from '../../proxy/index.js';
import { describeError } from '../../proxy/log/index.js';
import type { CommandContext } from '../context.js';
import { CommandError, secretNames, type SettingName } from '../settings/index.js';
import { observeOneOfMany, type ProxyObserver } from './observe-one-of-many.js';
import { reopenStore } from './open-store.js';
import { formerSecrets, replaceInHistory, type SecretHistory } from './secret-history.js';

/** What a new proxy takes over. */
export interface ProxyParts {
  readonly store: Store;
  readonly formerStoreSecrets: readonly string[];
  readonly observer: Observer | undefined;
}

/** Options of `createReplaceableProxy`. */
export interface ReplaceableProxyOptions {
  readonly store: Store;
  readonly observer: Observer | undefined;
  /** Creates a proxy from settings. Throws `CommandError` or `InvalidOptionError`. */
  createProxy(context: CommandContext, parts: ProxyParts): FinancingProxy;
  /** Tries new settings. Throws `CommandError` when they do not work. */
  check(context: CommandContext): Promise<void>;
}

/** A proxy, and the way to its next secrets. */
export interface ReplaceableProxy extends FinancingProxy {
  /** Reads the secrets again, and logs what came of it. Never rejects. */
  replaceSecrets(): Promise<void>;
}

/** Milliseconds after which no request can be using a store that was replaced. */
const longestRequest = 30_000;

/** Creates a proxy whose secrets can be replaced. Throws what `createProxy` throws. */
export function createReplaceableProxy(
  first: CommandContext,
  { store: firstStore, observer, createProxy, check }: ReplaceableProxyOptions,
): ReplaceableProxy {
  const { logger } = first;
  let isDraining = false;
  let current = create(first, firstStore, new Map());

  function create(context: CommandContext, store: Store, earlier: SecretHistory) {
    const { storeSecret, svcKey = '' } = context.settings;
    const history = replaceInHistory(earlier, storeSecret ?? [svcKey], performance.now());
    const observed: ProxyObserver | undefined = observer && observeOneOfMany(observer);
    const proxy = createProxy(context, {
      store,
      formerStoreSecrets: formerSecrets(history),
      observer: observed?.observe,
    });
    return { context, store, history, observed, proxy };
  }

  async function replace(next: CommandContext, changed: readonly SettingName[]): Promise<void> {
    await check(next);
    const last = current;
    const isReopened = changed.includes('redisUrl');
    const store = isReopened ? await reopenStore(last.context, next) : last.store;
    try {
      current = create(next, store, last.history);
    } catch (error) {
      if (isReopened) await store.close();
      throw error;
    }
    if (isDraining) current.proxy.drain();
    last.observed?.end();
    if (isReopened) setTimeout(() => void last.store.close(), longestRequest).unref();
  }

  async function replaceSecrets(): Promise<void> {
    const { context } = current;
    try {
      const next = { ...context, ...context.readAgain() };
      const changed = secretNames.filter(
        (name) => String(context.settings[name]) !== String(next.settings[name]),
      );
      if (changed.length === 0) return logger.info({ event: 'secrets-unchanged' });
      await replace(next, changed);
      for (const name of changed) {
        logger.info({ event: 'secret-replaced', option: next.nameOf(name) });
      }
    } catch (error) {
      logger.error({ event: 'secrets-refused', ...reasonOf(error, context) });
    }
  }

  return {
    fetch: (request) => current.proxy.fetch(request),
    drain() {
      isDraining = true;
      current.proxy.drain();
    },
    replaceSecrets,
  };
}

/** The reason in words. None holds a value or a path. */
function reasonOf(error: unknown, { nameOf }: CommandContext) {
  if (error instanceof CommandError) return { message: error.message };
  if (error instanceof InvalidOptionError) {
    return { message: `${nameOf(error.option)} ${error.reason}` };
  }
  return describeError(error);
}
