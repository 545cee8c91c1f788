/**
 * Types of the three tags in JSX, for React 19 and later: `import type {} from 'financing-elements/react'`.
 * React itself needs nothing more: it sets properties and listens to `onfinancing-…` by itself.
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type {
  AttributesOf,
  FinancingElements,
  FinancingEventMap,
  PropertiesOf,
} from './elements/markup.js';
import type {} from './elements/events.js'; // declares the events

type Handlers = {
  [Type in keyof FinancingEventMap as `on${Type}`]?: (event: FinancingEventMap[Type]) => void;
};

type Props<E extends HTMLElement> = Omit<PropertiesOf<E>, 'children'> &
  AttributesOf<E> &
  Handlers &
  DetailedHTMLProps<HTMLAttributes<E>, E>;

type Tags = { [Tag in keyof FinancingElements]: Props<FinancingElements[Tag]> };

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- it is where React looks for tags
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type
    interface IntrinsicElements extends Tags {}
  }
}
