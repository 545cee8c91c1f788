/** An expression for a page: the names of those texts that a script of the page gets to see. */
export function findStrings(texts: Readonly<Record<string, string>>): string {
  return `(${walk.toString()})(${JSON.stringify(texts)})`;
}

/**
 * Runs in the page: goes from the window through all properties, those of the prototypes too, and through everything
 * that is reached so. It has no functions of its own with a name: the compiler would give them what is not in the page.
 */
function walk(texts: Record<string, string>): string[] {
  const found = new Set<string>();
  const seen = new Set<unknown>([texts, found]);
  const next: object[] = [window];
  while (next.length > 0) {
    const object = next.pop()!;
    const values: unknown[] = object instanceof Map || object instanceof Set ? [...object] : [];
    // The state of an element is behind getters of its prototypes.
    for (let owner = object; owner; owner = Object.getPrototypeOf(owner) as object) {
      values.push(owner);
      for (const key of Reflect.ownKeys(owner)) {
        try {
          values.push(key, Reflect.get(owner, key, object));
        } catch {
          // It is a prototype's, and wants an instance; or another origin's.
        }
      }
    }
    for (const value of values) {
      if (typeof value === 'string') {
        for (const key in texts) if (value.includes(texts[key]!)) found.add(key);
      } else if (Object(value) === value && !seen.has(value)) {
        seen.add(value);
        next.push(value as object);
      }
    }
    if (seen.size > 200_000) throw new Error('There is no end to it');
  }
  return Object.keys(texts).filter((key) => found.has(key));
}
