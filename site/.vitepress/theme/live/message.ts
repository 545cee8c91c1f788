/** What the page and its worker send each other: the parts of a request or an answer, since neither can be sent itself. */
import type { Situation } from './state.js';

/** Where the proxy seems to be. */
export const mount = '/financing';

/** What the page sends: a request to the proxy or to the sandbox, or how the service shall behave from now on. */
export type Question = RequestMessage | { readonly situation: Situation };

/** A request; the answer has its number. */
export interface RequestMessage extends Content {
  readonly id: number;
  readonly to: 'proxy' | 'sandbox';
  readonly url: string;
  readonly method: string;
}

/** The answer to a request. */
export interface ResponseMessage extends Content {
  readonly id: number;
  readonly status: number;
}

interface Content {
  readonly headers: readonly [string, string][];
  readonly body: string;
}

/** Reads what a request and an answer have in common. */
export async function readContent(source: Request | Response): Promise<Content> {
  return { headers: [...source.headers], body: await source.text() };
}
