/** The candidate that a mistyped word most likely means; undefined when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(word.length * 0.4));
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)[0]?.candidate;
}

/** Letters to insert, delete, replace or swap with their neighbor (Damerau-Levenshtein, optimal string alignment). */
function editDistance(a: string, b: string): number {
  const table = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => table[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    table[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]);
      const swapped = i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? at(i - 2, j - 2) + 1 : Infinity;
      (table[i] ??= [])[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replace, swap);
    }
  }
  return at(a.length, b.length);
}
