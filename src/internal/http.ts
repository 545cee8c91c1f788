/** What several rooms share of HTTP: how answers are created, their headers, hosts that are this machine, traces. */

/** What a whole body consists of: a text, or bytes that stay as they are. */
export type ResponseContent = string | Uint8Array<ArrayBuffer> | null;

type ResponseClass = new (body: ResponseContent, init?: ResponseInit) => Response;

/**
 * Module state, since each answer is created deep inside the proxy, and only the Node adapter knows a class that Node sends
 * without the web's streams: they cost more than the rest of an answer from memory.
 */
let CurrentClass: ResponseClass = Response;

/** Creates an answer, as `new Response(body, init)` does, in the way that this process sends fastest. */
export function createResponse(body: ResponseContent, init?: ResponseInit): Response {
  return new CurrentClass(body, init);
}

/** Replaces the class of all later answers. Called by the Node adapter when a server is made. */
export function useResponseClass(replacement: ResponseClass): void {
  CurrentClass = replacement;
}

/** Headers of every answer of a server, unless the answer has its own, as the script and the OpenAPI document do. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * True for the names and addresses of this machine itself (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3), also as an
 * IPv4-mapped address (RFC 4291 section 2.5.5.2). `hostname` is that of a URL.
 */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname) ||
    /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(hostname)
  );
}

/** The same for a host to listen on, in any spelling: `LOCALHOST`, `127.1`, `0:0:0:0:0:0:0:1`. */
export function isLoopbackHost(host: string): boolean {
  const url = `http://${host.includes(':') ? `[${host}]` : host}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

/**
 * What a `traceparent` says of the trace that a request belongs to (W3C Trace Context, level 2, section 3.2). With it, the
 * logs of several systems can be joined. `tracestate` is not read: the standard lets a system drop it, and vendors put
 * anything into it.
 */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The flags that level 2 knows; the standard has all others sent as 0. */
  readonly flags: number;
}

const traceparentShape =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?$/;

/** `sampled` and `random-trace-id`. */
const knownFlags = 0b11;

/** Reads a `traceparent` of this version or a later one. Undefined where there is none, or one that is not valid. */
export function parseTraceparent(header: string | null | undefined): TraceContext | undefined {
  const [, version, traceId, flags, more] = traceparentShape.exec(header ?? '') ?? [];
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
