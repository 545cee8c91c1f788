/**
 * The sentences for what a page's author can fix: what was found, what was expected, and what to do. Loaded only when
 * there is something to say, as a file of its own; so it imports nothing that the script has, and gets that as `Tools`.
 *
 * A sentence never holds personal data or a secret, and of a value its first 60 characters.
 */
import { nearest } from '../../internal/nearest.js';
import type { Cause, ExplainedCode, Tools } from '../explain.js';
import { codeSentences } from './codes.js';
import { markupSentences } from './markup.js';
import { quoted } from './values.js';

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

/** The sentence for a text of `configure()` that is ignored. `originals` are the English texts, by name. */
export function textSentence(
  name: string,
  text: string,
  language: string,
  originals: object,
): string {
  if (!Object.hasOwn(originals, name)) {
    const meant = nearest(name.slice(0, 60), Object.keys(originals));
    const hint = meant ? `Did you mean ${quoted(meant)}?` : 'All names: docs/reference-texts.md.';
    return `There is no text ${quoted(name)}, so it is ignored. ${hint}`;
  }
  const values = (originals as Readonly<Record<string, string>>)[name]!.match(/\{\w+\}/g) ?? [];
  const missing = values.filter((value) => !text.includes(value)).join(' and ');
  return `The ${language} text ${quoted(name)} lacks ${missing}, so it is ignored. Add ${missing}, which stands for a number.`;
}
