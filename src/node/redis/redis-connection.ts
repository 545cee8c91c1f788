/**
 * The connection of a store. Knows whether it's usable, and if not, why. A command fails if its reply is late, and fails
 * immediately if there is no connection.
 */
import type * as ioredis from 'ioredis';
import { withDeadline } from '../../internal/deadline.js';
import { StoreUnavailableError } from '../../proxy/store.js';
import { retryDelayMs, type RedisClient } from './redis-client.js';
import { watchSentinels } from './redis-sentinels.js';

/** A connection to one server, to the primary that Sentinels name, or to a cluster. */
export interface RedisConnection {
  /** Sends a command, and rejects after the time limit. ioredis drops commands without a reply when a connection is lost. */
  readonly call: RedisClient['call'];
  /** True if the connection is ready and no failover is going on. */
  isWritable(): boolean;
  /** Runs commands within the time limit. Rejects with `StoreUnavailableError`. */
  run<T>(commands: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Makes commands fail from now on. */
  close(): void;
}

/** Called with a warning that tells the operator what to change. */
type OnWarning = (warning: Error) => void;

interface State {
  /** The latest error. Commands reject with it while there is no connection. */
  lastError: Error | undefined;
  /** Set if the server rejected the user, password, or database. The connection can't be used then. */
  refusal: Error | undefined;
  /** True from a disconnect by this module until the connection is ready again. */
  isReconnecting: boolean;
  isClosed: boolean;
}

/** Tracks the connection of a client, and reconnects after failovers and refusals. */
export function createRedisConnection(
  client: RedisClient,
  timeoutMs: number,
  onWarning: OnWarning,
): RedisConnection {
  const state: State = {
    lastError: undefined,
    refusal: undefined,
    isReconnecting: false,
    isClosed: false,
  };
  const call: RedisClient['call'] = (...words) =>
    withDeadline(timeoutMs, undefined, () => client.call(...words));
  const reconnect = () => {
    state.isReconnecting = true;
    client.disconnect(true);
  };
  const failovers = watchFailovers(client, reconnect, onWarning);
  followErrors(client, state, reconnect);
  reconnectAfterEnd(client, state);
  const firstAttempt = followReady(client, state, createEvictionCheck(call, onWarning));

  return {
    call,
    isWritable: () => client.status === 'ready' && !failovers?.isFailingOver(),

    async run(commands) {
      try {
        return await withDeadline(timeoutMs, undefined, async (signal) => {
          await firstAttempt;
          if (state.refusal) throw state.refusal;
          // Otherwise, the client might queue the command and send it after the request was rejected.
          if (state.isClosed || client.status !== 'ready') {
            throw state.lastError ?? new Error('Not connected');
          }
          if (failovers?.isFailingOver()) throw new Error('The Sentinels are failing over');
          return commands(signal);
        });
      } catch (error) {
        throw new StoreUnavailableError(withoutArguments(error));
      }
    },

    close() {
      state.isClosed = true;
      failovers?.close();
    },
  };
}

function watchFailovers(client: RedisClient, onEnd: () => void, onWarning: OnWarning) {
  if (!(client.options as ioredis.RedisOptions).sentinels) return undefined;
  return watchSentinels(client as object as ioredis.Redis, {
    onEnd,
    onRefusal(error) {
      const cause = withoutArguments(error);
      onWarning(new Error('A Sentinel refuses to announce failovers', { cause }));
    },
  });
}

/** Records the errors of the client. */
function followErrors(client: RedisClient, state: State, reconnect: () => void): void {
  client.on('error', (error: Error & { command?: { name: string }; lastNodeError?: Error }) => {
    // A cluster's own error only says that no node responds. The error of the last node says why.
    state.lastError = state.refusal ?? error.lastNodeError ?? error;
    if (!['auth', 'select'].includes(error.command?.name ?? '')) return;
    // ioredis would continue as the default user, or in database 0.
    state.refusal = error;
    reconnect();
  });
  client.on('node error', (error) => (state.lastError = error));
  client.on('close', () => (state.refusal = undefined));
}

/** Reconnects after the client gave up. ioredis gives up if it's disconnected while it queries the Sentinels. */
function reconnectAfterEnd(client: RedisClient, state: State): void {
  const connect = () => {
    if (!state.isClosed) client.connect().catch(() => undefined); // the client also emits the error
  };
  client.on('end', () => {
    if (state.isReconnecting) setTimeout(connect, retryDelayMs);
  });
}

/** Resolves after the first connection attempt, so that earlier commands wait for it and don't fail. */
function followReady(
  client: RedisClient,
  state: State,
  checkEviction: () => Promise<void>,
): Promise<void> {
  return new Promise((resolve) => {
    const onReady = () => {
      state.isReconnecting = false;
      state.lastError = state.refusal;
      void checkEviction().finally(resolve);
    };
    if (client.status === 'ready') onReady();
    client.on('ready', onReady);
    client.on('error', () => resolve());
    client.on('close', () => resolve());
  });
}

/** Creates a check that warns if Redis may evict keys. It warns again only if the policy was fixed in between. */
function createEvictionCheck(call: RedisClient['call'], onWarning: OnWarning) {
  let mayEvict = false;
  return async () => {
    // If the user isn't allowed to run the command, there is no warning.
    const info = await call('info', 'memory').catch(() => '');
    const [, policy = 'noeviction'] = /^maxmemory_policy:([\w-]+)/m.exec(String(info)) ?? [];
    const wasWarned = mayEvict;
    mayEvict = policy !== 'noeviction';
    if (!mayEvict || wasWarned) return;
    onWarning(
      new Error(`Redis may drop claims: its maxmemory-policy is ${policy}, not noeviction`),
    );
  };
}

/**
 * Returns an error without the command that ioredis adds to its errors. The command may contain passwords and links, which must
 * not reach a log.
 */
function withoutArguments(error: unknown): Error {
  return new Error(error instanceof Error ? error.message : String(error));
}
