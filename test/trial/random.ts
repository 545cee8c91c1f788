/** Returns numbers from 0 to 1 that depend on the seed alone (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns what draws one of some things; each is as likely as its weight. */
export function createDraw<Name extends string>(
  random: () => number,
  weights: Readonly<Record<Name, number>>,
): () => Name {
  const entries = Object.entries(weights) as [Name, number][];
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  return () => {
    let left = random() * total;
    const drawn = entries.find(([, weight]) => (left -= weight) < 0) ?? entries[0]!;
    return drawn[0];
  };
}
