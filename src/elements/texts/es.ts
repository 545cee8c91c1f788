import type { ScriptText } from '../text.js';

/** The texts in Spanish. */
export const es: ScriptText = {
  payment: 'Estimado {payment}/mes',
  term: 'por {months} meses',
  apr: '{apr} APR',
  downPayment: '{downPayment} de pago inicial',
  sentence:
    'Pago estimado: {payment} al mes{forMonths}, con una APR de {apr} y un pago inicial de {downPayment}.',
  announcement: '{payment} al mes{forMonths}, APR de {apr}, {downPayment} de pago inicial',
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
  sent: 'Mensaje enviado. Busque el enlace en su teléfono.',
  perhapsSent:
    'Es posible que el mensaje ya esté en camino. Revise su teléfono antes de intentarlo de nuevo.',
  notSent: 'Escriba un número de celular de EE. UU. que pueda recibir mensajes de texto.',
  completed: 'La solicitud está completa.',
  aborted: 'La solicitud no se completó.',
};
