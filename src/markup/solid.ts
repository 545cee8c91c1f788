/**
 * Types of the three tags in Solid's JSX: `import type {} from 'financing-elements/solid'`. Solid needs no further setup: it
 * sets properties by their names in kebab-case, and `on:financing-…` adds a listener.
 */
import type { JSX } from 'solid-js';
import type { FinancingElements, Handlers, Settable } from './markup.js';

/** Solid's `prop:…`, which always sets a property and not an attribute. */
type Explicit<E> = {
  [Property in keyof Settable<E> & string as `prop:${Property}`]?: Settable<E>[Property];
};

/** Names without capitals. Solid puts the others into lowercase, so `transactionId` would set nothing. */
type Lowercased<E> = {
  [
    Name in keyof Settable<E> as Name extends Lowercase<Name & string> ? Name : never
  ]: Settable<E>[Name];
};

type Tags = {
  [Tag in keyof FinancingElements]: Lowercased<FinancingElements[Tag]> &
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
