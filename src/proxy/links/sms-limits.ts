import { createKeyedHash } from '../../internal/keyed-hash.js';
import { ProblemError, storeUnavailable } from '../http/index.js';
import type { Store } from '../stores/index.js';

const minute = 60_000;
const hour = 60 * minute;

/** Options of `createSmsLimits`. */
export interface SmsLimitOptions {
  /**
   * Texts to one phone in 10 minutes.
   * @default 3
   */
  readonly textsPerPhone?: number | undefined;
  /**
   * Texts in an hour to numbers that differ only in their last four digits.
   * @default 20
   */
  readonly textsPerPrefix?: number | undefined;
  /**
   * Texts in an hour overall.
   * @default 200
   */
  readonly textsInAll?: number | undefined;
  /** Keys the hashes. The same on all replicas that share a store. */
  readonly secret: string;
}

/** The limits of texts. Phone numbers are in canonical form, as in `+14155552671`. */
export interface SmsLimits {
  /** Counts a text. Throws 429 `sms-limit`, or 503 `store-unavailable`: without a count, no text is sent. */
  count(phoneNumber: string): Promise<void>;
  /** Takes back the count of a text that was never requested. Never rejects. */
  uncount(phoneNumber: string): Promise<void>;
}

/** Creates the limits on a store, which gets keyed hashes, never a phone number. Windows are fixed, as for requests. */
export function createSmsLimits(
  store: Pick<Store, 'count' | 'uncount'>,
  { textsPerPhone = 3, textsPerPrefix = 20, textsInAll = 200, secret }: SmsLimitOptions,
): SmsLimits {
  const hash = createKeyedHash(secret, 22);

  /** The narrowest window first: many texts to one phone must not use up the windows that all phones share. */
  async function windowsOf(phoneNumber: string) {
    const phoneKey = `limit:phone:${await hash(`phone ${phoneNumber}`)}`;
    const prefixKey = `limit:prefix:${await hash(`prefix ${phoneNumber.slice(0, -4)}`)}`;
    return [
      { key: phoneKey, window: 10 * minute, limit: textsPerPhone },
      { key: prefixKey, window: hour, limit: textsPerPrefix },
      { key: 'limit:texts', window: hour, limit: textsInAll },
    ];
  }

  return {
    async count(phoneNumber) {
      for (const { key, window, limit } of await windowsOf(phoneNumber)) {
        const { count, remainingMs } = await store.count(key, window).catch((cause: unknown) => {
          throw storeUnavailable(cause);
        });
        if (count <= limit) continue;
        throw new ProblemError('sms-limit', 'Too many texts were requested.', {
          retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1_000)),
        });
      }
    },

    async uncount(phoneNumber) {
      const windows = await windowsOf(phoneNumber);
      await Promise.allSettled(
        windows.map(async ({ key, window }) => store.uncount?.(key, window)),
      );
    },
  };
}
