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
    file: 'src/proxy/links/idempotent-send.ts',
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
    line: 'refusedKeys.set(client.id, true, { ttl: Math.max(1, remainingMs) });',
    replacement: 'false',
    why: 'Only whether there is an entry counts: its value is never read.',
  },
  {
    file: 'src/proxy/gates/rate.ts',
    line: 'exemptKeys.set((await clientOf(address)).id, true);',
    replacement: 'false',
    why: 'Only whether there is an entry counts: its value is never read.',
  },
  {
    file: 'src/proxy/webhooks/deduplicator.ts',
    line: "const isFirst = await claimRecord(store, keys, 'running', lease).catch(throwUnavailable);",
    replacement: '""',
    why: 'Only the word for an event that was handled is ever looked for.',
  },
  {
    file: 'src/client/amount.ts',
    line: "const text = typeof amount === 'object' ? '' : String(amount).trim();",
    replacement: '"Stryker was here!"',
    why: 'Neither of the two texts is an amount.',
  },
  {
    file: 'src/client/amount.ts',
    line: 'const isWhole = Math.abs(dollars * 100 - cents) < 1e-4;',
    replacement: 'Math.abs(dollars * 100 - cents) <= 1e-4',
    why: 'No product of a number and 100 is exactly a ten-thousandth away from a whole number.',
  },
  {
    file: 'src/internal/cents.ts',
    line: 'return Math.abs(dollars * 100 - cents) < 1e-4 ? cents : NaN;',
    replacement: 'Math.abs(dollars * 100 - cents) <= 1e-4',
    why: 'No product of a number and 100 is exactly a ten-thousandth away from a whole number.',
  },
];
