import type { SharedCache, Store } from '../stores/index.js';
import type { Observer, StoreOperation } from './observer.js';

/** Reports each operation of a store to an observer. Without an observer it is the store itself. */
export function observeStore(store: Store, observe: Observer | undefined): Store {
  if (!observe) return store;
  const timed = async <T>(operation: StoreOperation, work: Promise<T>): Promise<T> => {
    const start = performance.now();
    let outcome: 'success' | 'failure' = 'failure';
    try {
      const result = await work;
      outcome = 'success';
      return result;
    } finally {
      observe({ type: 'store', operation, outcome, durationMs: performance.now() - start });
    }
  };
  const { cache } = store;
  const observedCache: SharedCache | undefined = cache && {
    getMany: (keys) => timed('getMany', cache.getMany(keys)),
    setMany: (values, ttl) => timed('setMany', cache.setMany(values, ttl)),
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
    ...(observedCache && { cache: observedCache }),
    close: () => store.close(),
  };
}
