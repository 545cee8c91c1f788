import type { ServerResponse } from 'node:http';

/**
 * Lets srvx answer through what middleware has put in place of `writeHead` and `end`. All of it understands headers that
 * are set one by one and an `end` without arguments, but not the rarer forms that srvx uses: `on-headers` before 1.1
 * (CVE-2025-7339), on which compression, express-session and morgan stand, makes headers of the letters of a flat list,
 * and compression and express-session take the callback of `end` for a chunk. Every other form goes on as it is: the host
 * may answer, too, as by a time limit of its own.
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

/** In place of those that middleware has set; one that comes twice stays twice, as `set-cookie` has to. */
function setHeaders(res: ServerResponse, headers: readonly string[]): void {
  const names = headers.filter((_, index) => index % 2 === 0);
  for (const header of names) res.removeHeader(header);
  names.forEach((header, index) => res.appendHeader(header, headers[index * 2 + 1] ?? ''));
}
