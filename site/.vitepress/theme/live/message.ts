/** The messages between the page and its worker. They have the parts of a request or response, which can't be sent directly. */
import type { Situation } from './state.js';

/** The apparent address of the proxy. */
export const mount = '/financing';

/** A message from the page: a request to the proxy or to the sandbox, or a new situation for the service. */
export type Question = RequestMessage | { readonly situation: Situation };

/** A request. The response has the same number. */
export interface RequestMessage extends Content {
  readonly id: number;
  readonly to: 'proxy' | 'sandbox';
  readonly url: string;
  readonly method: string;
}

/** The response to a request. */
export interface ResponseMessage extends Content {
  readonly id: number;
  readonly status: number;
}

interface Content {
  readonly headers: readonly [string, string][];
  readonly body: string;
}

/** Reads the parts that requests and responses share. */
export async function readContent(source: Request | Response): Promise<Content> {
  return { headers: [...source.headers], body: await source.text() };
}
