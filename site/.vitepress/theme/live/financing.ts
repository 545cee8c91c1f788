/** The elements of the page, and their calls, which a worker of the page answers. */
import { replaceText, textIn } from '../../../../src/elements/text.js';
import type { Text } from '../../../../src/words/text.js';
import { configure } from '../../../../src/index.js';
import { mount } from './message.js';
import { askServer, setSituation } from './server.js';
import { choices, type Language, type Situation } from './state.js';

/** A request of the page, and its answer. */
export interface Call {
  readonly id: number;
  readonly request: string;
  readonly requestBody: unknown;
  /** Undefined until the answer is there, or after the page has given up. */
  readonly status?: number;
  readonly answerBody?: unknown;
  readonly durationMs?: number;
}

let calls = 0;
const listeners = new Set<(call: Call) => void>();

let isStarted = false;

/** Has all elements of the page ask the sandbox inside of it. A second call does nothing: the elements would ask anew. */
export function startFinancing(): void {
  if (isStarted) return;
  isStarted = true;
  configure({ endpoint: mount, fetch: answer });
}

/** Has the elements ask again, in a situation. */
export function askAgain(situation: Situation): void {
  setSituation(situation);
  // Else the estimates of the last five minutes would answer (src/client/estimates.ts).
  sessionStorage.removeItem('financing-estimates');
  // Another function, since the same one would change nothing.
  configure({ fetch: (request) => answer(request) });
}

/** Calls a listener with each request that carries something, and again with its answer. Returns how to stop. */
export function observeCalls(listener: (call: Call) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Requests a page of the sandbox, as a browser that opens a link. */
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

/** Replaces texts in a language; those that are not named are the elements' own again. */
export function useTexts(language: Language, texts: Partial<Text>): void {
  replaceText(originals);
  configure({ text: { [language]: texts } });
}

/** Answers a request of the elements. */
async function answer(request: Request): Promise<Response> {
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
    const answerBody: unknown = await response.clone().json();
    const durationMs = Math.round(performance.now() - startedAt);
    report({ ...call, status: response.status, answerBody, durationMs });
  }
  return response;
}

function report(call: Call): void {
  for (const listener of listeners) listener(call);
}
