import { nearest } from '../../internal/nearest.js';
import { quoted } from './values.js';

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
