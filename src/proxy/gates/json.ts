import { ProblemError, invalidRequest } from '../http/index.js';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Most values of a body, most fields of an object, and most levels of nesting. 500 items have 1,501 values, and no body of the
 * contract has an object of more than 30 fields, or is nested more than four deep. Beyond this, `JSON.parse` and the checks
 * of the fields would take longer than many valid requests.
 */
const mostValues = 2_000;
const mostFields = 100;
const mostLevels = 16;

/** Decodes UTF-8. Throws 400 `invalid-json` for other bytes. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidJson();
  }
}

/**
 * Returns the value of a JSON text. Throws 400 `invalid-json`, or 400 `invalid-request` for more values, fields or levels
 * than any body of the contract has.
 */
export function parseJson(text: string): unknown {
  if (isOversized(text)) {
    const message =
      'More than 2,000 values, an object of more than 100 fields, or nested more than 16 deep';
    throw invalidRequest([{ path: '', message }]);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalidJson();
  }
}

/** Counts brackets, commas and colons outside of quoted texts, and stops at the limits. */
function isOversized(text: string): boolean {
  let values = 0;
  let levels = 0;
  /** Fields so far of the object that is open at each level. */
  const fields: number[] = [];
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted) {
      if (character === '\\') index += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') {
      isQuoted = true;
    } else if (character === ',') {
      values += 1;
    } else if (character === '[' || character === '{') {
      values += 1;
      levels += 1;
      fields[levels] = 0;
      if (levels > mostLevels) return true;
    } else if (character === ']' || character === '}') {
      levels -= 1;
    } else if (character === ':') {
      fields[levels] = (fields[levels] ?? 0) + 1;
      if (fields[levels]! > mostFields) return true;
    }
    if (values > mostValues) return true;
  }
  return false;
}

function invalidJson(): ProblemError {
  return new ProblemError('invalid-json', 'The body is not valid JSON.');
}
