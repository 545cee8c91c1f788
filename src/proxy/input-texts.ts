import { isEmailAddress } from '../contract/index.js';
import { invalidRequest, toPath } from './field-errors.js';
import { canonicalPhoneNumber } from './phone-number.js';
import { ProblemError, type ProblemCode } from './problem.js';

interface TextRule {
  /** The text as it goes upstream; undefined for one that is refused. */
  read(text: string): string | undefined;
  readonly code: ProblemCode;
  readonly message: string;
  /** The part of the rule that JSON Schema can say. */
  readonly keywords?: TextKeywords;
}

/** Keywords of JSON Schema for a text. */
export interface TextKeywords {
  readonly maxLength?: number;
  readonly format?: 'email';
}

const phoneNumber: TextRule = {
  read: canonicalPhoneNumber,
  code: 'invalid-phone-number',
  message: 'Not a US phone number that can be texted',
};
const emailAddress: TextRule = {
  read: (text) => (isEmailAddress(text) ? text : undefined),
  code: 'invalid-email',
  message: 'Not an email address',
  keywords: { format: 'email', maxLength: 254 },
};
const dateOfBirth: TextRule = {
  read: (text) =>
    text >= '1900-01-01' && text < new Date().toISOString().slice(0, 10) ? text : undefined,
  code: 'invalid-request',
  message: 'Not a date of birth',
};
// Not shown: field lengths. We take 256 characters for a text, 2,048 for a URL, and no control characters.
const plainText: TextRule = {
  read: (text) => (text.length <= 256 && isPrintable(text) ? text : undefined),
  code: 'invalid-request',
  message: 'Longer than 256 characters, or not printable',
  keywords: { maxLength: 256 },
};
const url: TextRule = {
  read: (text) => (text.length <= 2048 && isPrintable(text) ? text : undefined),
  code: 'invalid-request',
  message: 'Longer than 2048 characters, or not printable',
  keywords: { maxLength: 2048 },
};

/** The rule of each field by its name, which the contract uses for one thing only; every other text is plain. */
const rules: Readonly<Record<string, TextRule>> = {
  phone: phoneNumber,
  phoneNumber,
  customerPhoneNumber: phoneNumber,
  email: emailAddress,
  representativeEmail: emailAddress,
  dateOfBirth,
  redirectUrl: url,
};

/** What JSON Schema can say of a field's text, beyond its schema. */
export function textKeywords(field: string): TextKeywords {
  return (rules[field] ?? plainText).keywords ?? {};
}

/**
 * Checks every text of input that has passed its schema, and returns the input with each as it goes upstream.
 * Throws a `ProblemError` that names the path.
 */
export function readTexts<T>(value: T): T {
  return readMember(value, []) as T;
}

/** `path` is one array for the whole of an input, at each member with the way to it: an estimation has 500 of them. */
function readMember(value: unknown, path: PropertyKey[]): unknown {
  if (typeof value === 'string') return readText(value, path);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => readAt(item, index, path));
  const texts: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const read = readAt(member, key, path);
    if (read !== member) texts.push([key, read]);
  }
  return texts.length === 0 ? value : { ...value, ...Object.fromEntries(texts) };
}

function readAt(member: unknown, key: PropertyKey, path: PropertyKey[]): unknown {
  path.push(key);
  const read = readMember(member, path);
  path.pop();
  return read;
}

function readText(text: string, path: readonly PropertyKey[]): string {
  const { read, code, message } = rules[String(path.at(-1))] ?? plainText;
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
