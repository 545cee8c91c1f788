import { warnOfOption } from '../page/console-warnings.js';
import { closestAttribute } from '../page/element-settings.js';
import {
  en,
  es,
  primaryLanguage,
  type ScriptText,
  type Text,
  type TextReplacements,
  valuesIn,
} from '../words/script-text.js';

const texts = new Map<string, ScriptText>([
  ['en', en],
  ['es', es],
]);

/** The English texts, which decide whether a replacement has a known name and all values in braces. */
let originals: Partial<Text> = en;

/** The texts for narrow columns, each with its longer text. If a page replaces only the longer one, that replaces both. */
const shortTexts = [
  ['shortPayment', 'payment'],
  ['shortDownPayment', 'downPayment'],
  ['detailsShortest', 'detailsShort'],
] as const;

/** Functions that load texts from other files. Each one is removed once its texts have been added. */
export const lateTexts = new Set<() => Promise<unknown>>();

/** Adds the texts of another file to every language. */
export function addTexts(
  added: Readonly<Partial<Record<string, Partial<Text>>>>,
  load: () => Promise<unknown>,
): void {
  originals = { ...added['en'], ...originals };
  lateTexts.delete(load);
  for (const [language, text] of texts) {
    texts.set(language, { ...(added[language] ?? added['en']), ...text });
  }
}

/**
 * Replaces texts. Ignores a text with an unknown name and a text that lacks a `{…}` of the original, because a number would
 * be missing, and warns of both. Ignores values that aren't strings. While a file with texts isn't loaded yet, returns the
 * texts that may belong to it, if there are any.
 */
export function replaceText(replacements: TextReplacements): TextReplacements | undefined {
  let waiting: Record<string, Record<string, string>> | undefined;
  for (const [lang, replacement] of Object.entries(replacements)) {
    const language = primaryLanguage(lang);
    const usable = Object.entries(replacement).filter(([name, text]: [string, unknown]) => {
      if (typeof text !== 'string') return false;
      const isKnown = Object.hasOwn(originals, name);
      if (!isKnown && lateTexts.size) {
        ((waiting ??= {})[language] ??= {})[name] = text;
        return false;
      }
      const isUsable =
        isKnown && valuesIn(originals[name as keyof Text]!).every((value) => text.includes(value));
      if (!isUsable) warnOfOption(name, text, language, originals);
      return isUsable;
    });
    const replaced = Object.fromEntries(usable);
    for (const [short, long] of shortTexts) {
      if (long in replaced) replaced[short] ??= replaced[long]!;
    }
    texts.set(language, { ...textIn(language), ...replaced });
  }
  return waiting;
}

/** Returns the language of an element's text: the nearest `lang` if there are texts in that language, otherwise English. */
export function languageOf(element: Element): string {
  return languageIn(closestAttribute(element, 'lang'));
}

/** Returns the language of the texts for `lang`: its primary language if it has texts, otherwise English. */
export function languageIn(lang: string | null | undefined): string {
  const language = primaryLanguage(lang ?? '');
  return texts.has(language) ? language : 'en';
}

/** Returns the languages that have texts. */
export function languages(): string[] {
  return [...texts.keys()];
}

/** Returns the texts in a language. */
export function textIn(language: string): Text {
  return (texts.get(language) ?? texts.get('en')) as Text;
}
