import { isEmailAddress, isUsPhoneNumber } from '../contract/index.js';
import { invalidRequest, toPath } from './field-errors.js';
import { ProblemError, type ProblemCode } from './problem.js';

interface TextRule {
  accepts(text: string): boolean;
  readonly code: ProblemCode;
  readonly message: string;
}

const phoneNumber: TextRule = {
  accepts: isUsPhoneNumber,
  code: 'invalid-phone-number',
  message: 'Not a US phone number',
};
const emailAddress: TextRule = {
  accepts: isEmailAddress,
  code: 'invalid-email',
  message: 'Not an email address',
};
const dateOfBirth: TextRule = {
  accepts: (text) => text >= '1900-01-01' && text < new Date().toISOString().slice(0, 10),
  code: 'invalid-request',
  message: 'Not a date of birth',
};
// Not shown: field lengths. We take 256 characters for a text, 2,048 for a URL, and no control characters.
const plainText: TextRule = {
  accepts: (text) => text.length <= 256 && isPrintable(text),
  code: 'invalid-request',
  message: 'Longer than 256 characters, or not printable',
};
const url: TextRule = {
  accepts: (text) => text.length <= 2048 && isPrintable(text),
  code: 'invalid-request',
  message: 'Longer than 2048 characters, or not printable',
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

/** Checks every text of input that has passed its schema. Throws a `ProblemError` that names the path. */
export function checkTexts(value: unknown, path: readonly PropertyKey[] = []): void {
  if (typeof value === 'string') {
    checkText(value, path);
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => checkTexts(item, [...path, index]));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) checkTexts(member, [...path, key]);
  }
}

function checkText(text: string, path: readonly PropertyKey[]): void {
  const { accepts, code, message } = rules[String(path.at(-1))] ?? plainText;
  if (accepts(text)) return;
  const errors = [{ path: toPath(path), message }];
  if (code === 'invalid-request') throw invalidRequest(errors);
  throw new ProblemError(code, `${message}.`, { errors });
}

/** True for well-formed Unicode without control characters. */
function isPrintable(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}
