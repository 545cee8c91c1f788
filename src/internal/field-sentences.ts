/** Describes validation issues in plain words. The validator's own messages use its type names, such as tuple. */
import type * as z from 'zod';

/** The expected values, keyed by zod's type. The `tuple` is the body of a pre-qualification link, a list with one link. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list with one entry',
  object: 'an object',
  record: 'an object',
};

const units: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  tuple: ['entry', 'entries'],
};

/** Returns a sentence without a period. It states the limit of the field, and never the value. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    if (/received undefined$/.test(issue.message)) return 'Missing';
    return `Must be ${kinds[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_union') return describeUnion(issue);
  if (issue.code === 'invalid_value' && issue.values.length > 0) {
    return `Must be one of ${issue.values.map(String).join(', ')}`;
  }
  if (issue.code === 'too_small') return describeMinimum(issue);
  if (issue.code === 'too_big') return describeMaximum(issue);
  return issue.message;
}

function describeUnion(issue: z.core.$ZodIssueInvalidUnion): string {
  // A discriminated union lists the values of its discriminator and tries none of its members.
  if ('options' in issue && issue.options) return `Must be one of ${issue.options.join(', ')}`;
  const issues = issue.errors.flat();
  const types = issues.flatMap((member) => {
    return member.code === 'invalid_type' ? [kinds[member.expected] ?? member.expected] : [];
  });
  // If the value has one of the types, it breaks a limit of that type.
  const [other] = issues.filter(({ code }) => code !== 'invalid_type');
  return other ? describeIssue(other) : `Must be ${[...new Set(types)].join(' or ')}`;
}

function describeMinimum({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  const unit = units[origin]?.[minimum === 1 ? 0 : 1];
  if (unit === undefined) {
    return `Must be ${inclusive === false ? 'more than' : 'at least'} ${minimum}`;
  }
  return minimum === 1 ? 'Empty' : `Must have at least ${minimum} ${unit}`;
}

function describeMaximum({ origin, maximum }: z.core.$ZodIssueTooBig): string {
  const unit = units[origin]?.[maximum === 1 ? 0 : 1];
  return unit === undefined ? `Must be at most ${maximum}` : `Must have at most ${maximum} ${unit}`;
}

/** Returns the text with a lowercase first letter, for a sentence that continues another one. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
