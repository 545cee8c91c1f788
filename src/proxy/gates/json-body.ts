import { isTimeout, withDeadline } from '../../internal/deadline.js';
import { ProblemError } from '../problem.js';

const kibibyte = 1024;

/** Milliseconds that a body may take to arrive: before the server itself cuts the connection, so that it is told why. */
const bodyTimeout = 7_500;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Largest request body, in bytes. */
export const bodyLimits = { estimation: 128 * kibibyte, other: 64 * kibibyte } as const;

/** Options of `readJsonText`. */
export interface ReadingOptions {
  /** Most bytes. */
  readonly limit: number;
  /**
   * True where functions of the integrator get the request afterwards. srvx refuses them its body once Node has told the
   * end of it; before, they would find it empty.
   */
  readonly isShared: boolean;
}

/**
 * Reads the text of a JSON body of at most `limit` bytes, counted as they arrive, and reads no further than that.
 * Throws 415 `unsupported-media-type`, 413 `body-too-large`, 400 `body-timeout`, or `invalid-json`
 * for what is no UTF-8.
 */
export async function readJsonText(
  request: Request,
  { limit, isShared }: ReadingOptions,
): Promise<string> {
  if (!isJson(request.headers.get('content-type') ?? '')) {
    throw new ProblemError('unsupported-media-type', 'Send application/json in UTF-8.');
  }
  const message = (request as NodeRequest).runtime?.node?.req;
  // RFC 9110 section 15.5.16. What a body parser has read before, it has inflated.
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity' && message?.rawBody === undefined) {
    throw new ProblemError('unsupported-media-type', 'Send a body without Content-Encoding.');
  }
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > limit) throw tooLarge(limit);
  const isReadable = message && announced > 0 && isUnread(message);
  if (!isReadable) return decodeText(await readBody(request, limit));
  // RFC 9112 section 6.3: it overrules the length. `insecureHTTPParser` lets both pass.
  const isChunked = request.headers.has('transfer-encoding');
  const arrived = isShared || isChunked ? null : takeArrived(message, announced);
  return decodeText(arrived ?? (await readMessage(message, limit)));
}

/** What srvx makes of a message that Node has parsed. */
type NodeRequest = Request & {
  readonly runtime?: { readonly node?: { readonly req: NodeMessage } };
};

interface NodeMessage {
  /** There where a body parser has read it before. */
  readonly rawBody?: unknown;
  /** Null until somebody begins to read. */
  readonly readableFlowing: boolean | null;
  readonly destroyed: boolean;
  /** Bytes that wait to be read. */
  readonly readableLength: number;
  /** True once its end has been told. */
  readonly readableEnded: boolean;
  /** False for what was cut short. Missing where it was not Node that parsed it, as in Fastify's `inject`. */
  readonly complete?: boolean;
  on(event: 'data', listener: (chunk: Uint8Array<ArrayBuffer>) => void): unknown;
  on(event: 'end' | 'close' | 'error', listener: () => void): unknown;
  /** Returns all that waits. */
  read(): Uint8Array<ArrayBuffer> | null;
  resume(): unknown;
}

const isUnread = ({ rawBody, readableFlowing, destroyed }: NodeMessage) =>
  rawBody === undefined && readableFlowing === null && !destroyed;

/**
 * All of a message that has come with its head, as those of pages do; null where some is still to come. A timer and
 * listeners to wait with take longer than all the gates.
 */
function takeArrived(message: NodeMessage, announced: number): Uint8Array<ArrayBuffer> | null {
  if (message.readableLength !== announced) return null;
  const bytes = message.read();
  // Lets it end, as listeners do.
  message.resume();
  return bytes;
}

/**
 * Reads a message of Node. In one piece, since a stream of the web costs Node more than all the rest of a request that
 * is answered from memory. Counted all the same: with `insecureHTTPParser` more may come than was announced.
 */
function readMessage(message: NodeMessage, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    const timer = setTimeout(() => reject(tooSlow()), bodyTimeout);
    const refuse = (error: ProblemError) => {
      clearTimeout(timer);
      reject(error);
    };
    message.on('data', (chunk) => {
      size += chunk.byteLength;
      if (size <= limit) chunks.push(chunk);
      else refuse(tooLarge(limit));
    });
    message.on('end', () => {
      if (message.complete === false) return refuse(endedEarly());
      clearTimeout(timer);
      resolve(concatenate(chunks));
    });
    // Either comes after the end too, and an error costs its stack: more than all the gates together.
    const breakOff = () => {
      if (!message.readableEnded) refuse(endedEarly());
    };
    message.on('close', breakOff);
    message.on('error', breakOff);
  });
}

/** Throws 400 `invalid-json` for what is no UTF-8. */
function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidJson();
  }
}

/** The value of a JSON text. Throws 400 `invalid-json`. */
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
      throw endedEarly();
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

/** What is still to come would be taken for the next request: this answer ends its connection. */
function tooSlow(): ProblemError {
  const headers = { connection: 'close' };
  return new ProblemError('body-timeout', 'The body came too slowly.', { headers });
}

function endedEarly(): ProblemError {
  return new ProblemError(
    'invalid-json',
    'The body ended early, or was read before the proxy got it.',
  );
}

function tooLarge(limit: number): ProblemError {
  return new ProblemError('body-too-large', `The body is larger than ${limit / kibibyte} KiB.`);
}
