/** Opens the Redis that replicas share, and reports its problems. */
import { setTimeout as pause } from 'node:timers/promises';
import { InvalidOptionError } from '../internal/options.js';
import { createRedisStore } from '../node/index.js';
import { holdsPassword, isSameRedis } from '../node/redis/redis-url.js';
import { StoreUnavailableError, type Store } from '../proxy/index.js';
import type { CommandContext } from './command-context.js';
import { CommandError } from './command-error.js';

const timedOut = 'It does not respond in time.';

/**
 * Sentences by the message of Redis or ioredis. The message itself isn't shown, because it may contain a password. A stream that
 * never connected has `writeable` in its message.
 */
const problems: readonly (readonly [RegExp, string, 'refused'?])[] = [
  [/No such master/, 'Its Sentinels know no primary with that name.'],
  [/ENOTFOUND|EAI_/, 'There is no host with that name.'],
  [/ECONNREFUSED/, 'Nothing listens on that host and port.'],
  [/NOAUTH/, 'It needs a password, as in redis://user:password@host.', 'refused'],
  [
    /WRONGPASS|invalid password|without any password/,
    'It does not accept the user name or the password.',
    'refused',
  ],
  [
    /NOPERM|can't run this command/,
    'Its user may not use the commands or keys that the proxy needs.',
    'refused',
  ],
  [/DB index/, 'It has no database with that number.', 'refused'],
  [/READONLY/, 'It is a read-only replica: name the primary.'],
  [
    /^MOVED|^CROSSSLOT|cluster mode/,
    'It is a node of a cluster: write redis+cluster://host:6379.',
    'refused',
  ],
  [/cluster support disabled/, 'It is not a cluster: write redis://host:6379.', 'refused'],
  [/CLUSTERDOWN/, 'The cluster is down, or has no node for some keys.'],
  [
    /unknown command [`'](set|eval)\b/i,
    'It does not know the commands that the proxy needs. For a Sentinel, write redis+sentinel://host:26379/name.',
    'refused',
  ],
  [/OOM|MISCONF/, 'It accepts no writes: its memory or disk is full.'],
  [/NOREPLICAS|Too few replicas/, 'It accepts no writes: too few of its replicas are connected.'],
  [/LOADING/, 'It is still starting.'],
  [/CERT|SSL|TLS|EPROTO|self.signed/i, 'TLS failed: see rediss:// and NODE_EXTRA_CA_CERTS.'],
  // ioredis doesn't say why it can't reach a Sentinel or a cluster node.
  [
    /sentinels are unreachable|Connection is closed|refresh slots/i,
    'None of its hosts accepts a connection. Check hosts, ports, and TLS: see rediss:// and NODE_EXTRA_CA_CERTS.',
  ],
  [/timed? ?out|ETIMEDOUT|writeable|not connected|max retries/i, timedOut],
];

/** A problem of a working Redis, in a sentence. It is serious if Redis can lose data that must not be lost. */
export interface StoreWarning {
  readonly message: string;
  readonly isSerious: boolean;
}

/** Opens the store. Returns undefined without a URL. By default, its warnings are logged. Throws `CommandError`. */
export function openStore(
  context: CommandContext,
  onWarning = ({ message }: StoreWarning) => warn(context, message),
): Store | undefined {
  const { settings, nameOf } = context;
  const { redisUrl } = settings;
  if (redisUrl === undefined) return undefined;
  if (nameOf('redisUrl') === '--redis-url' && holdsPassword(redisUrl)) {
    throw new CommandError(
      '--redis-url would show the password to every user of this machine; ' +
        'set FINANCING_REDIS_URL or FINANCING_REDIS_URL_FILE',
    );
  }
  try {
    return createRedisStore(redisUrl, {
      onWarning(warning) {
        const isSerious = warning.cause === undefined; // a warning with a cause is about a Sentinel
        const problem = isSerious ? '.' : `: ${describeProblem(warning).text}`;
        onWarning({ message: warning.message + problem, isSerious });
      },
    });
  } catch (error) {
    // The reason is a fixed sentence without the URL, which may hold a password.
    const reason =
      error instanceof InvalidOptionError ? ` ${error.reason}` : `: ${(error as Error).message}`;
    throw new CommandError(nameOf('redisUrl') + reason);
  }
}

/** Opens the store and tries it at once. Otherwise, a problem would go unnoticed until the first send fails. */
export function openAndTestStore(context: CommandContext): Store | undefined {
  const store = openStore(context);
  void (store && tryStore(store))?.then((problem) => {
    if (problem) warn(context, `Redis does not work yet: ${problem.text}`);
  });
  return store;
}

/**
 * Opens the same Redis with another user name or password. Throws `CommandError` if it doesn't work, or if it's another Redis,
 * which wouldn't know what was sent.
 */
export async function reopenStore(before: CommandContext, after: CommandContext): Promise<Store> {
  const name = after.nameOf('redisUrl');
  if (!isSameRedis(before.settings.redisUrl ?? '', after.settings.redisUrl ?? '')) {
    throw new CommandError(`${name} names another Redis, which needs a restart`);
  }
  const store = openStore(after);
  if (!store) throw new CommandError(`${name} is missing`);
  const problem = await tryStore(store);
  if (problem === undefined) return store;
  await store.close();
  throw new CommandError(`${name}: ${problem.text}`);
}

/**
 * Writes, counts, and deletes with all commands that a send uses, including those in scripts. Resolves with the problem, or
 * undefined if the store works. Retries for two seconds while there's no response, because the first connection, with TLS or
 * through Sentinels, can take longer than a command may.
 */
export async function tryStore(store: Store) {
  const end = performance.now() + 2_000;
  for (;;) {
    const key = `check:${crypto.randomUUID()}`;
    try {
      await store.claim(key, '', 1_000);
      await store.delete(key, '');
      await store.count(key, 1_000);
      await store.uncount?.(key, 1_000);
      await store.delete(key);
      return undefined;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      const problem = describeProblem(error);
      if (problem.text !== timedOut || performance.now() > end) return problem;
      await pause(100);
    }
  }
}

/** Describes why the store can't be used. A refusal needs an operator. A store that is down can recover by itself. */
export function describeProblem({ cause }: Pick<Error, 'cause'>) {
  const message = cause instanceof Error ? cause.message : '';
  const [, text = 'The reply is not from Redis, or Redis refuses to work.', refused] =
    problems.find(([pattern]) => pattern.test(message)) ?? [];
  return { text, isRefusal: refused !== undefined };
}

function warn({ nameOf, logger }: CommandContext, message: string): void {
  logger.warn({ event: 'notice', message, option: nameOf('redisUrl') });
}
