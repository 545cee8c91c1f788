import type { ServerResponse } from 'node:http';

/**
 * Lets srvx answer through middleware that has replaced `writeHead` and `end`. All middleware handles headers that are set
 * one by one and an `end` without arguments, but not the rarer forms that srvx uses: `on-headers` before 1.1
 * (CVE-2025-7339), which compression, express-session and morgan depend on, makes a header of each letter of a flat list,
 * and compression and express-session take the callback of `end` for a chunk. Other forms are passed on unchanged, since
 * the application can answer, too, for example after a time limit of its own.
 */
export function answerThroughMiddleware(res: ServerResponse): void {
  if (!Object.hasOwn(res, 'writeHead') && !Object.hasOwn(res, 'end')) return;
  const { writeHead, end } = res;
  Object.assign(res, {
    writeHead(...args: unknown[]): unknown {
      const headers = args.at(-1);
      if (!Array.isArray(headers)) return Reflect.apply(writeHead, res, args);
      setHeaders(res, headers as string[]);
      return Reflect.apply(writeHead, res, args.slice(0, -1));
    },
    end(...args: unknown[]): unknown {
      const [done] = args;
      if (typeof done !== 'function') return Reflect.apply(end, res, args);
      res.once('close', done as () => void);
      return Reflect.apply(end, res, []);
    },
  });
}

/** Replaces headers that middleware has set. A header that comes twice stays twice, as `set-cookie` must. */
function setHeaders(res: ServerResponse, headers: readonly string[]): void {
  const names = headers.filter((_, index) => index % 2 === 0);
  for (const header of names) res.removeHeader(header);
  names.forEach((header, index) => res.appendHeader(header, headers[index * 2 + 1] ?? ''));
}
