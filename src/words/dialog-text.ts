/**
 * The texts that are loaded with the dialogs: those of the dialogs, and those that follow the phone form. A word in braces
 * is a placeholder for a value.
 */
export interface DialogText {
  /** The tile of the number of payments, if it's known. `{months}` */
  tilePayments: string;
  /** The same tile for a single payment. `{months}` */
  tilePaymentsOfOne: string;
  /** The tile of the amount due today. `{downPayment}` */
  tileDueToday: string;
  /** The heading of the details. */
  details: string;
  /** The payment at the top of the details. `{payment}` */
  monthly: string;
  /** The plan in one sentence. `{months}` `{apr}` `{downPayment}` */
  plan: string;
  /** The same for a single payment. `{apr}` `{downPayment}` */
  planOfOne: string;
  /** The same if the term isn't known. `{apr}` `{downPayment}` */
  planWithoutTerm: string;
  /** The button that closes a dialog. */
  close: string;
  /** The label of the purchase amount, in the details. */
  purchaseAmount: string;
  /** The label of the down payment, in the details. */
  dueToday: string;
  /** The label of the amount borrowed, in the details. */
  amountFinanced: string;
  /** The label of the cost of financing, in the details. */
  costOfFinancing: string;
  /** The label of the sum of all payments, in the details. `{months}` */
  totalOfPayments: string;
  /** The same label for a single payment. */
  totalOfOne: string;
  /** The label of the sum of all payments and the down payment, in the details. */
  totalWithDownPayment: string;
  /** Shown below the next step that the page offers. */
  checkFirst: string;
  /** Shown instead if that step opens the application in a new window. */
  opensApplication: string;
  /** The small print of the details. */
  disclosure: string;
  /** Added to the small print if the rounded payments don't add up to the total. */
  lastPayment: string;
  /** The heading of the form that asks for a phone number. */
  phoneTitle: string;
  /** Says what the form does. */
  phoneIntro: string;
  /** The label of the phone number field. */
  phoneNumber: string;
  /** Says below the label which numbers can be used. */
  phoneHint: string;
  /** The consent that the shopper gives by sending the form. */
  consent: string;
  /** The button that sends the form. */
  send: string;
  /** The button that closes the form. */
  cancel: string;
  /** Shown after the link was texted. */
  sent: string;
  /** Shown after a failure if the text message may have been sent. */
  perhapsSent: string;
  /** Shown at the field if the number can't receive texts. */
  notSent: string;
}

/** The texts of the dialogs by language. */
export const dialogTexts: Readonly<Record<'en' | 'es', DialogText>> = {
  en: {
    tilePayments: '{months} payments',
    tilePaymentsOfOne: '{months} payment',
    tileDueToday: '{downPayment} due today',
    details: 'Pay over time',
    monthly: '{payment} a month, estimated',
    plan: '{months} monthly payments at {apr} APR. {downPayment} due today.',
    planOfOne: '1 monthly payment at {apr} APR. {downPayment} due today.',
    planWithoutTerm: 'Monthly payments at {apr} APR. {downPayment} due today.',
    close: 'Close',
    purchaseAmount: 'Purchase amount',
    dueToday: 'Down payment due today',
    amountFinanced: 'Amount financed',
    costOfFinancing: 'Cost of financing',
    totalOfPayments: 'Total of {months} payments',
    totalOfOne: 'Total of 1 payment',
    totalWithDownPayment: 'Total with down payment',
    checkFirst: 'Check first. See what you qualify for before you buy.',
    opensApplication: 'Opens the application in a new window.',
    disclosure:
      "Estimate only. APR means annual percentage rate. Your rate, payment and down payment may differ and depend on the lender's approval.",
    lastPayment: 'The last payment may differ.',
    phoneTitle: 'Finish on your phone',
    phoneIntro: "We'll text you a link that opens the application on your phone.",
    phoneNumber: 'Mobile phone number',
    phoneHint: 'A US number, such as (415)\u00A0555-\u20600132',
    consent: "We'll send one text with your link. Message and data rates may apply.",
    send: 'Send text',
    cancel: 'Cancel',
    sent: 'Text sent. Check your phone for the link.',
    perhapsSent: 'Your text may already be on its way. Check your phone before trying again.',
    notSent: 'Enter a US mobile number that can receive texts.',
  },
  es: {
    tilePayments: '{months} pagos',
    tilePaymentsOfOne: '{months} pago',
    tileDueToday: '{downPayment} hoy',
    details: 'Pagar a plazos',
    monthly: '{payment} al mes, estimado',
    plan: '{months} pagos mensuales con una APR de {apr}. {downPayment} a pagar hoy.',
    planOfOne: '1 pago mensual con una APR de {apr}. {downPayment} a pagar hoy.',
    planWithoutTerm: 'Pagos mensuales con una APR de {apr}. {downPayment} a pagar hoy.',
    close: 'Cerrar',
    purchaseAmount: 'Monto de la compra',
    dueToday: 'Pago inicial hoy',
    amountFinanced: 'Monto financiado',
    costOfFinancing: 'Costo del financiamiento',
    totalOfPayments: 'Total de los {months} pagos',
    totalOfOne: 'Total de 1 pago',
    totalWithDownPayment: 'Total con el pago inicial',
    checkFirst: 'Consulte primero. Vea para qué califica antes de comprar.',
    opensApplication: 'La solicitud se abre en una ventana nueva.',
    disclosure:
      'Es solo un estimado. APR significa tasa de porcentaje anual. La tasa, el pago mensual y el pago inicial pueden variar y dependen de la aprobación del prestamista.',
    lastPayment: 'El último pago puede variar.',
    phoneTitle: 'Continúe en su teléfono',
    phoneIntro: 'Le enviaremos un enlace que abre la solicitud en su teléfono.',
    phoneNumber: 'Número de celular',
    phoneHint: 'Un número de EE. UU., como (415)\u00A0555-\u20600132',
    consent:
      'Le enviaremos un solo mensaje de texto con su enlace. Pueden aplicarse tarifas de mensajes y datos.',
    send: 'Enviar mensaje',
    cancel: 'Cancelar',
    sent: 'Mensaje enviado. Busque el enlace en su teléfono.',
    perhapsSent:
      'Es posible que el mensaje ya esté en camino. Revise su teléfono antes de intentarlo de nuevo.',
    notSent: 'Escriba un número de celular de EE. UU. que pueda recibir mensajes de texto.',
  },
};
