/**
 * The JSON of plain data, as an unchanged `JSON.stringify` writes it; undefined for values without JSON, such as
 * functions. Prototype.js adds a `toJSON` to arrays, strings, dates or all objects, with which `JSON.stringify` writes an
 * array as a quoted string; other pages replace `JSON.stringify`. The proxy refuses both. So neither is used here.
 *
 * Throws for a bigint, and for an object that contains itself.
 */
export function toJson(value: object): string;
export function toJson(value: unknown): string | undefined;
export function toJson(value: unknown): string | undefined {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null';
  if (typeof value === 'boolean' || value === null) return `${value}`;
  if (typeof value === 'bigint') throw new TypeError('JSON has no bigint');
  if (typeof value !== 'object') return undefined;
  if (value instanceof Date) return toJson(Number.isNaN(+value) ? null : value.toISOString());
  if (Array.isArray(value)) return `[${value.map((item) => toJson(item) ?? 'null').join(',')}]`;
  const { toJSON } = value as { toJSON?: unknown };
  const isOwn = toJSON !== (Object.prototype as { toJSON?: unknown }).toJSON;
  if (isOwn && typeof toJSON === 'function') return toJson(toJSON.call(value));
  const fields = Object.keys(value).flatMap((key) => {
    const json = toJson((value as Record<string, unknown>)[key]);
    return json === undefined ? [] : [`${quote(key)}:${json}`];
  });
  return `{${fields.join(',')}}`;
}

/** Escapes what RFC 8259 (section 7) wants escaped, and lone surrogates, which UTF-8 cannot carry. */
function quote(text: string): string {
  const escape = (character: string) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `"${text.replace(/["\\\p{Cc}\p{Cs}]/gu, escape)}"`;
}
