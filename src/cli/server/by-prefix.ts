import type { FetchHandler } from '../../node/index.js';

/** Routes a request to the first handler whose path it is below, by whole segments, or else to `otherwise`. */
export function byPrefix(
  handlers: Readonly<Record<string, FetchHandler>>,
  otherwise: FetchHandler,
): FetchHandler {
  return {
    fetch(request) {
      const path = `${new URL(request.url).pathname}/`;
      const found = Object.entries(handlers).find(([prefix]) => path.startsWith(`${prefix}/`));
      return (found?.[1] ?? otherwise).fetch(request);
    },
  };
}
