/**
 * How often somebody may ask, and how often anybody is texted. Windows are fixed: they begin with the first
 * request and end whatever comes after, so that who keeps hammering is let in again like everybody else.
 *
 * Without the store, requests are counted in this process, since estimates must go on; texts are not sent, since
 * nobody would know how many there were. Keys are keyed hashes: the store learns no address and no phone number.
 */
import { LRUCache } from 'lru-cache';
import { addressBlock } from './address-block.js';
import { createKeyedHash } from '../internal/keyed-hash.js';
import { ProblemError, storeUnavailable, type ProblemCode } from './problem.js';
import { createMemoryStore } from './stores/memory-store.js';
import type { Store } from './stores/store.js';

const minute = 60_000;
const hour = 60 * minute;

/** The key of all who have no address. */
const unknownCaller = 'limit:address:unknown';

/** Characters of an IPv6 address in brackets, with a port. */
const longestAddress = 64;

/** Counts in windows, as a store does. */
export type Counter = Pick<Store, 'count' | 'uncount'>;

/** Options of `createLimits`. */
export interface LimitOptions {
  /**
   * Requests a minute and address; callers whose address is unknown share ten times as many.
   * @default 120
   */
  readonly rateLimit?: number | undefined;
  /**
   * Texts to one phone in ten minutes.
   * @default 3
   */
  readonly textsPerPhone?: number | undefined;
  /**
   * Texts an hour to phones that differ in their last four digits only.
   * @default 20
   */
  readonly textsPerPrefix?: number | undefined;
  /**
   * Texts an hour in all.
   * @default 200
   */
  readonly textsInAll?: number | undefined;
  /** Keys the hashes. The same on all replicas that share a store. */
  readonly secret: string;
  /** Told why, for each request that is counted in this process since the store is away. */
  readonly onStoreAway?: ((cause: unknown) => void) | undefined;
}

/** The limits. Each call counts as one more. */
export interface Limits {
  /** Throws 429 `rate-limited`. Any text that is no address is an unknown one. */
  checkAddress(address: string | undefined): Promise<void>;
  /** Throws 429 `sms-limit`, or 503 `store-unavailable`. The number in its canonical form. */
  checkSms(phoneNumber: string): Promise<void>;
  /** Takes a `checkSms` back that let a text through which was never asked for. Never rejects. */
  uncountSms(phoneNumber: string): Promise<void>;
}

/** A window in which texts are counted. */
interface TextWindow {
  readonly key: string;
  readonly window: number;
  readonly limit: number;
}

/** Creates the limits on a store. */
export function createLimits(
  store: Counter,
  {
    rateLimit = 120,
    textsPerPhone = 3,
    textsPerPrefix = 20,
    textsInAll = 200,
    secret,
    onStoreAway,
  }: LimitOptions,
): Limits {
  const hash = createKeyedHash(secret, 22);
  // The same callers ask again and again, and a hash costs more than a look.
  const callerKeys = new LRUCache<string, string>({ max: 1_000 });
  let local: Counter | undefined;

  async function keyOf(address: string): Promise<string> {
    const block = addressBlock(address);
    if (block === undefined) return unknownCaller;
    const key = `limit:address:${await hash(`address ${block}`)}`;
    // Addresses may be of any length, with what stands behind a `%`.
    if (address.length <= longestAddress) callerKeys.set(address, key);
    return key;
  }

  async function countRequest(key: string) {
    try {
      return await store.count(key, minute);
    } catch (cause) {
      onStoreAway?.(cause);
      local ??= createMemoryStore({ maxEntries: 10_000 });
      return local.count(key, minute);
    }
  }

  /** The narrowest first: who hammers one phone must not use up what everybody shares. */
  async function textWindows(phoneNumber: string): Promise<readonly TextWindow[]> {
    const prefix = phoneNumber.slice(0, -4);
    const ofPhone = `limit:phone:${await hash(`phone ${phoneNumber}`)}`;
    const ofPrefix = `limit:prefix:${await hash(`prefix ${prefix}`)}`;
    return [
      { key: ofPhone, window: 10 * minute, limit: textsPerPhone },
      { key: ofPrefix, window: hour, limit: textsPerPrefix },
      { key: 'limit:texts', window: hour, limit: textsInAll },
    ];
  }

  async function checkTexts({ key, window, limit }: TextWindow): Promise<void> {
    const { count, left } = await store.count(key, window).catch((cause: unknown) => {
      throw storeUnavailable(cause);
    });
    if (count > limit) throw tooMany('sms-limit', 'Too many texts were asked for.', left);
  }

  return {
    async checkAddress(address) {
      const key = address ? (callerKeys.get(address) ?? (await keyOf(address))) : unknownCaller;
      const limit = key === unknownCaller ? rateLimit * 10 : rateLimit;
      const { count, left } = await countRequest(key);
      if (count > limit) throw tooMany('rate-limited', 'Too many requests from there.', left);
    },

    async checkSms(phoneNumber) {
      for (const window of await textWindows(phoneNumber)) await checkTexts(window);
    },

    async uncountSms(phoneNumber) {
      const windows = await textWindows(phoneNumber);
      await Promise.allSettled(
        windows.map(async ({ key, window }) => store.uncount?.(key, window)),
      );
    },
  };
}

/** `left` in ms; Retry-After in whole seconds (RFC 9110 section 10.2.3). */
function tooMany(code: ProblemCode, detail: string, left: number): ProblemError {
  const seconds = Math.max(1, Math.ceil(left / 1000));
  return new ProblemError(code, detail, { headers: { 'retry-after': String(seconds) } });
}
