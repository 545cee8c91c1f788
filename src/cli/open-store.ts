/** The Redis that replicas share, as the settings name it, and what is wrong with it. */
import { createRedisStore } from '../node/index.js';
import { StoreUnavailableError, type Store } from '../proxy/index.js';
import type { CommandContext } from './command-context.js';
import { CommandError } from './command-error.js';
import { diagnoseStore } from './diagnose.js';

/** Opens the store; undefined for the memory of this process. Throws `CommandError`. */
export function openStore({ settings: { redisUrl }, nameOf }: CommandContext): Store | undefined {
  if (redisUrl === undefined) return undefined;
  if (nameOf('redisUrl') === '--redis-url' && hasPassword(redisUrl)) {
    throw new CommandError(
      '--redis-url would show the password to everybody on this machine; ' +
        'set FINANCING_REDIS_URL or FINANCING_REDIS_URL_FILE',
    );
  }
  try {
    return createRedisStore(redisUrl);
  } catch (error) {
    // Its message is a fixed sentence of ours, without the URL, which may hold a password.
    throw new CommandError(`${nameOf('redisUrl')}: ${(error as Error).message}`);
  }
}

/** The same, tried at once: what is wrong with it would else be seen by the first text that is not sent. */
export function openTriedStore(context: CommandContext): Store | undefined {
  const store = openStore(context);
  if (store) void tellTrouble(store, context);
  return store;
}

/** Has a store keep and forget something. Resolves with what is wrong with it, in words; with nothing where it works. */
export async function tryStore(store: Store): Promise<string | undefined> {
  const key = `check:${crypto.randomUUID()}`;
  try {
    await store.claim(key, '', 1_000);
    await store.delete(key);
    return undefined;
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    return diagnoseStore(error);
  }
}

async function tellTrouble(store: Store, { nameOf, logger }: CommandContext): Promise<void> {
  const trouble = await tryStore(store);
  if (trouble === undefined) return;
  const message = `Redis does not work yet: ${trouble}`;
  logger.warn({ event: 'notice', message, option: nameOf('redisUrl') });
}

function hasPassword(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { password, searchParams } = new URL(url);
  return password !== '' || searchParams.has('password');
}
