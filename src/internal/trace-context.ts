/**
 * The header `traceparent` (W3C Trace Context, level 2, section 3.2), with which the logs of several systems can be joined.
 * `tracestate` is not read: the standard lets a system drop it, and vendors put anything into it.
 */

/** What a `traceparent` says of the trace that a request belongs to. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The flags that level 2 knows; the standard has all others sent as 0. */
  readonly flags: number;
}

const shape =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?$/;

/** `sampled` and `random-trace-id`. */
const knownFlags = 0b11;

/** Reads a `traceparent` of this version or a later one. Undefined where there is none, or one that is not valid. */
export function parseTraceparent(header: string | null | undefined): TraceContext | undefined {
  const [, version, traceId, flags, more] = shape.exec(header ?? '') ?? [];
  if (traceId === undefined || flags === undefined) return undefined;
  if (version === '00' && more !== undefined) return undefined;
  return { traceId, flags: Number.parseInt(flags, 16) & knownFlags };
}

/** Writes the `traceparent` of a request within a trace, with a new parent ID. */
export function createTraceparent({ traceId, flags }: TraceContext): string {
  const parentId = toHex(crypto.getRandomValues(new Uint8Array(8)));
  return `00-${traceId}-${parentId}-${toHex([flags])}`;
}

function toHex(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
