import { isTimeout, withDeadline } from '../../service/deadline.js';
import { ProblemError } from '../problem.js';

const kibibyte = 1024;

/** Milliseconds that a body may take to arrive: before the server itself cuts the connection, so that it is told why. */
const bodyTimeout = 7_500;

/** Largest request body, in bytes. */
export const bodyLimits = { estimation: 128 * kibibyte, other: 64 * kibibyte } as const;

/**
 * Reads a JSON body of at most `limit` bytes, counted as they arrive, and reads no further than that.
 * Throws 415 `unsupported-media-type`, 413 `body-too-large`, 400 `body-timeout` or `invalid-json`.
 */
export async function readJsonBody(request: Request, limit: number): Promise<unknown> {
  if (!isJson(request.headers.get('content-type') ?? '')) {
    throw new ProblemError('unsupported-media-type', 'Send application/json in UTF-8.');
  }
  const bytes = await readBody(request, limit);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw new ProblemError('invalid-json', 'The body is not valid JSON.');
  }
}

/**
 * Reads a body of at most `limit` bytes, counted as they arrive, and reads no further than that.
 * Throws 413 `body-too-large`, 400 `body-timeout` or `invalid-json`.
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  return withDeadline(bodyTimeout, undefined, (signal) => readBytes(request, limit, signal)).catch(
    (error: unknown) => {
      if (!isTimeout(error)) throw error;
      throw tooSlow();
    },
  );
}

function isJson(contentType: string): boolean {
  return /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?;?\s*$/i.test(contentType.trim());
}

async function readBytes(
  request: Request,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > limit) throw tooLarge(limit);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined));
  while (reader) {
    const { done, value } = await reader.read().catch(() => {
      throw new ProblemError('invalid-json', 'The body ended early.');
    });
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      // Not awaited: a sender that keeps sending must not keep its answer waiting.
      reader.cancel().catch(() => undefined);
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
  return concatenate(chunks, size);
}

function concatenate(
  chunks: readonly Uint8Array<ArrayBuffer>[],
  size: number,
): Uint8Array<ArrayBuffer> {
  if (chunks.length === 1 && chunks[0]) return chunks[0];
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** What is still to come would be taken for the next request: this answer ends its connection. */
function tooSlow(): ProblemError {
  const headers = { connection: 'close' };
  return new ProblemError('body-timeout', 'The body came too slowly.', { headers });
}

function tooLarge(limit: number): ProblemError {
  return new ProblemError('body-too-large', `The body is larger than ${limit / kibibyte} KiB.`);
}
