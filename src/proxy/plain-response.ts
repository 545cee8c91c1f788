/** A response, without the headers that the proxy adds to all of them. */
export interface PlainResponse {
  /** @default 200 */
  readonly status?: number;
  /** Header names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

/** Returns a response in JSON. */
export function json(value: unknown, status = 200): PlainResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}
