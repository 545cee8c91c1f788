import { isEmailAddress } from '../../contract/index.js';
import { ProblemError, invalidRequest, toPath, type ProblemCode } from '../http/index.js';
import { canonicalPhoneNumber } from './phone-number.js';

interface StringRule {
  /** Returns the text as it goes to the service, or undefined to refuse it. */
  read(text: string): string | undefined;
  readonly code: ProblemCode;
  readonly message: string;
  /** The part of the rule that JSON Schema can express. */
  readonly keywords?: StringKeywords;
}

/** JSON Schema keywords of a string. */
export interface StringKeywords {
  readonly maxLength?: number;
  readonly format?: 'email';
}

const phoneNumber: StringRule = {
  read: canonicalPhoneNumber,
  code: 'invalid-phone-number',
  message: 'Not a US phone number that can be texted',
};
const emailAddress: StringRule = {
  read: (text) => (isEmailAddress(text) ? text : undefined),
  code: 'invalid-email',
  message: 'Not an email address',
  keywords: { format: 'email', maxLength: 254 },
};
const dateOfBirth: StringRule = {
  read: (text) =>
    text >= '1900-01-01' && text < new Date().toISOString().slice(0, 10) ? text : undefined,
  code: 'invalid-request',
  message: 'Not a date of birth',
};
// Not shown: field lengths. We take 256 characters for a text, 2,048 for a URL, and no control characters.
const plainString: StringRule = {
  read: (text) => (text.length <= 256 && isPrintable(text) ? text : undefined),
  code: 'invalid-request',
  message: 'Longer than 256 characters, or not printable',
  keywords: { maxLength: 256 },
};
const url: StringRule = {
  read: (text) => (text.length <= 2048 && isPrintable(text) ? text : undefined),
  code: 'invalid-request',
  message: 'Longer than 2048 characters, or not printable',
  keywords: { maxLength: 2048 },
};

/** The rules of fields by name, since the contract uses each of these names for one thing only. All other strings are plain. */
const rules: Readonly<Record<string, StringRule>> = {
  phone: phoneNumber,
  phoneNumber,
  customerPhoneNumber: phoneNumber,
  email: emailAddress,
  representativeEmail: emailAddress,
  dateOfBirth,
  redirectUrl: url,
};

/** Returns the JSON Schema keywords of a string field, beyond those of its schema. */
export function stringKeywords(field: string): StringKeywords {
  return (rules[field] ?? plainString).keywords ?? {};
}

/**
 * Checks all strings of input that has passed its schema, and returns the input with the strings as they go to the service.
 * Throws a `ProblemError` that names the path.
 */
export function readStrings<T>(value: T): T {
  return readMember(value, []) as T;
}

/** `path` is one array that is pushed and popped, since an estimation can have 500 members. */
function readMember(value: unknown, path: PropertyKey[]): unknown {
  if (typeof value === 'string') return readString(value, path);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => readAt(item, index, path));
  const changed: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const read = readAt(member, key, path);
    if (read !== member) changed.push([key, read]);
  }
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}

function readAt(member: unknown, key: PropertyKey, path: PropertyKey[]): unknown {
  path.push(key);
  const read = readMember(member, path);
  path.pop();
  return read;
}

function readString(text: string, path: readonly PropertyKey[]): string {
  const { read, code, message } = rules[String(path.at(-1))] ?? plainString;
  const taken = read(text);
  if (taken !== undefined) return taken;
  const errors = [{ path: toPath(path), message }];
  if (code === 'invalid-request') throw invalidRequest(errors);
  throw new ProblemError(code, `${message}.`, { errors });
}

/** True for well-formed Unicode without control characters. */
function isPrintable(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}

const linkOrInvisible = /:\/\/|[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Checks the names in the body of a request for a text, which may quote them: no link, and none of the characters without
 * a shape, which hide one. `path` is that of the body. Throws 400 `invalid-request`.
 */
export function checkTextedNames(value: object, path: readonly PropertyKey[]): void {
  for (const [key, member] of Object.entries(value) as [string, unknown][]) {
    const at = [...path, key];
    if (typeof member === 'object' && member !== null) checkTextedNames(member, at);
    if (typeof member !== 'string' || !/name$/i.test(key)) continue;
    if (!linkOrInvisible.test(member.normalize('NFKC'))) continue;
    throw invalidRequest([
      { path: toPath(at), message: 'A name in a text has no link and no invisible character' },
    ]);
  }
}
