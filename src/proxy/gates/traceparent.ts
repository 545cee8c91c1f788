import { parseTraceparent } from '../../internal/trace-context.js';

/** Returns the `traceparent` of a request; undefined unless it is valid. */
export function traceparentOf({ headers }: Request): string | undefined {
  const header = headers.get('traceparent');
  return header !== null && parseTraceparent(header) ? header : undefined;
}
