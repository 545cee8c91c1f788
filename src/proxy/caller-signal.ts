/** As much of an `AbortSignal` as it takes to wait for something until the caller has gone away. */
export interface CallerSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** What srvx adds to a request that has come to Node. */
type NodeRequest = Request & {
  readonly runtime?: { readonly node?: { readonly res?: NodeAnswer } };
};

interface NodeAnswer {
  /** True once it has been sent, or cannot be. */
  readonly destroyed: boolean;
  on(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/**
 * Tells of a request whose caller goes away before its answer. On Node without the request's own signal: making that
 * takes as long as parsing the body of a page.
 */
export function callerSignalOf(request: Request): CallerSignal {
  const answer = (request as NodeRequest).runtime?.node?.res;
  if (!answer) return request.signal;
  return {
    aborted: answer.destroyed,
    addEventListener: (_type, listener) => answer.on('close', listener),
    removeEventListener: (_type, listener) => answer.off('close', listener),
  };
}

/** What a wait ends with whose caller has gone away. */
export function reasonOf(signal: CallerSignal): Error {
  const { reason } = signal;
  return reason instanceof Error ? reason : new DOMException('The caller has gone', 'AbortError');
}
