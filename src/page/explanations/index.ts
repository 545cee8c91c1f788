/**
 * The sentences for what a page's author can fix: what was found, what was expected, and what to do. Loaded only when
 * there is something to say, as a file of its own; so it imports nothing that the script has, and gets that as `Tools`.
 *
 * A sentence never holds personal data or a secret, and of a value its first 60 characters.
 */
import type { Cause, ExplainedCode, Tools } from '../explain.js';
import { codeSentences } from './codes.js';
import { markupSentences } from './markup.js';

export { textSentence } from './texts.js';

/** The sentences for a cause; none where there is nothing to say after all. */
export function sentencesFor(element: Element, cause: Cause, tools: Tools): string[] {
  if (cause === 'markup') return markupSentences(element, tools);
  const sentence = codeSentences[cause](element, tools);
  if (sentence === undefined) return [];
  return [cause === 'unknown-term' ? sentence : `${sentence} ${pageOf(cause)}`];
}

/** Names the page of a code. The package has no address on the web, and each developer has its files. */
function pageOf(code: ExplainedCode): string {
  return `More: docs/errors/${code}.md in the package financing-elements.`;
}
