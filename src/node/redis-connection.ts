/**
 * The connection of a store: when it can be used, and why it can't. A command fails if there's no reply in time, and at once
 * while there's no connection.
 */
import type * as ioredis from 'ioredis';
import { withDeadline } from '../internal/deadline.js';
import { StoreUnavailableError } from '../proxy/store.js';
import { retryDelay, type RedisClient } from './redis-client.js';
import { watchSentinels } from './redis-sentinels.js';

/** A connection to one server, to the primary that Sentinels name, or to a cluster. */
export interface RedisConnection {
  /** Sends a command, and gives up after the time limit. ioredis forgets commands that a lost connection hasn't answered. */
  readonly call: RedisClient['call'];
  /** True if the connection is ready and no failover is going on. */
  isWritable(): boolean;
  /** Runs commands within the time limit. Rejects with `StoreUnavailableError`. */
  run<T>(commands: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Makes commands fail from now on. */
  close(): void;
}

/** Called with what an operator should change. */
type OnWarning = (warning: Error) => void;

interface State {
  /** The latest error, which commands fail with while there is no connection. */
  lastError: Error | undefined;
  /** Set if the server rejected the user, password, or database. The connection must not be used then. */
  refusal: Error | undefined;
  /** True from a disconnect by this module until the connection is ready again. */
  isReconnecting: boolean;
  isClosed: boolean;
}

/** Follows the connection of a client, and connects again after failovers and refusals. */
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
    // The error of a cluster only says that no node answers. The error of the last node says why.
    state.lastError = state.refusal ?? error.lastNodeError ?? error;
    if (!['auth', 'select'].includes(error.command?.name ?? '')) return;
    // ioredis would continue as the default user, or in database 0.
    state.refusal = error;
    reconnect();
  });
  client.on('node error', (error) => (state.lastError = error));
  client.on('close', () => (state.refusal = undefined));
}

/** Connects again after the client gave up. ioredis gives up if it's disconnected while it asks the Sentinels. */
function reconnectAfterEnd(client: RedisClient, state: State): void {
  const connect = () => {
    if (!state.isClosed) client.connect().catch(() => undefined); // the client also emits the error
  };
  client.on('end', () => {
    if (state.isReconnecting) setTimeout(connect, retryDelay);
  });
}

/** Resolves after the first attempt to connect, so that commands before it don't fail. */
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

/** Creates a check that warns if Redis may evict keys, and again only if that was fixed in between. */
function createEvictionCheck(call: RedisClient['call'], onWarning: OnWarning) {
  let mayEvict = false;
  return async () => {
    // No warning if the user may not run the command.
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

/** Drops the command that ioredis adds to its errors, because its passwords and links must not reach a log. */
function withoutArguments(error: unknown): Error {
  return new Error(error instanceof Error ? error.message : String(error));
}
