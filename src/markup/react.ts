/**
 * Types of the three tags in JSX, for React 19 and later: `import type {} from 'financing-elements/react'`.
 * React itself needs nothing more: it sets properties, and `onfinancing-…` listens.
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { FinancingElements, Handlers, Settable } from './markup.js';

type Props<E extends HTMLElement> = Omit<Settable<E>, 'children'> &
  Handlers<'on'> &
  DetailedHTMLProps<HTMLAttributes<E>, E>;

type Tags = { [Tag in keyof FinancingElements]: Props<FinancingElements[Tag]> };

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- it is where React looks for tags
  namespace JSX {
    // oxlint-disable-next-line typescript/no-empty-object-type
    interface IntrinsicElements extends Tags {}
  }
}
