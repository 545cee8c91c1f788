/**
 * Limits on requests, text messages, and unverified webhooks.
 *
 * Windows are fixed: they begin with the first count and end on their own, so that a client that keeps sending is admitted
 * again like any other. Requests are counted in the memory of each replica, because no page view may wait for a store. A
 * request that creates something is also counted in the store, which replicas share. The store gets keyed hashes, never an
 * address or a phone number.
 */
import { LRUCache } from 'lru-cache';
import { dayMs, minuteMs } from '../../internal/durations.js';
import type { KeyedHash } from '../../internal/crypto.js';
import { countWithin } from './count-limit.js';
import { clientOf } from './limited-client.js';
import { ProblemError } from '../problems.js';
import type { Report } from '../report.js';
import type { ProxySettings } from '../proxy-settings.js';
import { createCounters, type Store } from '../store.js';
import { counterKey, hashedCounterKey } from '../store-keys.js';
import { createTextLimits, type TextLimits } from './text-limits.js';

/** The limits of a proxy. */
export interface Limits extends TextLimits {
  /** Counts a request of this address, also in the store if it creates something. Throws 429 `rate-limited`. */
  countRequest(address: string | undefined, isCreating: boolean): Promise<void>;
  /**
   * Counts a webhook that isn't verified yet, which also bounds how many are being verified. Throws 429 `rate-limited`.
   */
  admitWebhook(address: string | undefined): Promise<AdmittedWebhook>;
}

/** A counted webhook. At most one of the functions is called. */
interface AdmittedWebhook {
  /** Takes the count back, after a failure that isn't the sender's. */
  release(): Promise<void>;
  /** Takes the count back, and lifts the limit of the address for a day, because the webhook is verified. */
  trust(): Promise<void>;
}

/** A webhook from an address without a limit. It isn't counted. */
const uncountedWebhook: AdmittedWebhook = { async release() {}, async trust() {} };

/** Creates the limits. */
export function createLimits(
  store: Required<Pick<Store, 'count' | 'uncount'>>,
  settings: ProxySettings,
  hash: KeyedHash,
  { logProblem }: Pick<Report, 'logProblem'>,
): Limits {
  const memory = createCounters();
  /** Addresses that sent a verified webhook within a day. */
  const trusted = new LRUCache<string, true>({ max: 1_000, ttl: dayMs, ttlResolution: 0 });

  /** Returns a limit of requests per minute. */
  const perMinute = (key: string, factor: number) =>
    ({ key, windowMs: minuteMs, max: settings.rateLimit * factor, code: 'rate-limited' }) as const;

  return {
    ...createTextLimits(store, settings, hash),

    async countRequest(address, isCreating) {
      const { kind, name, factor } = clientOf(address);
      await countWithin(memory, perMinute(counterKey(kind, name), factor));
      if (!isCreating) return;
      try {
        const key = await hashedCounterKey(hash, 'address', name);
        await countWithin(store, perMinute(key, factor));
      } catch (error) {
        if (!(error instanceof ProblemError) || error.code !== 'store-unavailable') throw error;
        // The count in the memory of this replica still applies.
        logProblem(error);
      }
    },

    async admitWebhook(address) {
      const { kind, name, factor } = clientOf(address);
      // Behind a load balancer that hides addresses, the service may share its address with an attacker.
      if (trusted.has(name)) return uncountedWebhook;
      const key = counterKey(`webhook-${kind}`, name);
      await countWithin(memory, perMinute(key, factor));
      const release = () => memory.uncount(key, minuteMs);
      return {
        release,
        async trust() {
          trusted.set(name, true);
          await release();
        },
      };
    },
  };
}
