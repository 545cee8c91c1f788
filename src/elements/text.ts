import { explainText } from '../page/advice.js';
import { closestAttribute } from '../page/host-page.js';
import type { DialogText } from '../words/dialog-text.js';
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
let originals: ScriptText & Partial<DialogText> = en;
let hasDialogTexts = false;

/** The texts of narrow columns, each with the text that it shortens. A page that replaces only the latter replaces both. */
const shortTexts = [
  ['shortPayment', 'payment'],
  ['shortDownPayment', 'downPayment'],
  ['detailsShortest', 'detailsShort'],
] as const;

/** Adds the texts of the dialogs, in every language that has a text. */
export function addDialogTexts(added: Readonly<Partial<Record<string, DialogText>>>): void {
  originals = { ...added['en'], ...en };
  hasDialogTexts = true;
  for (const [language, text] of texts) {
    texts.set(language, { ...(added[language] ?? added['en']), ...text });
  }
}

/**
 * Replaces texts. A text without a `{…}` of its original is ignored, since a number would be missing, and so is a text of
 * an unknown name; each with a warning. Values that are not text leave the text as it is. Returns the texts whose names are
 * unknown as long as the dialogs are not loaded; undefined without any.
 */
export function replaceText(replacements: TextReplacements): TextReplacements | undefined {
  let waiting: Record<string, Record<string, string>> | undefined;
  for (const [lang, replacement] of Object.entries(replacements)) {
    const language = primaryLanguage(lang);
    const usable = Object.entries(replacement).filter(([name, text]: [string, unknown]) => {
      if (typeof text !== 'string') return false;
      const isKnown = Object.hasOwn(originals, name);
      if (!isKnown && !hasDialogTexts) {
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
