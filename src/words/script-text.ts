import type { DialogText } from './dialog-text.js';
import type { LinkText } from './link-text.js';

/**
 * The texts in English. A payment is "estimated", the rate an "APR" (Regulation Z, 12 CFR 1026.24(c)); never "as low as",
 * "pre-approved" or "interest rate".
 */
export const en: ScriptText = {
  payment: 'Estimated {payment}/mo',
  paymentFrom: 'From {payment}/mo',
  shortPayment: 'est. {payment}/mo',
  term: 'for {months} months',
  termOfOne: 'for 1 month',
  apr: '{apr} APR',
  downPayment: '{downPayment} down',
  shortDownPayment: '{downPayment} down',
  sentence:
    'Estimated payment: {payment} a month{forMonths} at {apr} APR, with {downPayment} down.',
  sentenceFrom:
    'Estimated payments from {payment} a month{forMonths} at {apr} APR, with {downPayment} down.',
  announcement: 'Estimated {payment} a month{forMonths}, {apr} APR, {downPayment} down',
  detailsOf: 'See details: {payment} a month',
  detailsShort: 'See details',
  detailsShortest: 'Details',
  unavailable: 'Monthly payments are not available for this amount.',
  prequalify: 'See what you qualify for',
  payOverTime: 'Pay over time',
  opensWindow: '(opens in a new window)',
  busy: 'Opening…',
  opening: 'One moment…',
  failed: 'Something went wrong. Please try again.',
  refused: 'Financing is not available here.',
};

/** The texts in Spanish. */
export const es: ScriptText = {
  payment: 'Estimado {payment}/mes',
  paymentFrom: 'Desde {payment}/mes',
  shortPayment: 'est. {payment}/mes',
  term: 'por {months} meses',
  termOfOne: 'por 1 mes',
  apr: '{apr} APR',
  downPayment: '{downPayment} de pago inicial',
  shortDownPayment: '{downPayment} hoy',
  sentence:
    'Pago estimado: {payment} al mes{forMonths}, con una APR de {apr} y un pago inicial de {downPayment}.',
  sentenceFrom:
    'Pagos estimados desde {payment} al mes{forMonths}, con una APR de {apr} y un pago inicial de {downPayment}.',
  announcement:
    'Pago estimado: {payment} al mes{forMonths}, APR de {apr}, {downPayment} de pago inicial',
  detailsOf: 'Ver detalles: {payment} al mes',
  detailsShort: 'Ver detalles',
  detailsShortest: 'Detalles',
  unavailable: 'No hay pagos mensuales disponibles para este monto.',
  prequalify: 'Vea para qué califica',
  payOverTime: 'Pagar a plazos',
  opensWindow: '(se abre en una ventana nueva)',
  busy: 'Abriendo…',
  opening: 'Un momento…',
  failed: 'Algo salió mal. Inténtelo de nuevo.',
  refused: 'El financiamiento no está disponible aquí.',
};

/** The texts in the first script. A word in braces is a placeholder for a value. */
export interface ScriptText {
  /** The payment. The word that contains the amount is bold. `{payment}` */
  payment: string;
  /** The payment of the lowest of several prices. `{payment}` */
  paymentFrom: string;
  /** The payment in a narrow column. Only the words before the amount can differ from `payment`. `{payment}` */
  shortPayment: string;
  /** The term, if it's known. A narrow column leaves out the words before the number. `{months}` */
  term: string;
  /** The term of a single month. */
  termOfOne: string;
  /** The APR in the line. `{apr}` */
  apr: string;
  /** The down payment in the line. `{downPayment}` */
  downPayment: string;
  /** The down payment in a narrow column. `{downPayment}` */
  shortDownPayment: string;
  /**
   * The line as a sentence, for screen readers. `{forMonths}` is the term. `{payment}` `{forMonths}` `{apr}`
   * `{downPayment}`
   */
  sentence: string;
  /** The same sentence for the lowest of several prices. `{payment}` `{forMonths}` `{apr}` `{downPayment}` */
  sentenceFrom: string;
  /** Announced after a change of the estimate. `{payment}` `{forMonths}` `{apr}` `{downPayment}` */
  announcement: string;
  /** The name of the button that opens the details. `{payment}` */
  detailsOf: string;
  /** The visible text of that button. */
  detailsShort: string;
  /** The visible text of that button in a narrow column. */
  detailsShortest: string;
  /** Announced when the amount can no longer be financed, unless the `unavailable` slot has a text. */
  unavailable: string;
  /** The label of the pre-qualification button. */
  prequalify: string;
  /** The label of the pay-over-time button. */
  payOverTime: string;
  /** Added to a button's name if its link opens a new window. */
  opensWindow: string;
  /** Shown on a button while it creates the link that it opens. */
  busy: string;
  /** Announced while the link is created, and shown on a button that does not open it. */
  opening: string;
  /** Shown after a failure that another click may avoid. */
  failed: string;
  /** Shown after a refusal that another click doesn't change. */
  refused: string;
}

/** All texts of the elements. Those of `LinkText` and `DialogText` are available once their files are loaded. */
export interface Text extends ScriptText, LinkText, DialogText {}

/** Texts that replace the built-in ones, by language. A language other than `en` and `es` falls back to English. */
export type TextReplacements = Readonly<Record<string, Partial<Text>>>;

/** Returns the words in braces, including the braces. */
export function valuesIn(text: string): readonly string[] {
  return text.match(/\{\w+\}/g) ?? [];
}

/** Returns the primary language of a tag: `es` for `es-US`. */
export function primaryLanguage(lang: string): string {
  return lang.toLowerCase().split('-')[0]!;
}

/** The pieces of each text, split at its words in braces. A list uses the same texts hundreds of times. */
const piecesOf = new Map<string, string[]>();

/** Replaces the words in braces with values. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  const pieces = piecesOf.get(text) ?? text.split(/\{(\w+)\}/);
  piecesOf.set(text, pieces);
  return pieces
    .map((piece, index) => (index % 2 ? (values[piece] ?? `{${piece}}`) : piece))
    .join('');
}
