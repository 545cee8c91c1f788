import { createMemoryStore } from '../../src/proxy/stores/memory-store.js';
import type { Store } from '../../src/proxy/stores/store.js';

/** A store with which no limit is ever reached, so that thousands of texts can be asked for. It still has to answer. */
export function unlimited(store: Store = createMemoryStore()): Store {
  return {
    ...store,
    async count(key, window) {
      const { remainingMs } = await store.count(key, window);
      return { count: 1, remainingMs };
    },
  };
}
