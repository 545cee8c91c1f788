import { ProblemError } from '../http/index.js';

/** Admits JSON in UTF-8 that is not compressed. Throws 415 `unsupported-media-type` (RFC 9110 section 15.5.16). */
export function checkMediaType({ headers }: Request): void {
  if (!isJson(headers.get('content-type') ?? '')) {
    throw new ProblemError('unsupported-media-type', 'Send application/json in UTF-8.');
  }
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new ProblemError('unsupported-media-type', 'Send a body without Content-Encoding.');
  }
}

function isJson(contentType: string): boolean {
  return /^application\/json(?:\s*;\s*charset="?utf-8"?)?(?:\s*;)?$/i.test(contentType.trim());
}
