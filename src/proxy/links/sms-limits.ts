import { createKeyedHashes, type Secrets } from '../../internal/crypto.js';
import { ProblemError, storeUnavailable } from '../http/index.js';
import { countRecord, uncountRecord, type Store } from '../stores/index.js';

const minute = 60_000;
const hour = 60 * minute;

/** Options of `createSmsLimits`. */
export interface SmsLimitOptions {
  /** Texts to one phone in 10 minutes. */
  readonly textsPerPhone: number;
  /** Texts in an hour to numbers that differ only in their last four digits. */
  readonly textsPerPrefix: number;
  /** Texts in an hour overall. */
  readonly textsInAll: number;
  /** Keys the hashes. The same on all replicas that share a store. */
  readonly secret: Secrets;
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
  { textsPerPhone, textsPerPrefix, textsInAll, secret }: SmsLimitOptions,
): SmsLimits {
  const hashes = createKeyedHashes(secret, 22);

  async function keysOf(kind: string, content: string): Promise<string[]> {
    return (await hashes(content)).map((hash) => `limit:${kind}:${hash}`);
  }

  /** The narrowest window first: many texts to one phone must not use up the windows that all phones share. */
  async function windowsOf(phoneNumber: string) {
    const phone = await keysOf('phone', `phone ${phoneNumber}`);
    const prefix = await keysOf('prefix', `prefix ${phoneNumber.slice(0, -4)}`);
    return [
      { keys: phone, window: 10 * minute, limit: textsPerPhone },
      { keys: prefix, window: hour, limit: textsPerPrefix },
      // Hashed like the others, so that two shops that share a Redis do not share their texts.
      { keys: await keysOf('texts', 'texts'), window: hour, limit: textsInAll },
    ];
  }

  return {
    async count(phoneNumber) {
      for (const { keys, window, limit } of await windowsOf(phoneNumber)) {
        const { count, remainingMs } = await countRecord(store, keys, window).catch(
          (cause: unknown) => {
            throw storeUnavailable(cause);
          },
        );
        if (count <= limit) continue;
        throw new ProblemError('sms-limit', 'Too many texts were requested.', {
          retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1_000)),
        });
      }
    },

    async uncount(phoneNumber) {
      const windows = await windowsOf(phoneNumber);
      await Promise.all(windows.map(({ keys, window }) => uncountRecord(store, keys, window)));
    },
  };
}
