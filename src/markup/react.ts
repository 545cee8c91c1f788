/**
 * Types of the three tags in JSX, for React 19 and later: `import type {} from 'financing-elements/react'`. React needs no
 * further setup: it sets properties, and `onfinancing-…` adds a listener.
 */
import type * as React from 'react';
import type { FinancingElements, Handlers, Settable } from './markup.js';

type Props<E extends HTMLElement> = Omit<Settable<E>, 'children'> &
  Handlers<'on'> &
  React.DetailedHTMLProps<React.HTMLAttributes<E>, E>;

/**
 * The tags have no types in React 18, because it never calls `onfinancing-…` and turns properties into attributes. React 18
 * still has `createFactory`.
 */
type Tags = typeof React extends { createFactory: unknown }
  ? object
  : { [Tag in keyof FinancingElements]: Props<FinancingElements[Tag]> };

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- it is where React looks for tags
  namespace JSX {
    // oxlint-disable-next-line typescript/no-empty-object-type
    interface IntrinsicElements extends Tags {}
  }
}
