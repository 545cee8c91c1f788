import { ProblemError, type FieldError } from './problem.js';

/** The 400 for input that does not have the contract's shape. */
export function invalidRequest(errors: readonly FieldError[]): ProblemError {
  return new ProblemError('invalid-request', 'The request is not valid.', { errors });
}

/** A path as in `[0].totalAmount`. Names that are no identifiers are quoted, long ones cut. */
export function toPath(path: readonly PropertyKey[]): string {
  return path
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`;
      const text = String(key).slice(0, 64);
      return /^[\w$-]+$/.test(text) ? `.${text}` : `[${JSON.stringify(text)}]`;
    })
    .join('')
    .replace(/^\./, '');
}
