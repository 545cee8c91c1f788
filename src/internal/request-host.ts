/** What is left of a seam that `src/proxy` still imports. */
import { createResponse as create, type ResponseContent } from './response.js';

export type { ResponseContent } from './response.js';

/** No request has a host. */
export const requestHostOf: (
  request: Request,
) => { takeBody(): Uint8Array<ArrayBuffer> | undefined } | undefined = () => undefined;

/** Creates the answer to a request. */
export const createResponse = (
  _request: Request,
  body: ResponseContent,
  init?: ResponseInit,
): Response => create(body, init);
