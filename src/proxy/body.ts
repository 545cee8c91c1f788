/** Bodies: read within a limit of bytes and of time, and parsed as JSON that is no larger than a body of the contract. */
import { isTimeout, withDeadline, withTimeLimit } from '../internal/deadline.js';
import { ProblemError, invalidRequest, type ProblemExtras } from './problems.js';

const kibibyte = 1024;

/** Milliseconds that a body may take to arrive. Less than a server allows, so that the sender learns the reason. */
const bodyTimeout = 7_500;

/** Largest request body, in bytes. */
export const bodyLimits = { estimation: 128 * kibibyte, other: 64 * kibibyte } as const;

/**
 * Most values of a body, and most levels of brackets. 500 items have 1,501 values, and no body of the contract has an object
 * of more than 30 fields. Beyond this, `JSON.parse` and the checks of the fields would take longer than many valid requests.
 */
const mostValues = 2_000;
const mostFields = 100;

/**
 * Admits JSON in UTF-8, which many clients write `utf8`, and that is not compressed. Throws 415 `unsupported-media-type`
 * (RFC 9110 section 15.5.16).
 */
export function checkMediaType({ headers }: Request): void {
  const type = headers.get('content-type') ?? '';
  if (!/^application\/json(?:\s*;\s*charset="?utf-?8"?)?(?:\s*;)?$/i.test(type)) {
    throw new ProblemError('unsupported-media-type');
  }
  if (!/^identity$/i.test(headers.get('content-encoding') ?? 'identity')) {
    const detail = 'Send a body without Content-Encoding.';
    throw new ProblemError('unsupported-media-type', { detail });
  }
}

/**
 * Reads a body of at most `limit` bytes. One that the Node adapter bounds by its announced length is read whole, which is
 * faster than a stream; of any other, the bytes are counted as they arrive.
 * Throws 413 `body-too-large`, 400 `body-timeout`, or 400 `invalid-json` for a body that ends early or was read before.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > limit) throw tooLarge(limit);
  try {
    // A `bytes` of its own is that of the Node adapter, which stops at the announced length. Any other would read a body
    // that is longer than announced, such as one that a framework has inflated, to its end.
    if (Object.hasOwn(request, 'bytes')) {
      return await withTimeLimit(bodyTimeout, readWhole(request, limit));
    }
    return await withDeadline(bodyTimeout, undefined, (signal) =>
      readStream(request, limit, signal),
    );
  } catch (error) {
    throw isTimeout(error) ? new ProblemError('body-timeout', lastAnswer) : error;
  }
}

async function readWhole(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await request.bytes().catch(() => {
    throw endedEarly();
  });
  // A handler in between may have replaced the header.
  if (bytes.byteLength > limit) throw tooLarge(limit);
  return bytes;
}

async function readStream(
  { body }: Request,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  // Not a list of the chunks: a hostile sender makes 100,000 of one body. Nor `limit` bytes before the first has come.
  let bytes = new Uint8Array();
  let size = 0;
  if (body?.locked) throw endedEarly();
  const reader = body?.getReader();
  // Not awaited: a sender that keeps sending must not delay its answer.
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined));
  while (reader) {
    const { done, value } = await reader.read().catch(() => {
      throw endedEarly();
    });
    if (done) break;
    const needed = size + value.byteLength;
    // Not canceled: Node 24 hands what else it has received to the canceled stream, and the error of that ends the process.
    if (needed > limit) throw tooLarge(limit, lastAnswer);
    if (needed > bytes.length) {
      const received = bytes;
      bytes = new Uint8Array(Math.min(2 * needed, limit));
      bytes.set(received);
    }
    bytes.set(value, size);
    size = needed;
  }
  return bytes.slice(0, size);
}

/**
 * For an answer to a body that is read in part: a server would take the rest for the next request, or leave it unread, so that
 * the next request, which may be another shopper's behind a load balancer, would wait.
 */
const lastAnswer: ProblemExtras = { headers: { connection: 'close' } };

function tooLarge(limit: number, extras?: ProblemExtras): ProblemError {
  const detail = `The body is larger than ${limit / kibibyte} KiB.`;
  return new ProblemError('body-too-large', { ...extras, detail });
}

function endedEarly(): ProblemError {
  const detail = 'The body ended early, or was read before the proxy got it.';
  return new ProblemError('invalid-json', { detail });
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads a body as UTF-8, without a byte order mark. Throws as `readBytes`, and 400 `invalid-json` for other bytes. */
export async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ProblemError('invalid-json');
  }
}

/**
 * Returns the value of a JSON text. Throws 400 `invalid-json`, or 400 `invalid-request` for more values or fields than any
 * body of the contract has.
 */
export function parseJson(text: string): unknown {
  if (isOversized(text)) {
    const message = 'More than 2,000 values, or objects of more than 100 fields';
    throw invalidRequest([{ path: '', message }]);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ProblemError('invalid-json');
  }
}

/** Reads a body of JSON. Throws 415 as `checkMediaType`, then as `readText` and `parseJson`. */
export async function readJson(request: Request): Promise<unknown> {
  checkMediaType(request);
  return parseJson(await readText(request, bodyLimits.other));
}

/**
 * Counts commas, brackets and colons outside of quoted texts, up to the first value too many: a text that is refused must not
 * take long. Every level of nesting has a bracket, so that the count also bounds the recursion of what reads the value.
 */
function isOversized(text: string): boolean {
  let [values, objects, fields] = [0, 0, 0];
  let isQuoted = false;
  for (let index = 0; index < text.length && values <= mostValues; index += 1) {
    const character = text[index];
    if (isQuoted) {
      if (character === '\\') index += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === ':') fields += 1;
    else if (character === ',' || character === '[') values += 1;
    else if (character === '{') {
      objects += 1;
      values += 1;
    }
  }
  return values > mostValues || fields > mostFields + 3 * objects;
}
