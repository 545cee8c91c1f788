import { toHex } from './crypto.js';

/**
 * The trace that a request belongs to, from its `traceparent` header (W3C Trace Context, level 2, section 3.2). Operators use it
 * to join the logs of several systems. `tracestate` isn't read: the standard allows dropping it, and vendors put arbitrary data
 * into it.
 */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The flags that level 2 defines. The standard requires all other flags to be sent as 0. */
  readonly flags: number;
}

const traceparentShape =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?$/;

/** `sampled` and `random-trace-id`. */
const knownFlags = 0b11;

/** Parses a `traceparent` of this version or a later one. Returns undefined if the header is missing or invalid. */
export function parseTraceparent(header: string | null | undefined): TraceContext | undefined {
  const [, version, traceId, flags, more] = traceparentShape.exec(header ?? '') ?? [];
  if (traceId === undefined || flags === undefined) return undefined;
  if (version === '00' && more !== undefined) return undefined;
  return { traceId, flags: Number.parseInt(flags, 16) & knownFlags };
}

/** Creates the `traceparent` of a request within a trace, with a new parent ID. */
export function createTraceparent({ traceId, flags }: TraceContext): string {
  const parentId = toHex(crypto.getRandomValues(new Uint8Array(8)));
  return `00-${traceId}-${parentId}-${toHex([flags])}`;
}
