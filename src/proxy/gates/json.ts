import { ProblemError } from '../http/index.js';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8. Throws 400 `invalid-json` for other bytes. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidJson();
  }
}

/** Returns the value of a JSON text. Throws 400 `invalid-json`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalidJson();
  }
}

function invalidJson(): ProblemError {
  return new ProblemError('invalid-json', 'The body is not valid JSON.');
}
