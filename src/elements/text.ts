import { explainText } from '../page/advice.js';
import { closestAttribute } from '../page/host-page.js';
import {
  en,
  es,
  primaryLanguage,
  type ScriptText,
  type Text,
  type TextReplacements,
  valuesIn,
} from '../words/text.js';

const texts = new Map<string, ScriptText>([
  ['en', en],
  ['es', es],
]);

/** The texts that replacements are compared with. */
let originals: Partial<Text> = en;

/** The texts of narrow columns, each with the text that it shortens. A page that replaces only the latter replaces both. */
const shortTexts = [
  ['shortPayment', 'payment'],
  ['shortDownPayment', 'downPayment'],
  ['detailsShortest', 'detailsShort'],
] as const;

/** Loads the texts of other files. Each function is removed when its texts have been added. */
export const lateTexts = new Set<() => Promise<unknown>>();

/** Adds the texts of another file, in every language that has a text. */
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
 * Replaces texts. A text without a `{…}` of its original is ignored, since a number would be missing, and so is a text of
 * an unknown name; each with a warning. Values that are not text leave the text as it is. Returns the texts whose names are
 * unknown as long as a file with texts is not loaded; undefined without any.
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
      if (!isUsable) explainText(name, text, language, originals);
      return isUsable;
    });
    const replaced = Object.fromEntries(usable);
    for (const [short, long] of shortTexts) {
      if (long in replaced) replaced[short] ??= replaced[long]!;
    }
    const before = texts.get(language) ?? textIn('en');
    texts.set(language, { ...before, ...replaced });
  }
  return waiting;
}

/** Returns the language of an element's text: the nearest `lang` if there are texts in that language, otherwise English. */
export function languageOf(element: Element): string {
  return languageIn(closestAttribute(element, 'lang'));
}

/** The language that texts for `lang` are in. */
export function languageIn(lang: string | null | undefined): string {
  const language = primaryLanguage(lang ?? '');
  return texts.has(language) ? language : 'en';
}

/** The languages that have a text. */
export function languages(): string[] {
  return [...texts.keys()];
}

/** The text in a language. */
export function textIn(language: string): Text {
  return (texts.get(language) ?? texts.get('en')) as Text;
}
