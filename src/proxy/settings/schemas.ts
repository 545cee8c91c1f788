/** What texts in the settings of the proxy have to be. No message quotes a value. */
import * as z from 'zod';
import { isLoopback } from '../../internal/http.js';

const string = z.string('is not text');

/** A token that a header can carry. */
export const token = string.regex(
  /^[\x21-\x7e]{16,}$/,
  'is not at least 16 visible ASCII characters',
);

/** The name of a header. */
export const headerName = string.regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not the name of a header');

/** A path as a prefix; empty for the root. */
export const mount = string
  .regex(/^(?:\/[\w~-][\w.~-]*)*\/?$/, 'is not a path such as /financing')
  .transform((path) => path.replace(/\/$/, ''));

/** A host as URLs have it. A URL takes a wildcard for a name, which would match no host. */
export const host = string.refine(
  (value) =>
    URL.canParse(`https://${value}`) &&
    new URL(`https://${value}`).host === value &&
    !value.includes('*'),
  'holds something else than hosts such as apply.example',
);

/** An exact origin: no wildcard, no path, and TLS except on this machine. */
export const origin = string
  .refine(isExactOrigin, 'holds something else than origins such as https://shop.example')
  .transform((value) => new URL(value).origin);

/** A URL with TLS, or on this machine, and without user information. */
export const secureUrl = string
  .refine(hasTlsOrIsLocal, {
    error: 'is not an https URL; http is for this machine only',
    abort: true,
  })
  .refine((value) => {
    const { username, password } = new URL(value);
    return !username && !password;
  }, 'holds user information')
  .transform((value) => new URL(value).href);

/** The URL of a folder, to which the name of a page is added. */
export const folderUrl = secureUrl
  .refine((value) => !/[?#]/.test(value), 'holds a query or a fragment')
  .transform((value) => value.replace(/\/?$/, '/'));

function isExactOrigin(value: string): boolean {
  return (
    hasTlsOrIsLocal(value) &&
    new URL(value).origin === value.replace(/\/$/, '') &&
    !value.includes('*')
  );
}

function hasTlsOrIsLocal(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
