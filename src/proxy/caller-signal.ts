/** As much of an `AbortSignal` as it takes to wait for something until the caller has gone away. */
export interface CallerSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  /** On Node the listener also hears of an answer that somebody else has ended: it has to look at `aborted`. */
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** What srvx adds to a request that has come to Node. */
type NodeRequest = Request & {
  readonly runtime?: { readonly node?: { readonly req: NodeMessage; readonly res?: NodeAnswer } };
};

interface NodeMessage {
  readonly socket?: { readonly destroyed?: boolean } | null;
}

interface NodeAnswer {
  /** True once it has been sent, or cannot be. Missing in HTTP/2. */
  readonly destroyed?: boolean;
  /** True once somebody has ended it, be it a time limit of the host's. */
  readonly writableEnded: boolean;
  on(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/**
 * Tells of a request whose caller goes away before its answer. On Node without the request's own signal: making that
 * takes as long as parsing the body of a page.
 */
export function callerSignalOf(request: Request): CallerSignal {
  const { req: message, res: answer } = (request as NodeRequest).runtime?.node ?? {};
  if (!message || !answer) return request.signal;
  return new NodeCallerSignal(message, answer);
}

/**
 * A class, for a getter that all share: V8 makes what stands for a getter of an object's own in its old space, and that
 * would hold the request, and all that came to it, until the next of the rare collections there.
 */
class NodeCallerSignal implements CallerSignal {
  readonly #message: NodeMessage;
  readonly #answer: NodeAnswer;

  constructor(message: NodeMessage, answer: NodeAnswer) {
    this.#message = message;
    this.#answer = answer;
  }

  get aborted(): boolean {
    if (this.#answer.writableEnded) return false;
    // An answer that waits behind others on its connection is not told that this has died.
    return this.#answer.destroyed === true || this.#message.socket?.destroyed === true;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#answer.on('close', listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#answer.off('close', listener);
  }
}

/** What a wait ends with whose caller has gone away. */
export function reasonOf(signal: CallerSignal): Error {
  const { reason } = signal;
  return reason instanceof Error ? reason : new DOMException('The caller has gone', 'AbortError');
}
