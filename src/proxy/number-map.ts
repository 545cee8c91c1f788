/** A map of numbers, in two rows of them. Keys are whole numbers from 1 to 2 ** 53. */
export interface NumberMap {
  get(key: number): number | undefined;
  set(key: number, value: number): void;
  clear(): void;
}

/**
 * Creates a map for at most so many keys, with all the room that it will ever need: a `Map` is built anew each time it
 * doubles, and takes several times as long to fill and to ask.
 *
 * A hash table with linear probing. Half of its slots stay free, so that a search soon comes to its end.
 */
export function createNumberMap(capacity: number): NumberMap {
  const mask = 2 ** Math.ceil(Math.log2(2 * capacity + 2)) - 1;
  const shift = Math.clz32(mask);
  // Each half of a key by a random factor: callers choose the keys, and nobody is to know which of them share a slot.
  const [low, high] = [randomFactor(), randomFactor()];
  /** 0 where a slot is free. */
  const keys = new Float64Array(mask + 1);
  const values = new Uint32Array(mask + 1);

  /** The slot of a key, or the free one that would be. */
  function slotOf(key: number): number {
    const hash = Math.imul(key, low) + Math.imul(key / 2 ** 32, high);
    let slot = Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> shift; // keys in a row shall not lie in a row
    while (keys[slot] !== key && keys[slot] !== 0) slot = (slot + 1) & mask;
    return slot;
  }

  return {
    get(key) {
      const slot = slotOf(key);
      return keys[slot] === key ? values[slot] : undefined;
    },
    set(key, value) {
      const slot = slotOf(key);
      keys[slot] = key;
      values[slot] = value;
    },
    clear() {
      keys.fill(0);
    },
  };
}

/** An odd number of 32 bits. */
function randomFactor(): number {
  return (Math.random() * 2 ** 32) | 1;
}
