import { createMemoryStore, type Store } from '../store.js';

/**
 * Claims keys in the store, and also in the memory of this process for as long as a call runs. The second claim is there
 * because a store can lose the first one: a memory store when it's full, Redis when it restarts.
 */
export interface SendClaims {
  /** Claims a key. Of many callers at once, exactly one gets true. */
  claim(key: string, value: string, ttlMs: number): Promise<boolean>;
  /** Claims a key only in this process. */
  claimInProcess(key: string, value: string): Promise<boolean>;
  /** True if a call with this key runs in this process. */
  isRunning(key: string): Promise<boolean>;
  /** Ends the claims in this process. The claims in the store stay. */
  endInProcess(keys: readonly string[], value: string): Promise<void>;
  /** Ends all claims with this value. If the store fails, its claim expires on its own, and blocks its key until then. */
  release(keys: readonly string[], value: string): Promise<void>;
}

/** Creates the claims. `maxRunMs`: a claim in this process expires after this time. */
export function createSendClaims(
  store: Pick<Store, 'claim' | 'delete'>,
  maxRunMs: number,
): SendClaims {
  // The claims expire on their own, because some worker runtimes stop calls without running `finally`.
  const running = createMemoryStore();

  const claimInProcess: SendClaims['claimInProcess'] = (key, value) =>
    running.claim(key, value, maxRunMs);

  async function endInProcess(keys: readonly string[], value: string): Promise<void> {
    await Promise.all(keys.map((key) => running.delete(key, value)));
  }

  return {
    claim: async (key, value, ttlMs) =>
      (await store.claim(key, value, ttlMs)) && claimInProcess(key, value),
    claimInProcess,
    isRunning: async (key) => (await running.get(key)) !== undefined,
    endInProcess,
    async release(keys, value) {
      // This process comes first, so that a request that gets the claim in the store also gets the one in memory.
      await endInProcess(keys, value);
      await Promise.allSettled(keys.map((key) => store.delete(key, value)));
    },
  };
}
