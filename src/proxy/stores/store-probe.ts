import { withDeadline } from '../../internal/deadline.js';
import type { Store } from './store.js';

/** Milliseconds that the store may take, and for which its answer counts. */
const [timeLimit, maxAge] = [200, 1_000];

/**
 * Returns a function that resolves with whether the store takes writes. The store is asked at most once a second, whatever
 * the number of calls, and within 200 ms. By a write: a Redis that is full or a read-only replica still answers reads.
 * `onFailure` gets each error of the store.
 */
export function createStoreProbe(
  store: Pick<Store, 'set'>,
  onFailure: (error: unknown) => void,
): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  let askedAt = -Infinity;

  async function probe(): Promise<boolean> {
    try {
      await withDeadline(timeLimit, undefined, () => store.set('ready', '', maxAge));
      return true;
    } catch (error) {
      onFailure(error);
      return false;
    }
  }

  return () => {
    const time = performance.now();
    if (!answer || time - askedAt >= maxAge) {
      askedAt = time;
      answer = probe();
    }
    return answer;
  };
}
