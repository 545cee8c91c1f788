/** The texts that are loaded with the code that creates links: those that only follow a click. */
export interface LinkText {
  /** The link that the shopper follows if the browser blocked the new window. */
  continue: string;
  /** Shown after too many tries. */
  limited: string;
  /** The alternative text of the QR code. */
  qrCode: string;
  /** Shown below the QR code. */
  scan: string;
  /** Shown after the link was copied. */
  copied: string;
  /** Shown after the application was completed. */
  completed: string;
  /** Shown after the shopper left the application. */
  aborted: string;
}

/** The texts of links by language. */
export const linkTexts: Readonly<Record<'en' | 'es', LinkText>> = {
  en: {
    continue: 'Continue to financing',
    limited: 'Too many attempts. Please try again later.',
    qrCode: 'QR code of the link',
    scan: "Scan with the customer's phone",
    copied: 'Link copied.',
    completed: 'The application is complete.',
    aborted: 'The application was not completed.',
  },
  es: {
    continue: 'Continuar al financiamiento',
    limited: 'Demasiados intentos. Inténtelo más tarde.',
    qrCode: 'Código QR del enlace',
    scan: 'Escanee con el teléfono del cliente',
    copied: 'Enlace copiado.',
    completed: 'La solicitud está completa.',
    aborted: 'La solicitud no se completó.',
  },
};
