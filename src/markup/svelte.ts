/**
 * Types of the three tags in Svelte 5: `import type {} from 'financing-elements/svelte'`. Svelte needs no further setup: it
 * sets properties, and `onfinancing-…` adds a listener.
 */
import type { HTMLAttributes } from 'svelte/elements';
import type { FinancingElements, Handlers, Settable } from './markup.js';

type Tags = {
  [Tag in keyof FinancingElements]: Settable<FinancingElements[Tag]> &
    Handlers<'on'> &
    Omit<HTMLAttributes<FinancingElements[Tag]>, keyof Settable<FinancingElements[Tag]>>;
};

declare module 'svelte/elements' {
  // oxlint-disable-next-line typescript/no-empty-object-type
  interface SvelteHTMLElements extends Tags {}
}
