import { securityHeaders } from '../../internal/http.js';

/** Keeps a plain id of the caller, so that the logs of both sides can be joined. */
export function chooseRequestId(given: string | null): string {
  return given !== null && /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID();
}

/** Adds the headers of every answer, unless the answer has its own. */
export function finishResponse(response: Response, requestId: string): Response {
  for (const [header, value] of Object.entries(securityHeaders)) {
    if (!response.headers.has(header)) response.headers.set(header, value);
  }
  response.headers.set('x-request-id', requestId);
  return response;
}
