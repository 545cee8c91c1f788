import type { ServerResponse } from 'node:http';

/**
 * Lets srvx answer through what middleware has put in place of `writeHead` and `end`. All of it understands headers that
 * are set one by one and an `end` without arguments, but not the rarer forms that srvx uses: `on-headers` before 1.1
 * (CVE-2025-7339), on which compression, express-session and morgan stand, makes headers of the letters of a flat list,
 * and compression and express-session take the callback of `end` for a chunk.
 */
export function answerThroughMiddleware(res: ServerResponse): void {
  if (!Object.hasOwn(res, 'writeHead') && !Object.hasOwn(res, 'end')) return;
  const { writeHead, end } = res;
  Object.assign(res, {
    /** `more` is a reason, which goes without saying, and each header's name and value in turn; or nothing. */
    writeHead(code: number, ...more: (string | readonly string[])[]) {
      setHeaders(res, more.find((each) => typeof each !== 'string') ?? []);
      return Reflect.apply(writeHead, res, [code]);
    },
    end(done?: () => void) {
      if (done) res.once('close', done);
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
