import { isTimeout, withDeadline } from '../../internal/deadline.js';
import { requestHostOf } from '../../internal/request-host.js';
import { ProblemError } from '../http/index.js';

const kibibyte = 1024;

/** Milliseconds that a body may take to arrive. Less than a server allows, so that the sender learns the reason. */
const bodyTimeout = 7_500;

/** Largest request body, in bytes. */
export const bodyLimits = { estimation: 128 * kibibyte, other: 64 * kibibyte } as const;

/**
 * Reads a body of at most `limit` bytes, counted as they arrive, and stops reading beyond that.
 * Throws 413 `body-too-large`, 400 `body-timeout`, or 400 `invalid-json` for a body that ends early or was read before.
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > limit) throw tooLarge(limit);
  try {
    return await withDeadline(bodyTimeout, undefined, (signal) =>
      readStream(request.body, limit, signal),
    );
  } catch (error) {
    throw isTimeout(error) ? tooSlow() : error;
  }
}

/**
 * Like `readBody`, for a body that no hook reads after the proxy: when all of it arrived with the head, the host of the
 * request hands it over without the stream, a timer and listeners, which take longer than all other gates.
 */
export async function readWholeBody(
  request: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  const arrived = announced > limit ? undefined : requestHostOf(request)?.takeBody();
  return arrived ?? readBody(request, limit);
}

async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  if (body?.locked) throw endedEarly();
  const reader = body?.getReader();
  // Not awaited: a sender that keeps sending must not delay its answer.
  const cancel = () => void reader?.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel);
  while (reader) {
    const { done, value } = await reader.read().catch(() => {
      throw endedEarly();
    });
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      cancel();
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
  return concatenate(chunks);
}

function concatenate(chunks: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  if (chunks.length === 1 && chunks[0]) return chunks[0];
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

function tooLarge(limit: number): ProblemError {
  return new ProblemError('body-too-large', `The body is larger than ${limit / kibibyte} KiB.`);
}

/** Closes the connection: a server would take the rest of the body for the next request. */
function tooSlow(): ProblemError {
  const headers = { connection: 'close' };
  return new ProblemError('body-timeout', 'The body came too slowly.', { headers });
}

function endedEarly(): ProblemError {
  const detail = 'The body ended early, or was read before the proxy got it.';
  return new ProblemError('invalid-json', detail);
}
