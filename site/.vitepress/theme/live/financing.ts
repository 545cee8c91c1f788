/** The elements on the page, and their calls, which a worker responds to. */
import { replaceText, textIn } from '../../../../src/elements/element-text.js';
import type { Text } from '../../../../src/words/script-text.js';
import { configure } from '../../../../src/index.js';
import { mount } from './message.js';
import { askServer, setSituation } from './server.js';
import { choices, type Language, type Situation } from './state.js';

/** A request from the page, and its response. */
export interface Call {
  readonly id: number;
  readonly request: string;
  readonly requestBody: unknown;
  /** Undefined until the response arrives, and if the page has aborted the request. */
  readonly status?: number;
  readonly responseBody?: unknown;
  readonly durationMs?: number;
}

let calls = 0;
const listeners = new Set<(call: Call) => void>();

let isStarted = false;

/** Makes all elements on the page call the embedded sandbox. A second call does nothing, so that they don't ask again. */
export function startFinancing(): void {
  if (isStarted) return;
  isStarted = true;
  configure({ endpoint: mount, fetch: respond });
}

/** Makes the elements ask again, in a situation. */
export function askAgain(situation: Situation): void {
  setSituation(situation);
  // Otherwise, they would get cached estimates from the last five minutes (src/client/estimate-client.ts).
  sessionStorage.removeItem('financing-estimates');
  // A new function, because the same function wouldn't change anything.
  configure({ fetch: (request) => respond(request) });
}

/** Calls a listener with each request that has a body, and again with its response. Returns a function that stops it. */
export function observeCalls(listener: (call: Call) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Requests a page of the sandbox, like a browser that opens a link. */
export function openHostedPage(request: Request): Promise<Response> {
  return askServer('sandbox', request);
}

/** Returns the elements' own texts in a language. */
export function ownTexts(language: Language): Text {
  return originals[language];
}

const originals = Object.fromEntries(
  choices.language.map((language) => [language, textIn(language)]),
) as Readonly<Record<Language, Text>>;

/** Replaces texts in a language. Texts that aren't named are reset to the elements' own. */
export function useTexts(language: Language, texts: Partial<Text>): void {
  replaceText(originals);
  configure({ text: { [language]: texts } });
}

/** Handles a request from the elements. */
async function respond(request: Request): Promise<Response> {
  const { method, url } = request;
  const { pathname, search } = new URL(url);
  const id = ++calls;
  const startedAt = performance.now();
  const isShown = method === 'POST';
  const requestBody: unknown = isShown ? await request.clone().json() : undefined;
  const call = { id, request: `${method} ${pathname}${search}`, requestBody };
  if (isShown) report(call);

  const response = await askServer('proxy', request);
  if (isShown) {
    const responseBody: unknown = await response.clone().json();
    const durationMs = Math.round(performance.now() - startedAt);
    report({ ...call, status: response.status, responseBody, durationMs });
  }
  return response;
}

function report(call: Call): void {
  for (const listener of listeners) listener(call);
}
