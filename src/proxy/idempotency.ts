/**
 * Nobody is texted twice, or by accident: the policy of idempotent requests.
 *
 * A key belongs to one operation and location for 24 h. It is claimed in the store before the service is called,
 * and has its answer afterwards: the same key with the same body gets that answer again, without a call. A claim
 * whose answer never came (its replica died) stands for an unknown outcome, and is never sent again. A second
 * guard, for 60 s, holds back another key that would text the same phone about the same purchase.
 *
 * The store learns no key, body or phone number, only keyed hashes of them: phone numbers could be guessed from
 * plain ones. It does hold answers, with their links, since a replay needs them; they are as secret as the links.
 * This file does not know what an operation does, nor what an answer means.
 */
import type { OperationName } from '../contract/index.js';
import { createKeyedHash } from '../internal/keyed-hash.js';
import { ProblemError, storeUnavailable } from './problem.js';
import { createMemoryStore } from './stores/memory-store.js';
import type { Store } from './stores/store.js';

const day = 24 * 60 * 60_000;

/** Milliseconds for which a second text about the same purchase is held back. */
const textGuard = 60_000;

/** Milliseconds that a claim's replica has, after the deadline of its call, to put the answer into the store. */
const grace = 5_000;

/** An answer as it can be kept: the status, and the body as text. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** What a header of the answer is made from again, which itself is not to be in the store. */
  readonly seed?: string | undefined;
}

/** A request that is carried out once. */
export interface IdempotentRequest {
  /** The caller's `Idempotency-Key`, which has been checked. */
  readonly key: string;
  readonly operation: OperationName;
  readonly location: string;
  /** The body as JSON has it. The order of its fields does not matter. */
  readonly body: unknown;
  /** Who is texted, if anybody: the phone number in its canonical form. */
  readonly texts?: string | undefined;
  /** The `transactionId` or `referral`. */
  readonly reference?: string | undefined;
}

/** Options of `createIdempotency`. */
export interface IdempotencyOptions {
  /** Keys the hashes. The same on all replicas that share a store. */
  readonly secret: string;
  /**
   * Milliseconds within which a call always ends.
   * @default 10_000
   */
  readonly deadline?: number | undefined;
  /**
   * The time in ms, as replicas share it: the wall clock. Where it is wrong, an answer may be 409 in place of 504
   * or the other way round; nothing is sent on it.
   * @default Date.now
   */
  readonly now?: (() => number) | undefined;
}

/** Carries requests out once. */
export interface Idempotency {
  /**
   * Makes the call, unless the key has been used, and resolves with its answer or the one that is kept.
   *
   * How `call` ends decides what is kept. It resolves with an `Answer`, also for a refusal or failure of the
   * service: kept. It rejects with a `ProblemError`: nothing has gone to the service, and the key can be used again. It rejects
   * with anything else: nobody knows, and the key is never used again.
   *
   * Throws 422 `idempotency-key-reused`, 409 `in-progress` or `duplicate-send`, 504 `outcome-unknown`,
   * 503 `store-unavailable`, and what `call` rejects with.
   */
  once(request: IdempotentRequest, call: () => Promise<Answer>): Promise<Answer>;
}

/** What the store has for a key. Without an answer, the call is running or its replica has died. */
interface Kept {
  readonly body: string;
  readonly since: number;
  readonly answer?: Answer;
}

/** Creates the policy on a store, which may be shared by replicas. */
export function createIdempotency(
  store: Store,
  { secret, deadline = 10_000, now = Date.now }: IdempotencyOptions,
): Idempotency {
  const keyedHash = createKeyedHash(secret);
  // Claimed a second time here for as long as the call runs: a store may forget, one in memory that is full, a Redis that
  // begins anew. With an end, since some worker runtimes drop what they run.
  const running = createMemoryStore();

  /** JSON keeps the parts apart, whatever characters they hold. */
  async function hash(...parts: readonly unknown[]): Promise<string> {
    return keyedHash(JSON.stringify(parts, sortFields));
  }

  /** Claims the guard of a text. */
  async function guardText(guard: string | undefined): Promise<void> {
    if (guard === undefined || (await claim(guard, '', textGuard))) return;
    throw new ProblemError('duplicate-send', 'This was sent to this phone a moment ago.');
  }

  async function claim(key: string, value: string, ttl: number): Promise<boolean> {
    const isFirst = await store.claim(key, value, ttl).catch((cause: unknown) => {
      throw storeUnavailable(cause);
    });
    return isFirst && running.claim(key, '', deadline + grace);
  }

  /** Lets go of claims. One that cannot be reached stays, which sends nothing. */
  async function release(...claims: readonly string[]): Promise<void> {
    await end(claims); // First: who gets a claim in the store is to get it here, too.
    await Promise.allSettled(claims.map((key) => store.delete(key)));
  }

  async function end(claims: readonly string[]): Promise<void> {
    await Promise.all(claims.map((key) => running.delete(key)));
  }

  async function replay(key: string, body: string): Promise<Answer> {
    const value = await store.get(key).catch((cause: unknown) => {
      throw storeUnavailable(cause);
    });
    // Released since: the next attempt can claim it.
    if (value === undefined) throw inProgress();
    const kept = JSON.parse(value) as Kept;
    if (kept.body !== body) {
      const detail = 'This Idempotency-Key was used with another body.';
      throw new ProblemError('idempotency-key-reused', detail);
    }
    if (kept.answer) return kept.answer;
    if (now() - kept.since <= deadline + grace) throw inProgress();
    const detail = 'The service may or may not have carried out the request.';
    throw new ProblemError('outcome-unknown', detail);
  }

  return {
    async once({ operation, location: place, texts, reference, ...request }, call) {
      const key = `once:${await hash('key', operation, place, request.key)}`;
      const guard =
        texts === undefined
          ? undefined
          : `text:${await hash('text', operation, place, reference, texts)}`;
      const kept: Kept = { body: await hash('body', request.body), since: now() };

      if (!(await claim(key, JSON.stringify(kept), day))) return replay(key, kept.body);
      try {
        await guardText(guard);
      } catch (error) {
        await release(key);
        throw error;
      }
      const claims = guard === undefined ? [key] : [key, guard];
      try {
        const answer = await call();
        // Without the store, the caller still gets the answer, and the claim stays.
        await store.set(key, JSON.stringify({ ...kept, answer }), day).catch(() => undefined);
        return answer;
      } catch (error) {
        if (error instanceof ProblemError) await release(...claims);
        throw error;
      } finally {
        await end(claims);
      }
    },
  };
}

/**
 * The key in an `Idempotency-Key` header; undefined without the header.
 * Throws 400 `invalid-request` unless it is 16 to 128 visible ASCII characters.
 */
export function checkIdempotencyKey(header: string | null): string | undefined {
  if (header === null) return undefined;
  if (/^[\x21-\x7e]{16,128}$/.test(header)) return header;
  const detail = 'An Idempotency-Key has 16 to 128 visible ASCII characters.';
  throw new ProblemError('invalid-request', detail);
}

/** A replacer of `JSON.stringify` that makes equal objects equal texts. */
function sortFields(_field: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function inProgress(): ProblemError {
  const headers = { 'retry-after': '1' };
  return new ProblemError('in-progress', 'The first request with this key is running.', {
    headers,
  });
}
