import type { DialogText } from './dialog-text.js';

/**
 * The texts in English. A payment is "estimated", the rate an "APR" (Regulation Z, 12 CFR 1026.24(c)); never "as low as",
 * "pre-approved" or "interest rate".
 */
export const en: ScriptText = {
  payment: 'Estimated {payment}/mo',
  paymentFrom: 'From {payment}/mo',
  term: 'for {months} months',
  termOfOne: 'for 1 month',
  apr: '{apr} APR',
  downPayment: '{downPayment} down',
  sentence:
    'Estimated payment: {payment} a month{forMonths} at {apr} APR, with {downPayment} down.',
  sentenceFrom:
    'Estimated payments from {payment} a month{forMonths} at {apr} APR, with {downPayment} down.',
  announcement: 'Estimated {payment} a month{forMonths}, {apr} APR, {downPayment} down',
  detailsOf: 'See details: {payment} a month',
  detailsShort: 'See details',
  unavailable: 'Monthly payments are not available for this amount.',
  prequalify: 'See what you qualify for',
  payOverTime: 'Pay over time',
  opensWindow: '(opens in a new window)',
  opening: 'One moment…',
  continue: 'Continue to financing',
  failed: 'Something went wrong. Please try again.',
  refused: 'Financing is not available here.',
  limited: 'Too many attempts. Please try again later.',
  qrCode: 'QR code of the link',
  copied: 'Link copied.',
  completed: 'The application is complete.',
  aborted: 'The application was not completed.',
};

/** The texts in Spanish. */
export const es: ScriptText = {
  payment: 'Estimado {payment}/mes',
  paymentFrom: 'Desde {payment}/mes',
  term: 'por {months} meses',
  termOfOne: 'por 1 mes',
  apr: '{apr} APR',
  downPayment: '{downPayment} de pago inicial',
  sentence:
    'Pago estimado: {payment} al mes{forMonths}, con una APR de {apr} y un pago inicial de {downPayment}.',
  sentenceFrom:
    'Pagos estimados desde {payment} al mes{forMonths}, con una APR de {apr} y un pago inicial de {downPayment}.',
  announcement:
    'Pago estimado: {payment} al mes{forMonths}, APR de {apr}, {downPayment} de pago inicial',
  detailsOf: 'Ver detalles: {payment} al mes',
  detailsShort: 'Ver detalles',
  unavailable: 'No hay pagos mensuales disponibles para este monto.',
  prequalify: 'Vea para qué califica',
  payOverTime: 'Pagar a plazos',
  opensWindow: '(se abre en una ventana nueva)',
  opening: 'Un momento…',
  continue: 'Continuar al financiamiento',
  failed: 'Algo salió mal. Inténtelo de nuevo.',
  refused: 'El financiamiento no está disponible aquí.',
  limited: 'Demasiados intentos. Inténtelo más tarde.',
  qrCode: 'Código QR del enlace',
  copied: 'Enlace copiado.',
  completed: 'La solicitud está completa.',
  aborted: 'La solicitud no se completó.',
};

/** The texts that the script has from the start. A word in braces stands for a value. */
export interface ScriptText {
  /** The payment. Of its words, the one with the amount is the heavy one. `{payment}` */
  payment: string;
  /** The payment of the lowest of several prices. `{payment}` */
  paymentFrom: string;
  /** The term, where it is known. `{months}` */
  term: string;
  /** The term of a single month. */
  termOfOne: string;
  /** The APR in the line. `{apr}` */
  apr: string;
  /** The down payment in the line. `{downPayment}` */
  downPayment: string;
  /**
   * The line as a sentence, for screen readers; `{forMonths}` is the term. `{payment}` `{forMonths}` `{apr}`
   * `{downPayment}`
   */
  sentence: string;
  /** That sentence for the lowest of several prices. `{payment}` `{forMonths}` `{apr}` `{downPayment}` */
  sentenceFrom: string;
  /** Announced after a change of the estimate. `{payment}` `{forMonths}` `{apr}` `{downPayment}` */
  announcement: string;
  /** The name of the button that opens the details. `{payment}` */
  detailsOf: string;
  /** That button, where it is a word. */
  detailsShort: string;
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
  /** The alternative text of a link as a QR code. */
  qrCode: string;
  /** After the link was copied. */
  copied: string;
  /** After the application was completed. */
  completed: string;
  /** After the shopper left the application. */
  aborted: string;
}

/** Every text of the elements. Those of the dialogs are there once the dialogs are loaded. */
export interface Text extends ScriptText, DialogText {}

/** Texts that replace ours, by language (`en`, `es`, or a further one, which is filled up with English). */
export type TextReplacements = Readonly<Record<string, Partial<Text>>>;

/** The words in braces, with these. */
export function valuesIn(text: string): readonly string[] {
  return text.match(/\{\w+\}/g) ?? [];
}

/** `es` for `es-US`. */
export function primaryLanguage(lang: string): string {
  return lang.toLowerCase().split('-')[0]!;
}

/** Texts, taken apart at their words in braces, since a list has the same ones hundreds of times. */
const apart = new Map<string, string[]>();

/** Puts values in place of the words in braces. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  const pieces = apart.get(text) ?? text.split(/\{(\w+)\}/);
  apart.set(text, pieces);
  return pieces
    .map((piece, index) => (index % 2 ? (values[piece] ?? `{${piece}}`) : piece))
    .join('');
}
