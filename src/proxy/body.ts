/** Reads request bodies with size and time limits, and parses them as JSON. */
import { isTimeout, withDeadline, withTimeLimit } from '../internal/deadline.js';
import { visitStructure } from '../internal/json.js';
import { ProblemError, invalidRequest, type ProblemExtras } from './problems.js';

const kibibyte = 1024;

/** The maximum time for a body to arrive, in ms. Shorter than the server's own limit, so that the sender gets the reason. */
const bodyTimeoutMs = 7_500;

/** The maximum size of a request body, in bytes. */
export const bodyLimits = { estimation: 128 * kibibyte, other: 64 * kibibyte } as const;

/**
 * The maximum number of values in a body, and of fields: 100, plus 3 per object. 500 items have 1,501 values, and no body of the
 * contract has more than 30 fields in addition to 3 per object. With more, `JSON.parse` and the checks of the fields would take
 * longer than many valid requests.
 */
const maxValues = 2_000;
const maxFieldsOf = (objects: number) => 100 + 3 * objects;

/**
 * Checks that a body is uncompressed JSON in UTF-8. Many clients spell the charset `utf8`. Throws 415 `unsupported-media-type`
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
 * Reads a body of at most `limit` bytes. If the Node adapter enforces the announced length, the body is read in one go, which is
 * faster than a stream. Otherwise, the bytes are counted as they arrive.
 * Throws 413 `body-too-large`, 400 `body-timeout`, or 400 `invalid-json` for a body that ends early or was already read.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > limit) throw tooLarge(limit);
  try {
    // The Node adapter sets a `bytes` method that stops at the announced length. The standard `bytes` would read a longer body to
    // its end, such as a body that a framework has decompressed.
    if (Object.hasOwn(request, 'bytes')) {
      return await withTimeLimit(bodyTimeoutMs, readWhole(request, limit));
    }
    return await withDeadline(bodyTimeoutMs, undefined, (signal) =>
      readStream(request, limit, signal),
    );
  } catch (error) {
    throw isTimeout(error) ? new ProblemError('body-timeout', finalResponse) : error;
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
  // Don't collect a list of chunks, because a hostile sender can split one body into 100,000. The buffer grows with the body, so
  // that a sender can't reserve memory without sending data.
  let bytes = new Uint8Array();
  let size = 0;
  if (body?.locked) throw endedEarly();
  const reader = body?.getReader();
  // Don't await the cancel: a sender that keeps sending must not delay the response.
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined));
  while (reader) {
    const { done, value } = await reader.read().catch(() => {
      throw endedEarly();
    });
    if (done) break;
    const needed = size + value.byteLength;
    // Don't cancel the stream: Node 24 still passes received bytes to a canceled stream, and that error crashes the process.
    if (needed > limit) throw tooLarge(limit, finalResponse);
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
 * Closes the connection after a body that was only partly read. Otherwise, the server would parse the rest of the body as the
 * next request, or leave it unread so that the next request waits. Behind a load balancer, that request may come from another
 * shopper.
 */
const finalResponse: ProblemExtras = { headers: { connection: 'close' } };

function tooLarge(limit: number, extras?: ProblemExtras): ProblemError {
  const detail = `The body is larger than ${limit / kibibyte} KiB.`;
  return new ProblemError('body-too-large', { ...extras, detail });
}

function endedEarly(): ProblemError {
  const detail = 'The body ended early, or was read before the proxy got it.';
  return new ProblemError('invalid-json', { detail });
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body as UTF-8, without a byte order mark. Throws the errors of `readBytes`, and 400 `invalid-json` for bytes that
 * aren't UTF-8.
 */
export async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ProblemError('invalid-json');
  }
}

/**
 * Parses a JSON text. Throws 400 `invalid-json`, or 400 `invalid-request` for more values or fields than any body of the contract
 * has.
 */
export function parseJson(text: string): unknown {
  if (isOversized(text)) {
    const message = `More than ${maxValues} values, or too many fields`;
    throw invalidRequest([{ path: '', message }]);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ProblemError('invalid-json');
  }
}

/** Reads a JSON body. Throws the errors of `checkMediaType`, `readText`, and `parseJson`, in this order. */
export async function readJson(request: Request): Promise<unknown> {
  checkMediaType(request);
  return parseJson(await readText(request, bodyLimits.other));
}

/**
 * True if a JSON text has too many values or fields. Every level of nesting has a bracket, so this also bounds the recursion of
 * the code that reads the value.
 */
function isOversized(text: string): boolean {
  let [values, objects, fields] = [0, 0, 0];
  visitStructure(text, (character) => {
    if (character === ':') fields += 1;
    else if (character === ',' || character === '[') values += 1;
    else if (character === '{') {
      objects += 1;
      values += 1;
    }
    return values <= maxValues;
  });
  return values > maxValues || fields > maxFieldsOf(objects);
}
