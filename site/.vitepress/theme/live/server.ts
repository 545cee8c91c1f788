/** The page's end of `server.worker.ts`. */
import {
  readContent,
  type Question,
  type RequestMessage,
  type ResponseMessage,
} from './message.js';
import type { Situation } from './state.js';

/** A request that the worker has not responded to yet. */
interface Waiting {
  respond(message: ResponseMessage): void;
  fail(reason: unknown): void;
}

const waiting = new Map<number, Waiting>();
let requests = 0;

const worker = new Worker(new URL('./server.worker.ts', import.meta.url), { type: 'module' });
worker.addEventListener('message', ({ data }: MessageEvent<ResponseMessage>) => {
  waiting.get(data.id)?.respond(data);
});
// If the worker can't be loaded or crashes, all pending and later requests fail.
let failure: TypeError | undefined;
worker.addEventListener('error', () => {
  failure = new TypeError('The live examples could not be loaded.');
  for (const { fail } of waiting.values()) fail(failure);
});

/** Passes a request to the proxy, or to the sandbox behind it, without sending it. Rejects like `fetch`. */
export async function askServer(to: RequestMessage['to'], request: Request): Promise<Response> {
  const { url, method, signal } = request;
  const id = ++requests;
  const content = await readContent(request.clone());
  try {
    const { body, ...init } = await new Promise<ResponseMessage>((resolve, reject) => {
      if (failure) reject(failure);
      waiting.set(id, { respond: resolve, fail: reject });
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      send({ id, to, url, method, ...content });
    });
    return new Response(body === '' ? null : body, { ...init, headers: [...init.headers] });
  } finally {
    waiting.delete(id);
  }
}

/** Changes how the service behaves from now on. */
export function setSituation(situation: Situation): void {
  send({ situation });
}

function send(question: Question): void {
  worker.postMessage(question);
}
