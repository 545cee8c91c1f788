/**
 * Returns the candidate that a mistyped name most likely means, regardless of case. Falls back to a candidate that contains all
 * of its words: `--svc-key` for `--key`. Returns undefined if none is similar.
 */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(text.length * 0.4));
  const [closest] = candidates
    .map((candidate) => ({
      candidate,
      distance: editDistance(text.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  const words = wordsOf(text);
  const isPart = (candidate: string) => words.every((word) => wordsOf(candidate).includes(word));
  return closest?.candidate ?? (words.length > 0 ? candidates.find(isPart) : undefined);
}

/** Returns the same words for `--svc-key`, `SVC_KEY`, and `svcKey`. */
function wordsOf(text: string): string[] {
  const separated = text.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  return separated.split(/[^a-z\d]+/).filter(Boolean);
}

/**
 * Returns how many letters to insert, delete, replace, or swap with their neighbor (Damerau-Levenshtein, optimal string
 * alignment).
 */
function editDistance(a: string, b: string): number {
  const table = [[...Array(b.length + 1).keys()]];
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
