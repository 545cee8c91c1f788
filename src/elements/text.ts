import { explainText } from '../page/explain.js';
import { closestAttribute } from '../page/settings.js';
import { en } from './texts/en.js';
import { es } from './texts/es.js';

/** Every text of the elements. A word in braces stands for a value. */
export interface Text {
  /** The payment. Of its words, the one with the amount is the heavy one. `{payment}` */
  payment: string;
  /** The term, where it is known. `{months}` */
  term: string;
  /** The APR in the line. `{apr}` */
  apr: string;
  /** The down payment in the line. `{downPayment}` */
  downPayment: string;
  /** The line as a sentence, for screen readers; `{forMonths}` is the term. `{payment}` `{forMonths}` `{apr}` `{downPayment}` */
  sentence: string;
  /** Announced after a change of the estimate. `{payment}` `{forMonths}` `{apr}` `{downPayment}` */
  announcement: string;
  /** The name of the button that opens the details. `{payment}` */
  detailsOf: string;
  /** That button, where it is a word. */
  detailsShort: string;
  /** The heading of the details. */
  details: string;
  /** The button that closes a dialog. */
  close: string;
  /** The label of the purchase amount, in the details. */
  purchaseAmount: string;
  /** The label of the down payment, in the details. */
  dueToday: string;
  /** The label of the amount borrowed, in the details. */
  amountFinanced: string;
  /** The label of the monthly payment, in the details. */
  monthlyPayment: string;
  /** The label of the number of payments, in the details. */
  numberOfPayments: string;
  /** The label of the sum of all payments, in the details. */
  totalOfPayments: string;
  /** The label of the sum of all payments and the down payment, in the details. */
  totalWithDownPayment: string;
  /** The label of the APR, in the details. */
  annualPercentageRate: string;
  /** The small print of the details. */
  disclosure: string;
  /** Announced when the amount can no longer be financed, unless the `unavailable` slot has a text. */
  unavailable: string;
  /** The label of the pre-qualification button. */
  prequalify: string;
  /** The label of the pay-over-time button. */
  payOverTime: string;
  /** Added to a button's name where its link opens a new window. */
  opensWindow: string;
  /** Announced while the link is created. */
  opening: string;
  /** The link to follow where the browser blocked the new window. */
  continue: string;
  /** After a failure that another click may avoid. */
  failed: string;
  /** After a refusal that another click does not change. */
  refused: string;
  /** After too many tries. */
  limited: string;
  /** The heading of the form that asks for a phone number. */
  phoneTitle: string;
  /** The label of the phone number's field. */
  phoneNumber: string;
  /** The consent that the shopper gives by sending the form. */
  consent: string;
  /** The button that sends the form. */
  send: string;
  /** The button that closes the form. */
  cancel: string;
  /** After the link was texted. */
  sent: string;
  /** After a failure that leaves open whether the text was sent. */
  perhapsSent: string;
  /** At the field, if the number cannot be texted. */
  notSent: string;
  /** After the application was completed. */
  completed: string;
  /** After the shopper left the application. */
  aborted: string;
}

/** Texts that replace ours, by language (`en`, `es`, or a further one, which is filled up with English). */
export type TextReplacements = Readonly<Record<string, Partial<Text>>>;

const texts = new Map([
  ['en', en],
  ['es', es],
]);

/**
 * Replaces texts. A text without a `{…}` of its original is ignored, since a number would be missing, and so is a text of
 * an unknown name; each with a warning. Values that are not text leave the text as it is.
 */
export function replaceText(replacements: TextReplacements): void {
  for (const [lang, replacement] of Object.entries(replacements)) {
    const language = primaryLanguage(lang);
    const usable = Object.entries(replacement).filter(([name, text]: [string, unknown]) => {
      if (typeof text !== 'string') return false;
      const isUsable =
        Object.hasOwn(en, name) &&
        valuesIn(en[name as keyof Text]).every((value) => text.includes(value));
      if (!isUsable) explainText(name, text, language, en);
      return isUsable;
    });
    texts.set(language, { ...(texts.get(language) ?? en), ...Object.fromEntries(usable) });
  }
}

/** The words in braces, with these. */
function valuesIn(text: string): readonly string[] {
  return text.match(/\{\w+\}/g) ?? [];
}

/** `es` for `es-US`. */
function primaryLanguage(lang: string): string {
  return lang.toLowerCase().split('-')[0]!;
}

/** The language that an element's text is in: that of the nearest `lang` if there is a text for it, else English. */
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
  return texts.get(language) ?? en;
}

/** Puts values in place of the words in braces. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (braced, word: string) => String(values[word] ?? braced));
}
