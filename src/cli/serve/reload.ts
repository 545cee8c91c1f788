/**
 * A proxy whose settings can be reloaded while it runs. On each SIGHUP, `serve` reads its settings again. New requests go to a
 * new proxy with the same store, and the old proxy finishes its requests. If any value is wrong, nothing changes.
 */
import { closeSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { OperationName } from '../../contract/index.js';
import type { FinancingProxy, Observer, Store } from '../../proxy/index.js';
import { describeError } from '../../proxy/report.js';
import { toCommandError, type CommandContext } from '../command-context.js';
import { CommandError } from '../command-error.js';
import type { CommandSettings } from '../settings/table.js';
import { reopenStore } from '../command-store.js';

/** The parts that a reloaded proxy takes over from the previous proxy. */
interface SharedParts {
  readonly store: Store;
  readonly observer: Observer | undefined;
}

interface Options extends SharedParts {
  /** Records whether the reloaded settings are in use. */
  noteReload?: ((isSuccessful: boolean) => void) | undefined;
  /** Creates a proxy from settings. Throws `CommandError` or `InvalidOptionError`. */
  createProxy(context: CommandContext, parts: SharedParts): FinancingProxy;
  /** Tries new settings. Throws `CommandError` if they don't work. */
  check(context: CommandContext): Promise<void>;
}

/** The time in ms after which no request can still be using a replaced store. */
const maxRequestMs = 30_000;

/** Creates a proxy whose settings can be read again. Throws what `createProxy` throws. */
export function createReplaceableProxy(first: CommandContext, options: Options) {
  const { observer, noteReload, createProxy, check } = options;
  const { logger } = first;
  let isDraining = false;
  let current = create(first, options.store);

  function create(context: CommandContext, store: Store) {
    const circuits = observer && followCircuits(observer);
    const proxy = createProxy(context, { store, observer: circuits?.observe });
    return { context, store, circuits, proxy };
  }

  async function replace(next: CommandContext, changed: readonly string[]): Promise<void> {
    refuseRestart(next, changed);
    refuseMissing(next, changed);
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
    if (isReopened) setTimeout(() => void last.store.close(), maxRequestMs).unref();
  }

  return {
    fetch: (request: Request) => current.proxy.fetch(request),
    /** Returns the settings in use. */
    settings: () => current.context.settings,
    drain() {
      isDraining = true;
      current.proxy.drain();
    },
    /** Reads the settings again, and logs the result. Never rejects. */
    async readAgain(): Promise<void> {
      const { context } = current;
      try {
        const next = { ...context, ...(await context.readAgain()) };
        for (const unknown of next.unknownVariables) {
          logger.warn({ event: 'unknown-variable', ...unknown });
        }
        const changed = changedSettings(context.settings, next.settings);
        if (changed.length > 0) await replace(next, changed);
        noteReload?.(true);
        if (changed.length === 0) return logger.info({ event: 'settings-unchanged' });
        for (const option of changed) {
          logger.info({ event: 'setting-replaced', option: next.nameOf(option) });
        }
      } catch (error) {
        noteReload?.(false);
        const known = toCommandError(error, context.nameOf);
        const reason =
          known instanceof CommandError ? { message: known.message } : describeError(error);
        logger.error({ event: 'settings-refused', ...reason });
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

/** The settings that take effect only at startup. With another store secret, the proxy would forget which links it has sent. */
const needRestart = [
  'storeSecret',
  'host',
  'port',
  'metricsPort',
  'stopTimeout',
  'drain',
  'logLevel',
];

/** Throws `CommandError` for settings that take effect only at startup. */
function refuseRestart(
  { settings: { redisUrl, storeSecret }, nameOf }: CommandContext,
  changed: readonly string[],
): void {
  const fixed = changed.find((option) => needRestart.includes(option));
  if (fixed) throw new CommandError(`${nameOf(fixed)} has changed, which needs a restart`);
  if (redisUrl !== undefined && storeSecret === undefined && changed.includes('svcKey')) {
    throw new CommandError(
      `${nameOf('svcKey')} also keys Redis; to replace it without a restart, set ${nameOf('storeSecret')} first`,
    );
  }
}

/**
 * The settings that a running shop depends on. Without `locations`, pages could name any location. Without the others, links or
 * events would be refused, or events would be confirmed without reaching the back end.
 */
const keptOnReload = ['locations', 'purchaseSecret', 'webhookSecret', 'webhookForward'] as const;

/** Throws `CommandError` if a setting that the shop depends on was removed. The file may still be incomplete. */
function refuseMissing({ settings, nameOf }: CommandContext, changed: readonly string[]): void {
  const missing = keptOnReload.find(
    (option) => changed.includes(option) && settings[option] === undefined,
  );
  if (missing) throw new CommandError(`${nameOf(missing)} is missing; to remove it, restart`);
}

/** Lets consecutive proxies report to one observer, so that counters continue and no circuit stays open forever. */
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
    /** Reports the open circuits as closed, because the next proxy starts with closed ones. */
    end() {
      hasEnded = true;
      for (const operation of open) {
        observer({ type: 'circuit', operation, scope: 'operation', state: 'closed' });
      }
    },
  };
}

/**
 * Calls a function on each SIGHUP, never twice at the same time. A signal that arrives before the function is known waits for it:
 * without a listener, the signal would end the process. When a terminal closes, its programs get the same signal. In that case,
 * the process stops, as on Ctrl+C.
 */
export function onHangUp(work: Promise<() => Promise<void>>): void {
  const isInTerminal = isatty(0);
  let last: Promise<void> = Promise.resolve();
  let isWaiting = false;

  async function next(): Promise<void> {
    const run = await work;
    isWaiting = false;
    await run();
  }

  process.on('SIGHUP', () => {
    if (isInTerminal && !hasTerminal()) return void process.kill(process.pid, 'SIGINT');
    if (isWaiting) return;
    isWaiting = true;
    last = last.then(next);
  });
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
