/**
 * Types of the three tags in JSX, for React 19 and later: `import type {} from 'financing-elements/react'`.
 * React itself needs nothing more: it sets properties, and `onfinancing-…` listens.
 */
import type * as React from 'react';
import type { FinancingElements, Handlers, Settable } from './markup.js';

type Props<E extends HTMLElement> = Omit<Settable<E>, 'children'> &
  Handlers<'on'> &
  React.DetailedHTMLProps<React.HTMLAttributes<E>, E>;

/** React 18, which `createFactory` tells, never calls `onfinancing-…` and turns properties into attributes: no tag has types. */
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
