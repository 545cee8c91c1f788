/** Values that are computed once per pass over the page, because many prices share their ancestors and their matches. */
const memos: { clear(): void }[] = [];
let depth = 0;

/**
 * Runs a function that reads the page and must not change it. The browser then computes styles and layout at most once, and
 * the cached values stay correct.
 */
export function inOnePass<Result>(read: () => Result): Result {
  depth += 1;
  try {
    return read();
  } finally {
    depth -= 1;
    if (!depth) for (const memo of memos) memo.clear();
  }
}

/** Returns a function that computes a value once per pass for each key. */
export function oncePerPass<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  memos.push(values);
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    values.set(key, value);
    return value;
  };
}
