/** The rules for strings, which depend on the name of the field, and the walk that applies them to a request. */
import * as z from 'zod';
import { ProblemError, invalidRequest, toPath, type ProblemCode } from '../problems.js';
import { canonicalEmailAddress, canonicalPhoneNumber } from './contact-details.js';

interface StringRule {
  /** Returns the text that the service gets, or undefined to refuse it. */
  read(text: string): string | undefined;
  readonly message: string;
  /** The code of the problem. `invalid-request` if it's missing. */
  readonly code?: ProblemCode;
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
  read: canonicalEmailAddress,
  code: 'invalid-email',
  message: 'Not an email address',
  keywords: { format: 'email', maxLength: 254 },
};
const dateOfBirth: StringRule = {
  read: (text) =>
    z.iso.date().safeParse(text).success &&
    text >= '1900-01-01' &&
    text < new Date().toISOString().slice(0, 10)
      ? text
      : undefined,
  message: 'Not a date of birth',
};

// Not specified: field lengths. We accept up to 256 characters of text, 2,048 of a URL, and no control characters.
function printableUpTo(maxLength: number): StringRule {
  return {
    read: (text) => (text.length <= maxLength && isPrintable(text) ? text : undefined),
    message: `Longer than ${maxLength} characters, or not printable`,
    keywords: { maxLength },
  };
}
const plainString = printableUpTo(256);

/** Rules by the name of the field: the contract uses each of these names for only one thing. Other strings are plain. */
const rules: Readonly<Record<string, StringRule>> = {
  phone: phoneNumber,
  phoneNumber,
  customerPhoneNumber: phoneNumber,
  email: emailAddress,
  representativeEmail: emailAddress,
  dateOfBirth,
  redirectUrl: printableUpTo(2048),
};

/** Returns the JSON Schema keywords that a string field has in addition to its schema. */
export function stringKeywords(field: string): StringKeywords {
  return (rules[field] ?? plainString).keywords ?? {};
}

/** Receives the path of a string that can't be used, and the problem. The string is left out unless this throws. */
type OnUnusable = (path: string, problem: ProblemError) => void;

/**
 * Checks all strings of input that has passed its schema. Returns the input with the strings that the service gets. By
 * default, throws a `ProblemError` that names the path.
 */
export function readStrings<T>(
  value: T,
  onUnusable: OnUnusable = (_path, problem) => {
    throw problem;
  },
): T {
  return readMember(value, [], onUnusable) as T;
}

/** `path` is one array that's pushed and popped, because an estimation can have 500 items. */
function readMember(value: unknown, path: PropertyKey[], onUnusable: OnUnusable): unknown {
  if (typeof value === 'string') return readString(value, path, onUnusable);
  if (typeof value !== 'object' || value === null) return value;
  const readAt = (member: unknown, key: PropertyKey) => {
    path.push(key);
    const read = readMember(member, path, onUnusable);
    path.pop();
    return read;
  };
  if (Array.isArray(value)) return value.map(readAt);
  const changed: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const read = readAt(member, key);
    if (read !== member) changed.push([key, read]);
  }
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}

function readString(
  text: string,
  path: readonly PropertyKey[],
  onUnusable: OnUnusable,
): string | undefined {
  const { read, code, message } = rules[String(path.at(-1))] ?? plainString;
  const taken = read(text);
  if (taken !== undefined) return taken;
  const errors = [{ path: toPath(path), message }];
  onUnusable(
    toPath(path),
    code === undefined
      ? invalidRequest(errors)
      : new ProblemError(code, { detail: `${message}.`, errors }),
  );
  return undefined;
}

/** True for well-formed Unicode without control characters. */
function isPrintable(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}
