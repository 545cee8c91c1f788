// @ts-check
/**
 * Changes that no test can notice, with the reason: the file, the line that is changed, and what Stryker puts in place of a
 * part of it.
 * @type {readonly { readonly file: string, readonly line: string, readonly replacement: string, readonly why: string }[]}
 */
export const equivalent = [
  {
    file: 'src/proxy/links/idempotency.ts',
    line: "return isFirst && claimRecord(running, keys, '', deadline + grace);",
    replacement: '"Stryker was here!"',
    why: 'Only whether there is a claim counts: its value is never read.',
  },
  {
    file: 'src/proxy/links/idempotency.ts',
    line: 'return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));',
    replacement: 'a <= b',
    why: 'An object has no two fields of one name.',
  },
  {
    file: 'src/proxy/links/send-once.ts',
    line: '...(retryAfterSeconds !== undefined && { retryAfterSeconds }),',
    replacement: 'true',
    why: 'JSON leaves out a field that is undefined.',
  },
  {
    file: 'src/proxy/gates/rate.ts',
    line: 'local ??= createMemoryStore({ maxEntries: 10_000 });',
    replacement: '{}',
    why: 'Without the number, the memory store has another bound of its own.',
  },
  {
    file: 'src/proxy/gates/rate.ts',
    line: 'refusedKeys.set(key, true, { ttl: Math.max(1, remainingMs) });',
    replacement: 'false',
    why: 'Only whether there is an entry counts: its value is never read.',
  },
  {
    file: 'src/proxy/gates/rate.ts',
    line: 'exemptKeys.set(await keyOf(address), true);',
    replacement: 'false',
    why: 'Only whether there is an entry counts: its value is never read.',
  },
];
