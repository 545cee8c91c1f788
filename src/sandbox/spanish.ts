/**
 * The Spanish texts of a sandbox's pages, keyed by the English text. A page that uses a text that isn't here doesn't compile.
 */
const texts = {
  'Sandbox – no real application': 'Sandbox: solicitud de prueba',
  'Financing Service': 'Servicio de financiamiento',
  'Back to the shop': 'Volver a la tienda',
  'This page stands in for the Financing Service. Nothing on it reaches a lender.':
    'Esta página representa al servicio de financiamiento. Nada de ella llega a un prestamista.',

  'See what you qualify for': 'Vea para qué califica',
  'Find out how much you can pay over time at {} before you buy.':
    'Averigüe cuánto puede pagar a plazos en {} antes de comprar.',
  'See what I qualify for': 'Ver para qué califico',
  'Leave without applying': 'Salir sin solicitar',
  'You qualify': 'Usted califica',
  'You can use this for your purchase.': 'Puede usarlo para su compra.',
  'Valid until': 'Válido hasta',
  'You do not qualify': 'Usted no califica',
  'You left without applying': 'Usted salió sin solicitar',
  'This link can no longer be used.': 'Este enlace ya no se puede usar.',
  'Pay over time': 'Pagar a plazos',
  'Pay for your purchase at {} in monthly payments.': 'Pague su compra en {} con pagos mensuales.',
  'Agree and pay over time': 'Aceptar y pagar a plazos',
  'Leave without buying': 'Salir sin comprar',
  'This amount cannot be paid over time.': 'Este monto no se puede pagar a plazos.',
  Leave: 'Salir',
  'Your purchase is paid over time': 'Su compra se paga a plazos',
  'This purchase cannot be paid over time': 'Esta compra no se puede pagar a plazos',
  'You left without buying': 'Usted salió sin comprar',
  'The shop has been notified.': 'La tienda recibió el aviso.',
  'The shop has not been notified, because this sandbox has no webhook.':
    'La tienda no recibió ningún aviso, porque este sandbox no tiene webhook.',
  'You can close this window.': 'Puede cerrar esta ventana.',
  'Hello {}.': 'Hola, {}.',
  'a month': 'al mes',
  payments: 'pagos',
  'due today': 'hoy',
  approved: 'aprobados',
  'Purchase amount': 'Monto de la compra',
  Payments: 'Pagos',
  '{}, one a month': '{}, uno al mes',
  'Down payment due today': 'Pago inicial hoy',
  Business: 'Negocio',
  Location: 'Sucursal',
  Reference: 'Referencia',
  Transaction: 'Transacción',

  'Set up your location': 'Configure su sucursal',
  'On this page, a merchant completes and submits the application for one location.':
    'En esta página, un comercio completa y envía la solicitud de una sucursal.',
  'Save and continue': 'Guardar y continuar',
  'The details are complete. On this page, a merchant submits the application for one location.':
    'Los datos están completos. En esta página, un comercio envía la solicitud de una sucursal.',
  'Submit the application': 'Enviar la solicitud',
  'Your application is being reviewed': 'Su solicitud está en revisión',
  'The merchant is waiting. In the sandbox, you are also the reviewer.':
    'El comercio espera. En el sandbox, usted también revisa la solicitud.',
  'Activate the location': 'Activar la sucursal',
  'Your location is active': 'Su sucursal está activa',
  'Customers can pay over time, and a training package would be on its way.':
    'Los clientes pueden pagar a plazos, y el material de capacitación estaría en camino.',
  'Your application was declined': 'Su solicitud fue rechazada',
  'In the sandbox, estimates and pay-over-time links of this location still work.':
    'En el sandbox, los estimados y los enlaces de pago a plazos de esta sucursal siguen funcionando.',
  'This link has expired': 'Este enlace venció',
  'It expired on {}, and no application was submitted.':
    'Venció el {} y no se envió ninguna solicitud.',
  'Kind of business': 'Tipo de negocio',
  Status: 'Estado de la solicitud',
  'Open until': 'Abierta hasta',

  'About you (your input is not stored)': 'Sobre usted (no se guarda lo que escriba)',
  'The business (your input is not stored)': 'El negocio (no se guarda lo que escriba)',
  'The representative': 'El representante',
  'In the sandbox, you decide': 'En el sandbox, decide usted',
  Approve: 'Aprobar',
  Decline: 'Rechazar',
  'First name': 'Nombre',
  'Last name': 'Apellido',
  Email: 'Correo electrónico',
  Phone: 'Teléfono',
  'Date of birth': 'Fecha de nacimiento',
  Street: 'Calle',
  Suite: 'Suite',
  City: 'Ciudad',
  State: 'Estado',
  'Zip code': 'Código postal',
  'Business name': 'Nombre del negocio',
  'Legal name': 'Razón social',

  'This link does not exist': 'Este enlace no existe',
  'The sandbox has no such link. A reset or a restart deletes all links.':
    'El sandbox no tiene ese enlace. Al reiniciarlo se borran todos los enlaces.',

  'The Financing Service, simulated': 'El servicio de financiamiento, simulado',
  'The time in the sandbox is {}. Everything is in memory and is lost when it stops.':
    'La hora en el sandbox es {}. Todo está en memoria y se pierde cuando se detiene.',
  'Text messages': 'Mensajes de texto',
  'Links of customers': 'Enlaces de clientes',
  'Pre-qualification': 'Precalificación',
  'None so far.': 'Ninguno por ahora.',
  'All of them, as JSON': 'Todos, en JSON',
  'Attempt {}: {}': 'Intento {}: {}',
  'Locations of {}': 'Sucursales de {}',
  'Delete everything and start over': 'Borrar todo y empezar de nuevo',
  open: 'abierta',
  completed: 'completada',
  failed: 'rechazada',
  aborted: 'abandonada',
  pending: 'pendiente',
  delivered: 'entregado',
  'not-sent': 'no enviado',
  'These messages were not sent. Open a link as the customer would on the phone.':
    'Estos mensajes no se enviaron. Abra un enlace como lo haría el cliente en su teléfono.',
  'No messages so far. Messages that the service would send appear here.':
    'No hay mensajes por ahora. Aquí aparecen los que enviaría el servicio.',
  'To {}, {}': 'Para {}, {}',
  Reload: 'Recargar',
  'The sandbox': 'El sandbox',
  'The shop': 'La tienda',
} as const;

export type English = keyof typeof texts;
export const spanish: Readonly<Record<English, string>> = texts;
