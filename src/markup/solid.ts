/**
 * Types of the three tags in the JSX of Solid: `import type {} from 'financing-elements/solid'`. Solid itself needs
 * nothing more: it sets properties, and `on:financing-…` listens.
 */
import type { JSX } from 'solid-js';
import type { FinancingElements, Handlers, Settable } from './markup.js';

/** `prop:…` sets a property, whatever its name, as Solid has it for all elements. */
type Explicit<E> = {
  [Property in keyof Settable<E> & string as `prop:${Property}`]?: Settable<E>[Property];
};

type Tags = {
  [Tag in keyof FinancingElements]: Settable<FinancingElements[Tag]> &
    Explicit<FinancingElements[Tag]> &
    Handlers<'on:'> &
    Omit<JSX.HTMLAttributes<FinancingElements[Tag]>, keyof Settable<FinancingElements[Tag]>>;
};

declare module 'solid-js' {
  // oxlint-disable-next-line typescript/no-namespace -- it is where Solid looks for tags
  namespace JSX {
    // oxlint-disable-next-line typescript/no-empty-object-type
    interface IntrinsicElements extends Tags {}
  }
}
