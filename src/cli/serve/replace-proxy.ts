/**
 * A proxy whose settings are read again while it serves: at each SIGHUP, `serve` reads the files of its settings. New
 * requests meet a new proxy on the same store; those that run are finished by the old one. One wrong value, and everything
 * stays as it was.
 */
import type { OperationName } from '../../contract/index.js';
import { InvalidOptionError } from '../../contract/options.js';
import type { FinancingProxy, Observer, Store } from '../../proxy/index.js';
import { describeError } from '../../proxy/report.js';
import type { CommandContext } from '../context.js';
import { CommandError, type CommandSettings } from '../settings/index.js';
import { reopenStore } from './open-store.js';

/** Options of `createReplaceableProxy`. */
export interface ReplaceableProxyOptions {
  readonly store: Store;
  readonly observer: Observer | undefined;
  /** Creates a proxy from settings. Throws `CommandError` or `InvalidOptionError`. */
  createProxy(
    context: CommandContext,
    parts: { readonly store: Store; readonly observer: Observer | undefined },
  ): FinancingProxy;
  /** Tries new settings. Throws `CommandError` when they do not work. */
  check(context: CommandContext): Promise<void>;
}

/** A proxy, and the way to its next settings. */
export interface ReplaceableProxy extends FinancingProxy {
  /** Reads the settings again, and logs what came of it. Never rejects. */
  readAgain(): Promise<void>;
}

/** Milliseconds after which no request can be using a store that was replaced. */
const longestRequest = 30_000;

/** Creates a proxy whose settings can be read again. Throws what `createProxy` throws. */
export function createReplaceableProxy(
  first: CommandContext,
  { store: firstStore, observer, createProxy, check }: ReplaceableProxyOptions,
): ReplaceableProxy {
  const { logger } = first;
  let isDraining = false;
  let current = create(first, firstStore);

  function create(context: CommandContext, store: Store) {
    const circuits = observer && followCircuits(observer);
    const proxy = createProxy(context, { store, observer: circuits?.observe });
    return { context, store, circuits, proxy };
  }

  async function replace(next: CommandContext, changed: readonly string[]): Promise<void> {
    checkStoreKey(next, changed);
    await check(next);
    const last = current;
    const isReopened = changed.includes('redisUrl');
    const store = isReopened ? await reopenStore(last.context, next) : last.store;
    try {
      current = create(next, store);
    } catch (error) {
      if (isReopened) await store.close();
      throw error;
    }
    if (isDraining) current.proxy.drain();
    last.circuits?.end();
    if (isReopened) setTimeout(() => void last.store.close(), longestRequest).unref();
  }

  return {
    fetch: (request) => current.proxy.fetch(request),
    drain() {
      isDraining = true;
      current.proxy.drain();
    },
    async readAgain() {
      const { context } = current;
      try {
        const next = { ...context, ...context.readAgain() };
        const changed = changedSettings(context.settings, next.settings);
        if (changed.length === 0) return logger.info({ event: 'settings-unchanged' });
        await replace(next, changed);
        for (const option of changed) {
          logger.info({ event: 'setting-replaced', option: next.nameOf(option) });
        }
      } catch (error) {
        logger.error({ event: 'settings-refused', ...reasonOf(error, context) });
      }
    },
  };
}

function changedSettings(before: CommandSettings, after: CommandSettings): string[] {
  const values: Readonly<Record<string, unknown>> = { ...before };
  return Object.entries(after)
    .filter(([option, value]) => JSON.stringify(values[option]) !== JSON.stringify(value))
    .map(([option]) => option);
}

/** Under another key, the store would forget what was sent, and a shopper could be texted twice. Throws `CommandError`. */
function checkStoreKey(
  { settings: { redisUrl, storeSecret }, nameOf }: CommandContext,
  changed: readonly string[],
): void {
  if (changed.includes('storeSecret')) {
    throw new CommandError(`${nameOf('storeSecret')} has changed, which needs a restart`);
  }
  if (redisUrl !== undefined && storeSecret === undefined && changed.includes('svcKey')) {
    throw new CommandError(
      `${nameOf('svcKey')} also keys Redis; to replace it without a restart, set ${nameOf('storeSecret')} first`,
    );
  }
}

/** Lets proxies that follow each other report to one observer: counts go on, and no circuit stays open for ever. */
function followCircuits(observer: Observer) {
  const open = new Set<OperationName>();
  let hasEnded = false;
  const observe: Observer = (event) => {
    if (event.type === 'circuit') {
      if (hasEnded) return;
      if (event.scope === 'operation' && event.state === 'open') open.add(event.operation);
      else if (event.scope === 'operation') open.delete(event.operation);
    }
    observer(event);
  };
  return {
    observe,
    /** Reports the open circuits as closed, since the next proxy begins with closed ones. */
    end() {
      hasEnded = true;
      for (const operation of open) {
        observer({ type: 'circuit', operation, scope: 'operation', state: 'closed' });
      }
    },
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
