import { closestAttribute } from '../page/settings.js';

/** Every text that the elements write themselves. A word in braces stands for a value. */
export interface Text {
  /** The line, part by part. `{payment}` */
  payment: string;
  /** `{months}` */
  term: string;
  /** `{apr}` */
  apr: string;
  /** `{downPayment}` */
  downPayment: string;
  /** What a screen reader says in place of the line. `{payment}` `{forMonths}` `{apr}` `{downPayment}` */
  sentence: string;
  /** The term in the sentence, where it is known. `{months}` */
  forMonths: string;
  /** The name of the button that opens the details. `{payment}` */
  detailsOf: string;
  /** That button, where it is a word. */
  detailsShort: string;
  /** The heading of the details. */
  details: string;
  close: string;
  purchaseAmount: string;
  dueToday: string;
  amountFinanced: string;
  monthlyPayment: string;
  numberOfPayments: string;
  totalOfPayments: string;
  totalWithDownPayment: string;
  annualPercentageRate: string;
  disclosure: string;
  prequalify: string;
  payOverTime: string;
  opensWindow: string;
  opening: string;
  continue: string;
  /** After a failure that the next click may not meet. */
  failed: string;
  /** After a refusal that another click does not change. */
  refused: string;
  /** After too many tries. */
  limited: string;
  phoneNumber: string;
  consent: string;
  send: string;
  sent: string;
  /** Nobody knows whether the text went out. */
  perhapsSent: string;
  /** At the field, whose number is none that can be texted. */
  notSent: string;
  completed: string;
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
  dueToday: 'Due today',
  amountFinanced: 'Amount financed',
  monthlyPayment: 'Monthly payment',
  numberOfPayments: 'Number of payments',
  totalOfPayments: 'Total of payments',
  totalWithDownPayment: 'Total with down payment',
  annualPercentageRate: 'APR (annual percentage rate)',
  disclosure: 'An estimate only: your terms may differ and need the lender’s approval.',
  prequalify: 'See what you qualify for',
  payOverTime: 'Pay over time',
  opensWindow: '(opens in a new window)',
  opening: 'One moment…',
  continue: 'Continue to financing',
  failed: 'That did not work. Please try again.',
  refused: 'Financing is not available here.',
  limited: 'Too many tries. Please come back later.',
  phoneNumber: 'Mobile phone number',
  consent: 'We text the link to this number, once. Message and data rates may apply.',
  send: 'Send',
  sent: 'The link was sent by text message.',
  perhapsSent: 'The text may have been sent. Please look at the phone first.',
  notSent: 'We cannot text this number.',
  completed: 'The application is complete.',
  aborted: 'The application was not completed.',
};

const es: Text = {
  payment: 'Estimado {payment}/mes',
  term: '{months} meses',
  apr: '{apr} APR',
  downPayment: '{downPayment} inicial',
  sentence:
    'Pago estimado: {payment} al mes{forMonths} con una APR de {apr}; hoy se pagan {downPayment}.',
  forMonths: ' durante {months} meses',
  detailsOf: 'Detalles del financiamiento: {payment} al mes',
  detailsShort: 'Detalles',
  details: 'Detalles del financiamiento',
  close: 'Cerrar',
  purchaseAmount: 'Monto de la compra',
  dueToday: 'Se paga hoy',
  amountFinanced: 'Monto financiado',
  monthlyPayment: 'Pago mensual',
  numberOfPayments: 'Número de pagos',
  totalOfPayments: 'Total de los pagos',
  totalWithDownPayment: 'Total con el pago inicial',
  annualPercentageRate: 'APR (tasa de porcentaje anual)',
  disclosure:
    'Solo un estimado: sus condiciones pueden variar y requieren la aprobación del prestamista.',
  prequalify: 'Vea para qué califica',
  payOverTime: 'Pagar a plazos',
  opensWindow: '(se abre en una ventana nueva)',
  opening: 'Un momento…',
  continue: 'Continuar al financiamiento',
  failed: 'No funcionó. Inténtelo de nuevo.',
  refused: 'El financiamiento no está disponible aquí.',
  limited: 'Demasiados intentos. Vuelva más tarde.',
  phoneNumber: 'Número de teléfono móvil',
  consent:
    'Enviaremos el enlace a este número, una sola vez. Pueden aplicarse tarifas de mensajes y datos.',
  send: 'Enviar',
  sent: 'El enlace se envió por mensaje de texto.',
  perhapsSent: 'Quizás el mensaje se envió. Revise primero el teléfono.',
  notSent: 'No podemos enviar mensajes a este número.',
  completed: 'La solicitud está completa.',
  aborted: 'La solicitud no se completó.',
};

/** Texts that replace ours, by language (`en`, `es`, or a further one, which is filled up with English). */
export type TextReplacements = Readonly<Record<string, Partial<Text>>>;

const texts = new Map([
  ['en', en],
  ['es', es],
]);

/** Replaces texts, some or all. */
export function replaceText(replacements: TextReplacements): void {
  for (const [language, replacement] of Object.entries(replacements)) {
    texts.set(language, { ...(texts.get(language) ?? en), ...replacement });
  }
}

/** The language that an element's text is in: that of the nearest `lang` if there is a text for it, else English. */
export function languageOf(element: Element): string {
  return languageIn(closestAttribute(element, 'lang'));
}

/** The language that texts for `lang` are in. */
export function languageIn(lang: string | null | undefined): string {
  const [language = ''] = (lang ?? '').toLowerCase().split('-');
  return texts.has(language) ? language : 'en';
}

/** The text in a language. */
export function textIn(language: string): Text {
  return texts.get(language) ?? en;
}

/** Puts values in place of the words in braces. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (braced, word: string) => String(values[word] ?? braced));
}
