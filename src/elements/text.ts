import { explainText } from '../page/explain.js';
import { closestAttribute } from '../page/settings.js';

/** Every text of the elements. A word in braces stands for a value. */
export interface Text {
  /** The line, part by part. `{payment}` */
  payment: string;
  /** The number of payments in the line. `{months}` */
  term: string;
  /** The APR in the line. `{apr}` */
  apr: string;
  /** The down payment in the line. `{downPayment}` */
  downPayment: string;
  /** The line as a sentence, for screen readers. `{payment}` `{forMonths}` `{apr}` `{downPayment}` */
  sentence: string;
  /** The term in the sentence, where it is known. `{months}` */
  forMonths: string;
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

// A payment is "estimated", the rate an "APR" (Regulation Z, 12 CFR 1026.24(c)); never "as low as",
// "pre-approved" or "interest rate".
const en: Text = {
  payment: 'Estimated {payment}/mo',
  term: '{months} mo',
  apr: '{apr} APR',
  downPayment: '{downPayment} down',
  sentence:
    'Estimated payment: {payment} a month{forMonths} at {apr} APR, with {downPayment} down.',
  forMonths: ' for {months} months',
  detailsOf: 'Financing details: {payment} a month',
  detailsShort: 'Details',
  details: 'Financing details',
  close: 'Close',
  purchaseAmount: 'Purchase amount',
  dueToday: 'Down payment due today',
  amountFinanced: 'Amount financed',
  monthlyPayment: 'Monthly payment',
  numberOfPayments: 'Number of payments',
  totalOfPayments: 'Total of payments',
  totalWithDownPayment: 'Total with down payment',
  annualPercentageRate: 'APR (annual percentage rate)',
  disclosure:
    "Estimate only. Your rate, payment and down payment may differ and depend on the lender's approval.",
  unavailable: 'Monthly payments are not available for this amount.',
  prequalify: 'See what you qualify for',
  payOverTime: 'Pay over time',
  opensWindow: '(opens in a new window)',
  opening: 'One moment…',
  continue: 'Continue to financing',
  failed: 'Something went wrong. Please try again.',
  refused: 'Financing is not available here.',
  limited: 'Too many attempts. Please try again later.',
  phoneTitle: 'Get your link by text',
  phoneNumber: 'Mobile phone number',
  consent: "We'll send one text with your link. Message and data rates may apply.",
  send: 'Send text',
  cancel: 'Cancel',
  sent: 'Text sent. Check your phone for the link.',
  perhapsSent: 'Your text may already be on its way. Check your phone before trying again.',
  notSent: 'Enter a US mobile number that can receive texts.',
  completed: 'The application is complete.',
  aborted: 'The application was not completed.',
};

const es: Text = {
  payment: 'Estimado {payment}/mes',
  term: '{months} meses',
  apr: '{apr} APR',
  downPayment: '{downPayment} inicial',
  sentence:
    'Pago estimado: {payment} al mes{forMonths}, con una APR de {apr} y un pago inicial de {downPayment}.',
  forMonths: ' durante {months} meses',
  detailsOf: 'Detalles del financiamiento: {payment} al mes',
  detailsShort: 'Detalles',
  details: 'Detalles del financiamiento',
  close: 'Cerrar',
  purchaseAmount: 'Monto de la compra',
  dueToday: 'Pago inicial hoy',
  amountFinanced: 'Monto financiado',
  monthlyPayment: 'Pago mensual',
  numberOfPayments: 'Número de pagos',
  totalOfPayments: 'Total de los pagos',
  totalWithDownPayment: 'Total con el pago inicial',
  annualPercentageRate: 'APR (tasa de porcentaje anual)',
  disclosure:
    'Es solo un estimado. La tasa, el pago mensual y el pago inicial pueden variar y dependen de la aprobación del prestamista.',
  unavailable: 'No hay pagos mensuales disponibles para este monto.',
  prequalify: 'Vea para qué califica',
  payOverTime: 'Pagar a plazos',
  opensWindow: '(se abre en una ventana nueva)',
  opening: 'Un momento…',
  continue: 'Continuar al financiamiento',
  failed: 'Algo salió mal. Inténtelo de nuevo.',
  refused: 'El financiamiento no está disponible aquí.',
  limited: 'Demasiados intentos. Inténtelo más tarde.',
  phoneTitle: 'Reciba su enlace por mensaje de texto',
  phoneNumber: 'Número de celular',
  consent:
    'Le enviaremos un solo mensaje de texto con su enlace. Pueden aplicarse tarifas de mensajes y datos.',
  send: 'Enviar mensaje',
  cancel: 'Cancelar',
  sent: 'Mensaje enviado. Busque el enlace en su teléfono.',
  perhapsSent:
    'Es posible que el mensaje ya esté en camino. Revise su teléfono antes de intentarlo de nuevo.',
  notSent: 'Escriba un número de celular de EE. UU. que pueda recibir mensajes de texto.',
  completed: 'La solicitud está completa.',
  aborted: 'La solicitud no se completó.',
};

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
