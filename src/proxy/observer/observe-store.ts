import type { Store } from '../stores/index.js';
import type { Observer, StoreOperation } from './observer.js';

/** Operations that a full Redis and a read-only replica refuse, though they answer others. */
const writes: ReadonlySet<StoreOperation> = new Set(['set', 'claim', 'count']);

/** Reports each operation of a store to an observer. Calls `onWrite` after each write that succeeded. */
export function observeStore(
  store: Store,
  observe: Observer | undefined,
  onWrite: () => void,
): Store {
  const timed = async <T>(operation: StoreOperation, work: Promise<T>): Promise<T> => {
    const start = performance.now();
    let outcome: 'success' | 'failure' = 'failure';
    try {
      const result = await work;
      outcome = 'success';
      return result;
    } finally {
      observe?.({ type: 'store', operation, outcome, durationMs: performance.now() - start });
      if (outcome === 'success' && writes.has(operation)) onWrite();
    }
  };
  return {
    get: (key) => timed('get', store.get(key)),
    set: (key, value, ttl) => timed('set', store.set(key, value, ttl)),
    claim: (key, value, ttl) => timed('claim', store.claim(key, value, ttl)),
    delete: (key) => timed('delete', store.delete(key)),
    count: (key, window) => timed('count', store.count(key, window)),
    ...(store.uncount && {
      uncount: async (key, window) =>
        timed('uncount', Promise.resolve(store.uncount?.(key, window))),
    }),
    close: () => store.close(),
  };
}
