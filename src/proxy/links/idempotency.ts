/**
 * Idempotent requests: the shopper never gets two texts for one request.
 *
 * A key belongs to one operation and location for 24 h. It is claimed in the store before the service is called, and
 * holds the outcome afterwards: the same key with the same body gets the same outcome without a call. A claim without an
 * outcome (its replica died) means that the outcome is unknown; such a request is never sent again. A second claim, for
 * 60 s, refuses another key that would text the same phone about the same purchase.
 *
 * The store gets keyed hashes of keys, bodies and phone numbers: a plain hash of a phone number could be guessed. It
 * also gets outcomes, with their links, which a replay needs; treat the store like the links.
 */
import type { OperationName } from '../../contract/index.js';
import { createKeyedHashes, type Secrets } from '../../internal/crypto.js';
import { ProblemError, storeUnavailable } from '../http/index.js';
import {
  claimRecord,
  createMemoryStore,
  deleteRecord,
  getRecord,
  setRecord,
  type Store,
} from '../stores/index.js';

const day = 24 * 60 * 60_000;

/** Milliseconds for which a second text about the same purchase is refused. */
const duplicateGuard = 60_000;

/** Milliseconds that a replica has, after the deadline of its call, to store the outcome. */
const grace = 5_000;

/** A request to carry out once. */
export interface IdempotentRequest {
  /** The caller's `Idempotency-Key`, which has been checked. */
  readonly key: string;
  readonly operation: OperationName;
  readonly location: string;
  /** The body as a JSON value. The order of its fields does not matter. */
  readonly body: unknown;
  /** The phone number that gets a text, in canonical form; undefined when no text is sent. */
  readonly smsRecipient?: string | undefined;
  /** The `transactionId` or `referral`. */
  readonly reference?: string | undefined;
}

/** Options of `createIdempotency`. */
export interface IdempotencyOptions {
  /** Keys the hashes. Replicas that share a store have one in common. */
  readonly secret: Secrets;
  /** Milliseconds within which a call always ends. */
  readonly deadline: number;
  /**
   * The wall clock in ms, which replicas share. A wrong clock can turn a 504 into a 409 or the other way round; it never
   * causes a send.
   * @default Date.now
   */
  readonly now?: (() => number) | undefined;
}

/** Carries out requests once. */
export interface Idempotency {
  /**
   * Resolves with the outcome of `call`, or with the stored one of the same key. An outcome is any JSON value.
   *
   * When `call` resolves, its outcome is stored: also that of a refusal or failure of the service. When it rejects with
   * a `ProblemError`, nothing was sent, and the key can be used again. When it rejects with another error, the outcome is
   * unknown, and the key can never be used again.
   *
   * Throws 422 `idempotency-key-reused`, 409 `in-progress` or `duplicate-send`, 504 `outcome-unknown`,
   * 503 `store-unavailable`, and the error of `call`.
   */
  run<Outcome>(request: IdempotentRequest, call: () => Promise<Outcome>): Promise<Outcome>;
}

/** The keys of one claim, one for each secret. */
type Keys = readonly string[];

/** The value of a key in the store. Without an outcome, the call is running or its replica has died. */
interface StoredClaim {
  /** Hashes of the body, one for each secret of the replica that claimed. Earlier versions wrote one text. */
  readonly body: string | readonly string[];
  readonly startedAt: number;
  readonly outcome?: unknown;
}

/** Creates the policy on a store, which replicas can share. */
export function createIdempotency(
  store: Store,
  { secret, deadline, now = Date.now }: IdempotencyOptions,
): Idempotency {
  const keyedHashes = createKeyedHashes(secret);

  // A second claim for as long as the call runs, since a store can lose the first: a full memory store, a restarted
  // Redis. It expires by itself, since some worker runtimes stop calls without running their `finally`.
  const running = createMemoryStore();

  /** JSON keeps the parts apart, whatever characters they contain. */
  async function hashes(...parts: readonly unknown[]): Promise<readonly string[]> {
    return keyedHashes(JSON.stringify(parts, sortFields));
  }

  async function keysOf(prefix: string, ...parts: readonly unknown[]): Promise<Keys> {
    return (await hashes(...parts)).map((hash) => `${prefix}:${hash}`);
  }

  async function claim(keys: Keys, value: string, ttl: number): Promise<boolean> {
    const isFirst = await claimRecord(store, keys, value, ttl).catch((cause: unknown) => {
      throw storeUnavailable(cause);
    });
    return isFirst && claimRecord(running, keys, '', deadline + grace);
  }

  /** Deletes claims. One that cannot be deleted expires by itself, and sends nothing meanwhile. */
  async function release(claims: readonly Keys[]): Promise<void> {
    // First, so that a request that gets the claim in the store also gets the one in `running`.
    await endRunning(claims);
    await Promise.allSettled(claims.map((keys) => deleteRecord(store, keys)));
  }

  async function endRunning(claims: readonly Keys[]): Promise<void> {
    await Promise.all(claims.map((keys) => deleteRecord(running, keys)));
  }

  async function replay(keys: Keys, body: Keys): Promise<unknown> {
    const value = await getRecord(store, keys).catch((cause: unknown) => {
      throw storeUnavailable(cause);
    });
    // Released since: the next attempt can claim it.
    if (value === undefined) throw inProgress();
    const stored = JSON.parse(value) as StoredClaim;
    if (![stored.body].flat().some((hash) => body.includes(hash))) {
      const detail = 'This Idempotency-Key was used with another body.';
      throw new ProblemError('idempotency-key-reused', detail);
    }
    if (stored.outcome !== undefined) return stored.outcome;
    if (now() - stored.startedAt <= deadline + grace) throw inProgress();
    const detail = 'The service may or may not have carried out the request.';
    throw new ProblemError('outcome-unknown', detail);
  }

  /** Claims the key and, for a text, the guard. Returns both, or undefined when the key was claimed before. */
  async function claimAll(key: Keys, stored: StoredClaim, guard: Keys | undefined) {
    if (!(await claim(key, JSON.stringify(stored), day))) return undefined;
    if (guard === undefined) return [key];
    try {
      if (await claim(guard, '', duplicateGuard)) return [key, guard];
      throw new ProblemError('duplicate-send', 'This was sent to this phone a moment ago.');
    } catch (error) {
      await release([key]);
      throw error;
    }
  }

  return {
    async run<Outcome>(request: IdempotentRequest, call: () => Promise<Outcome>) {
      const { operation, location, smsRecipient, reference } = request;
      const key = await keysOf('once', 'key', operation, location, request.key);
      const guard =
        smsRecipient === undefined
          ? undefined
          : await keysOf(
              'text',
              'text',
              operation,
              plain(location),
              plain(reference),
              smsRecipient,
            );
      const body = await hashes('body', request.body);
      const stored: StoredClaim = { body, startedAt: now() };

      const claims = await claimAll(key, stored, guard);
      if (!claims) return (await replay(key, body)) as Outcome;
      try {
        const outcome = await call();
        // Without the store, the caller still gets the outcome, and the claim stays.
        const value = JSON.stringify({ ...stored, outcome });
        await setRecord(store, key, value, day).catch(() => undefined);
        return outcome;
      } catch (error) {
        if (error instanceof ProblemError) await release(claims);
        throw error;
      } finally {
        await endRunning(claims);
      }
    },
  };
}

/**
 * Two ways to write one reference, such as with full-width digits, an invisible character or a space after it, must not make
 * two texts.
 */
function plain(text: string | undefined): string | undefined {
  return text
    ?.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .trim();
}

/** A replacer for `JSON.stringify` that writes equal objects as equal texts. */
function sortFields(_field: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function inProgress(): ProblemError {
  const detail = 'The first request with this key is running.';
  return new ProblemError('in-progress', detail, { retryAfterSeconds: 1 });
}
